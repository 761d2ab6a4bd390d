/** The page of the demo company: it asks for everything, checks nothing, and lets its visitor choose how the check ends. */
import type { ReadFields } from '@marigold/partners/identity-port';
import type { KycItem, KycLabel } from '@marigold/partners/kyc-states';
import type { CheckedApplicant, IdentityPlan } from '@marigold/partners/simulator/identity-world';
import { itemsToGive } from '@marigold/partners/simulator/identity-world';
import { samplePersonOf } from '@marigold/partners/simulator/samples';
import type { LanguageId } from '@marigold/texts/languages';
import { languages } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import * as z from 'zod';

import { type Html, html, htmlPage } from '../../platform/http/html.ts';

/** What a step asks for again, and why, when its visitor wants to see that. */
const steps = {
  document: { items: ['idFront'], label: 'blurred' },
  face: { items: ['liveness'], label: 'faceHidden' },
  address: { items: ['addressProof'], label: 'addressOld' },
} as const satisfies Readonly<Record<string, { items: readonly KycItem[]; label: KycLabel }>>;
type Step = keyof typeof steps;

const day = z.iso.date();
const line = z.string().trim().min(1).max(60);
const region = z.string().regex(/^[A-Z]{2}$/);
const ending = z.enum(['passes', 'again', 'final']).default('passes');

const HostedForm = z.object({
  firstName: line,
  lastName: line,
  birthday: day,
  nationality: region,
  idType: z.enum(['idCard', 'passport']),
  idNumber: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 /-]{3,29}$/),
  issuingRegion: region,
  expiry: z.union([day, z.literal('')]).transform((written) => (written === '' ? null : written)),
  document: ending,
  face: ending,
  address: ending,
  result: z.enum(['soon', 'held', 'silent']).default('soon'),
});

export type HostedSubmission = { readonly read: ReadFields; readonly plan: IdentityPlan };

/** What was sent in; undefined where a field is empty or no such thing. */
export function readHostedForm(fields: unknown, language: LanguageId): HostedSubmission | undefined {
  const parsed = HostedForm.safeParse(fields);
  if (!parsed.success) return undefined;
  const { document, face, address, result, ...read } = parsed.data;
  const endings = { document, face, address };
  return { read, plan: planOf(endings, result, say(language, 'dev.company.words')) };
}

function planOf(
  endings: Readonly<Record<Step, IdentityPlan['kind']>>,
  result: 'soon' | 'held' | 'silent',
  words: string,
): IdentityPlan {
  if (result !== 'soon') return { kind: result };
  if (Object.values(endings).includes('final')) return { kind: 'final', label: 'other' };
  const again = Object.entries(steps).filter(([step]) => endings[step as Step] === 'again');
  const [first] = again;
  if (first === undefined) return { kind: 'passes' };
  return { kind: 'again', items: again.flatMap(([, { items }]) => items), label: first[1].label, words };
}

/** The page of an applicant whose documents are asked for, or the sentence that nothing is. */
export function hostedPage(row: CheckedApplicant, language: LanguageId, isIncomplete: boolean): string {
  const given = itemsToGive(row);
  const back = html`<p><a href="${row.returnUrl}">${say(language, 'dev.company.back')}</a></p>`;
  if (given.length === 0)
    return page(
      language,
      html`<p role="status">${say(language, 'dev.company.wait')}</p>
        ${back}`,
    );
  const problem = isIncomplete
    ? html`<p role="alert" class="bad">${say(language, 'dev.company.error', { example: 'NL' })}</p>`
    : '';
  return page(
    language,
    html`<p>${say(language, 'dev.company.text')}</p>
      ${problem}
      <form method="post">
        ${personFields(row, language)} ${given.includes('idFront') ? stepField('document', language) : ''}
        ${given.includes('liveness') ? stepField('face', language) : ''}
        ${given.includes('addressProof') ? stepField('address', language) : ''}
        ${select('result', say(language, 'dev.company.result'), [
          ['soon', say(language, 'dev.company.result.soon')],
          ['held', say(language, 'dev.company.result.held')],
          ['silent', say(language, 'dev.company.result.silent')],
        ])}
        <button>${say(language, 'dev.company.submit')}</button>
      </form>
      ${back}`,
  );
}

/** For a link that is over, or that nobody made. */
export function overPage(language: LanguageId): string {
  return page(language, html`<p role="alert">${say(language, 'dev.company.over')}</p>`);
}

function page(language: LanguageId, body: Html): string {
  return htmlPage({
    title: say(language, 'dev.company.title'),
    lang: languages[language].lang,
    style: '/plain.css',
    body: html`<div class="demo">${say(language, 'dev.company.mark')}</div>
      <header><h1>${say(language, 'dev.company.title')}</h1></header>
      <main>${body}</main>`,
  });
}

function personFields(row: CheckedApplicant, language: LanguageId): Html {
  const person = row.read ?? samplePersonOf(row.ref);
  return html`${field('firstName', say(language, 'dev.company.firstName'), person.firstName)}
  ${field('lastName', say(language, 'dev.company.lastName'), person.lastName)}
  ${field('birthday', say(language, 'dev.company.birthday'), person.birthday, 'date')}
  ${field('nationality', say(language, 'dev.company.nationality'), person.nationality)}
  ${select('idType', say(language, 'dev.company.idType'), [
    ['passport', say(language, 'dev.company.passport')],
    ['idCard', say(language, 'dev.company.idCard')],
  ])}
  ${field('idNumber', say(language, 'dev.company.idNumber'), person.idNumber)}
  ${field('issuingRegion', say(language, 'dev.company.issuingRegion'), person.issuingRegion)}
  ${field('expiry', say(language, 'dev.company.expiry'), person.expiry ?? '', 'date')}`;
}

function field(name: string, label: string, value: string, type = 'text'): Html {
  return html`<label>
    ${label}
    <input name="${name}" type="${type}" value="${value}" autocomplete="off" maxlength="60" />
  </label>`;
}

function stepField(step: Step, language: LanguageId): Html {
  return select(step, say(language, `dev.company.step.${step}`), [
    ['passes', say(language, 'dev.company.verdict.passes')],
    ['again', say(language, 'dev.company.verdict.again')],
    ['final', say(language, 'dev.company.verdict.final')],
  ]);
}

function select(name: string, label: string, options: readonly (readonly [string, string])[]): Html {
  return html`<label>
    ${label}
    <select name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </select>
  </label>`;
}

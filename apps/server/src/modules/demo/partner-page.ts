/** The panel of the demo company: decide about its applicants, break its line. */
import { hostedItems, kycLabels } from '@marigold/partners/kyc-states';
import type { LanguageId } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';

import { type Html, html } from '../../platform/http/html.ts';
import type { PageReader } from './pages.ts';
import { devPage } from './pages.ts';
import { hasFault, partnerFaultNames } from './partner-panel.ts';
import type { DemoPartnerState } from './port.ts';

type Row = DemoPartnerState['applicants'][number];

/** `state` is undefined while the company does not answer. */
export function partnerPage(reader: PageReader, state: DemoPartnerState | undefined): string {
  const { language } = reader;
  return devPage({
    reader,
    title: say(language, 'dev.partners.title'),
    body: html`<main>
      <p>${say(language, 'dev.partners.text')}</p>
      ${state === undefined ? html`<p role="alert">${say(language, 'dev.partners.away')}</p>` : known(language, state)}
    </main>`,
  });
}

function known(language: LanguageId, state: DemoPartnerState): Html {
  const { applicants, eventsWaiting } = state;
  const rows = applicants.map((row) => applicantArticle(language, row));
  return html`<article>
      <h2>${say(language, 'dev.partners.faults')}</h2>
      <p role="status">${say(language, 'dev.partners.events', { count: eventsWaiting })}</p>
      <form method="post" action="/dev/partners">
        <input type="hidden" name="order" value="faults" />
        ${partnerFaultNames.map((name) => faultField(language, state, name))}
        <button>${say(language, 'dev.partners.set')}</button>
      </form>
    </article>
    ${rows.length === 0 ? html`<p>${say(language, 'dev.partners.empty')}</p>` : rows}`;
}

function faultField(
  language: LanguageId,
  state: DemoPartnerState,
  name: (typeof partnerFaultNames)[number],
): Html {
  const text = say(language, `dev.partners.fault.${name}`);
  const box = hasFault(state, name)
    ? html`<input type="checkbox" name="${name}" checked />`
    : html`<input type="checkbox" name="${name}" />`;
  return html`<label class="check">${box} ${text}</label>`;
}

function applicantArticle(language: LanguageId, row: Row): Html {
  const { applicant, level } = row;
  return html`<article>
    <h2>${stateText(language, row)}</h2>
    <p class="quiet"><code>${applicant}</code> · ${level}</p>
    ${row.phase === 'open' ? '' : decisions(language, applicant)}
  </article>`;
}

function stateText(language: LanguageId, { phase, outcome }: Row): string {
  if (phase !== 'done') return say(language, `dev.partners.phase.${phase}`);
  return say(language, `dev.partners.outcome.${outcome ?? 'passed'}`);
}

function decisions(language: LanguageId, applicant: string): Html {
  const label = select('label', say(language, 'dev.partners.label'), kycLabels);
  const words = html`<label>
    ${say(language, 'dev.partners.words')}
    <input name="words" maxlength="500" />
  </label>`;
  const items = select('item', say(language, 'dev.partners.items'), hostedItems);
  return html`${decision(applicant, 'passed', say(language, 'dev.partners.approve'))}
  ${decision(applicant, 'again', say(language, 'dev.partners.again'), html`${items} ${label} ${words}`)}
  ${decision(applicant, 'final', say(language, 'dev.partners.refuse'), html`${label} ${words}`)}
  ${decision(applicant, 'held', say(language, 'dev.partners.hold'))}
  ${decision(applicant, 'silent', say(language, 'dev.partners.silent'))}`;
}

function decision(applicant: string, order: string, text: string, fields: Html | '' = ''): Html {
  return html`<form method="post" action="/dev/partners">
    <input type="hidden" name="order" value="${order}" />
    <input type="hidden" name="applicant" value="${applicant}" />
    ${fields}
    <button>${text}</button>
  </form>`;
}

function select(name: string, label: string, values: readonly string[]): Html {
  return html`<label>
    ${label}
    <select name="${name}">
      ${values.map((value) => html`<option>${value}</option>`)}
    </select>
  </label>`;
}

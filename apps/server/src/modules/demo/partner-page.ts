/** The panels of the demo companies: decide about applicants for a check and for cards, break the line to both. */
import { hostedItems, kycLabels } from '@marigold/partners/kyc-states';
import type { LanguageId } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';

import { type Html, html } from '../../platform/http/html.ts';
import { cardCompanyParts } from './card-partner-page.ts';
import type { PageReader } from './pages.ts';
import { devPage } from './pages.ts';
import { panelCheck, panelForm, panelSelect } from './partner-forms.ts';
import { hasFault, partnerFaultNames } from './partner-panel.ts';
import type { DemoCardState, DemoPartnerState } from './port.ts';

type Row = DemoPartnerState['applicants'][number];

/** Each is undefined where there is no such company, and `away` while it does not answer. */
type PartnerStates = {
  readonly identity: DemoPartnerState | 'away' | undefined;
  readonly cards: DemoCardState | 'away' | undefined;
};

const action = '/dev/partners';

export function partnerPage(reader: PageReader, { identity, cards }: PartnerStates): string {
  const { language } = reader;
  const away = html`<p role="alert">${say(language, 'dev.partners.away')}</p>`;
  const identitySection = identity && (identity === 'away' ? away : identityParts(language, identity));
  const cardSection = cards && (cards === 'away' ? away : cardCompanyParts(language, cards));
  return devPage({
    reader,
    title: say(language, 'dev.partners.title'),
    body: html`<main>
      <p>${say(language, 'dev.partners.text')}</p>
      ${section('identity', say(language, 'dev.partners.identity'), identitySection)}
      ${section('cards', say(language, 'dev.cards.title'), cardSection)}
    </main>`,
  });
}

function section(id: string, title: string, parts: Html | undefined): Html | '' {
  if (parts === undefined) return '';
  return html`<section id="${id}">
    <h2>${title}</h2>
    ${parts}
  </section>`;
}

function identityParts(language: LanguageId, state: DemoPartnerState): Html {
  const { applicants, eventsWaiting } = state;
  const rows = applicants.map((row) => applicantArticle(language, row));
  return html`<p role="status">${say(language, 'dev.partners.events', { count: eventsWaiting })}</p>
    <article>
      <h3>${say(language, 'dev.partners.faults')}</h3>
      ${panelForm({
        action,
        hidden: { order: 'faults' },
        fields: html`${partnerFaultNames.map((name) =>
          panelCheck(name, say(language, `dev.partners.fault.${name}`), hasFault(state, name)),
        )}`,
        buttons: html`<button>${say(language, 'dev.partners.set')}</button>`,
      })}
    </article>
    ${rows.length === 0 ? html`<p>${say(language, 'dev.partners.empty')}</p>` : rows}`;
}

function applicantArticle(language: LanguageId, row: Row): Html {
  const { applicant, level } = row;
  return html`<article>
    <h3>${stateText(language, row)}</h3>
    <p class="quiet"><code>${applicant}</code> · ${level}</p>
    ${row.phase === 'open' ? '' : decisions(language, applicant)}
  </article>`;
}

function stateText(language: LanguageId, { phase, outcome }: Row): string {
  if (phase !== 'done') return say(language, `dev.partners.phase.${phase}`);
  return say(language, `dev.partners.outcome.${outcome ?? 'passed'}`);
}

function decisions(language: LanguageId, applicant: string): Html {
  const label = panelSelect(
    'label',
    say(language, 'dev.partners.label'),
    kycLabels.map((name) => [name, name]),
  );
  const words = html`<label>
    ${say(language, 'dev.partners.words')}
    <input name="words" maxlength="500" />
  </label>`;
  const items = panelSelect(
    'item',
    say(language, 'dev.partners.items'),
    hostedItems.map((name) => [name, name]),
  );
  return html`${decision(applicant, 'passed', say(language, 'dev.partners.approve'))}
  ${decision(applicant, 'again', say(language, 'dev.partners.again'), html`${items} ${label} ${words}`)}
  ${decision(applicant, 'final', say(language, 'dev.partners.refuse'), html`${label} ${words}`)}
  ${decision(applicant, 'held', say(language, 'dev.partners.hold'))}
  ${decision(applicant, 'silent', say(language, 'dev.partners.silent'))}`;
}

function decision(applicant: string, order: string, text: string, fields?: Html): Html {
  const buttons = html`<button>${text}</button>`;
  return panelForm({ action, hidden: { order, applicant }, ...(fields && { fields }), buttons });
}

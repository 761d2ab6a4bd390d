/** The panel of the demo company that issues cards: its holders, openings, parcels and cards. Of a number it has the end. */
import { cardDeliveryStates, holderFields } from '@marigold/partners/card-states';
import type { LanguageId } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';

import { type Html, html } from '../../platform/http/html.ts';
import { holderKinds, openingKinds, parcelEnds, plannedTriesMax } from './card-partner-panel.ts';
import { panelCheck, panelForm, panelSelect } from './partner-forms.ts';
import type { DemoCardState } from './port.ts';

type Holder = DemoCardState['holders'][number];
type Opening = DemoCardState['openings'][number];
type Card = DemoCardState['cards'][number];
type Plans = DemoCardState['plans'];

const action = '/dev/partners/cards';
/** The word that stands in a form of a refusal until somebody writes another. */
const usualReason = 'policy';

/** Everything about it below its title. */
export function cardCompanyParts(language: LanguageId, state: DemoCardState): Html {
  const { holders, openings, cards, plans, eventsWaiting } = state;
  return html`<p role="status">${say(language, 'dev.partners.events', { count: eventsWaiting })}</p>
    ${plansArticle(language, plans)}
    <h3>${say(language, 'dev.cards.holders')}</h3>
    ${listed(
      holders.map((row) => holderArticle(language, row)),
      say(language, 'dev.cards.holders.none'),
    )}
    <h3>${say(language, 'dev.cards.openings')}</h3>
    ${listed(
      openings.map((row) => openingArticle(language, row)),
      say(language, 'dev.cards.openings.none'),
    )}
    <h3>${say(language, 'dev.cards.cards')}</h3>
    ${listed(
      cards.map((row) => cardArticle(language, row)),
      say(language, 'dev.cards.cards.none'),
    )}`;
}

function listed(rows: readonly Html[], none: string): Html {
  return rows.length === 0 ? html`<p>${none}</p>` : html`${rows}`;
}

function plansArticle(language: LanguageId, { holder, opening }: Plans): Html {
  const fields = html`${panelSelect(
      'holder',
      say(language, 'dev.cards.plan.holder'),
      holderKinds.map((kind) => [kind, say(language, `dev.cards.plan.holder.${kind}`)]),
      holder.kind,
    )}
    ${wantedFields(language, holder.fields ?? holderFields)}
    <label>
      ${say(language, 'dev.cards.plan.tries')}
      <input
        name="tries"
        type="number"
        min="1"
        max="${plannedTriesMax}"
        value="${holder.tries ?? 1}"
        required
      />
    </label>
    ${panelSelect(
      'opening',
      say(language, 'dev.cards.plan.opening'),
      openingKinds.map((kind) => [kind, say(language, `dev.cards.plan.opening.${kind}`)]),
      opening.kind,
    )}
    ${reasonField(language, opening.reason ?? usualReason)}
    ${panelSelect(
      'parcel',
      say(language, 'dev.cards.plan.parcel'),
      parcelEnds.map((end) => [end, say(language, `dev.cards.plan.parcel.${end}`)]),
      opening.parcel ?? 'arrives',
    )}`;
  const buttons = html`<button>${say(language, 'dev.partners.set')}</button>`;
  return html`<article>
    <h3>${say(language, 'dev.cards.plan')}</h3>
    ${panelForm({ action, hidden: { order: 'plans' }, fields, buttons })}
  </article>`;
}

function wantedFields(language: LanguageId, ticked: readonly string[]): Html {
  return html`<fieldset>
    <legend>${say(language, 'dev.cards.wanted')}</legend>
    ${holderFields.map((field) =>
      panelCheck(field, say(language, `dev.cards.field.${field}`), ticked.includes(field)),
    )}
  </fieldset>`;
}

function reasonField(language: LanguageId, value: string): Html {
  return html`<label>
    ${say(language, 'dev.cards.reason')}
    <input name="reason" value="${value}" maxlength="100" pattern="[A-Za-z0-9_ .,:\\-]+" required />
  </label>`;
}

function holderArticle(language: LanguageId, { applicant, phase, fields }: Holder): Html {
  const wanted = fields.map((field) => say(language, `dev.cards.field.${field}`)).join(' · ');
  return html`<article>
    <h4>${say(language, `dev.cards.holder.${phase}`)}</h4>
    <p class="quiet"><code>${applicant}</code>${wanted === '' ? '' : html` · ${wanted}`}</p>
    ${phase === 'checking' ? holderDecisions(language, applicant) : ''}
  </article>`;
}

function holderDecisions(language: LanguageId, applicant: string): Html {
  return html`${panelForm({
    action,
    hidden: { order: 'holder', applicant },
    buttons: toButtons([
      ['passed', say(language, 'dev.partners.approve')],
      ['silent', say(language, 'dev.partners.silent')],
    ]),
  })}
  ${panelForm({
    action,
    hidden: { order: 'rejectHolder', applicant },
    fields: wantedFields(language, []),
    buttons: html`<button>${say(language, 'dev.cards.do.reject')}</button>`,
  })}`;
}

function openingArticle(language: LanguageId, row: Opening): Html {
  const { requestId, product, phase, reason, parcel } = row;
  const where = parcel === null ? '' : html` · ${say(language, `dev.cards.parcel.${parcel.state}`)}`;
  return html`<article>
    <h4>${say(language, `dev.cards.opening.${phase}`)}${where}</h4>
    <p class="quiet"><code>${requestId}</code> · ${product}${reason === null ? '' : html` · ${reason}`}</p>
    ${openingDecisions(language, row)} ${parcelMoves(language, row)}
  </article>`;
}

/** Where it is being opened already, nothing is refused any more. */
function openingDecisions(language: LanguageId, { requestId, phase }: Opening): Html | '' {
  if (phase !== 'approval' && phase !== 'opening') return '';
  const opened = ['opened', say(language, 'dev.cards.do.opened')] as const;
  const silent = ['silent', say(language, 'dev.partners.silent')] as const;
  const hidden = { order: 'opening', requestId };
  if (phase === 'opening') return panelForm({ action, hidden, buttons: toButtons([opened, silent]) });
  const opening = ['opening', say(language, 'dev.partners.approve')] as const;
  return html`${panelForm({ action, hidden, buttons: toButtons([opening, opened, silent]) })}
  ${panelForm({
    action,
    hidden: { order: 'refuseOpening', requestId },
    fields: reasonField(language, usualReason),
    buttons: html`<button>${say(language, 'dev.cards.do.refuse')}</button>`,
  })}`;
}

function parcelMoves(language: LanguageId, { requestId, parcel }: Opening): Html | '' {
  const next = parcel === null ? [] : cardDeliveryStates.next[parcel.state];
  if (next.length === 0) return '';
  const buttons = toButtons(next.map((state) => [state, say(language, `dev.cards.do.${state}`)]));
  return panelForm({ action, hidden: { order: 'parcel', requestId }, buttons });
}

function cardArticle(language: LanguageId, { ref, product, state, last4 }: Card): Html {
  const isOver = state === 'closed' || state === 'expired';
  const to = state === 'suspended' ? 'restored' : 'suspended';
  const buttons = toButtons([[to, say(language, `dev.cards.do.${to}`)]]);
  return html`<article>
    <h4>•••• ${last4} · ${say(language, `dev.cards.card.${state}`)}</h4>
    <p class="quiet">${product}</p>
    ${isOver ? '' : panelForm({ action, hidden: { order: 'card', cardRef: ref }, buttons })}
  </article>`;
}

/** A button for each of what may become of it. */
function toButtons(choices: readonly (readonly [to: string, text: string])[]): Html {
  return html`${choices.map(([to, text]) => html`<button name="to" value="${to}">${text}</button>`)}`;
}

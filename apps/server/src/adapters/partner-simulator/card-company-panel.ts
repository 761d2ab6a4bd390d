/** What may be asked of the demo company about cards from outside its own story: what its people decide. */
import { holderFields } from '@marigold/partners/card-states';
import type { CardRow, HolderPlan, HolderRow } from '@marigold/partners/simulator/card-world';
import type { OpeningPlan, OpeningRow } from '@marigold/partners/simulator/card-world';
import { decideCard, decideHolder, decideOpening, moveParcel } from '@marigold/partners/simulator/card-world';
import * as z from 'zod';

import type { CardPlans } from './card-company-file.ts';
import type { IssuingCompany } from './card-company.ts';
import type { CompanyAnswer } from './company-routes.ts';

const name = z.string().max(200);

const reason = z.string().regex(/^[\w .,:-]{1,100}$/);
const fields = z.array(z.enum(holderFields)).min(1).max(holderFields.length);

const HolderDecision = z.discriminatedUnion('to', [
  z.strictObject({ to: z.enum(['passed', 'silent']) }),
  z.strictObject({ to: z.literal('rejected'), fields }),
]);

const OpeningDecision = z.discriminatedUnion('to', [
  z.strictObject({ to: z.enum(['opening', 'opened', 'silent']) }),
  z.strictObject({ to: z.literal('refused'), reason }),
]);

const NewHolderPlan = z.strictObject({
  kind: z.enum(['passes', 'rejected', 'silent']),
  fields: fields.optional(),
  tries: z.int().min(1).max(100).optional(),
});

const NewOpeningPlan = z.strictObject({
  kind: z.enum(['opens', 'refused', 'silent']),
  reason: reason.optional(),
  parcel: z.enum(['arrives', 'returns', 'gets-lost', 'waits']).optional(),
});

const CardPanelOrder = z.discriminatedUnion('order', [
  z.strictObject({ order: z.literal('cards') }),
  z.strictObject({ order: z.literal('holder'), applicant: name, decision: HolderDecision }),
  z.strictObject({ order: z.literal('opening'), requestId: name, decision: OpeningDecision }),
  z.strictObject({
    order: z.literal('parcel'),
    requestId: name,
    to: z.enum(['preparing', 'shipped', 'delivered', 'returned', 'lost']),
  }),
  z.strictObject({
    order: z.literal('card'),
    cardRef: name,
    to: z.enum(['suspended', 'restored', 'closed']),
  }),
  z.strictObject({ order: z.literal('cardPlans'), holder: NewHolderPlan, opening: NewOpeningPlan }),
  z.strictObject({ order: z.literal('cardWebhook'), url: z.url({ protocol: /^https?$/ }) }),
]);
type CardOrder = z.output<typeof CardPanelOrder>;

const orders: ReadonlySet<unknown> = new Set<CardOrder['order']>([
  'cards',
  'holder',
  'opening',
  'parcel',
  'card',
  'cardPlans',
  'cardWebhook',
]);

/** The newest first of each. Nothing that is printed on a card is in it, and nothing of its holder. */
export type CardPanelState = {
  readonly holders: readonly Pick<HolderRow, 'applicant' | 'ref' | 'phase' | 'fields' | 'tries' | 'dueAt'>[];
  readonly openings: readonly Pick<
    OpeningRow,
    'requestId' | 'ref' | 'holderRef' | 'product' | 'phase' | 'reason' | 'parcel' | 'dueAt'
  >[];
  readonly cards: readonly Pick<CardRow, 'ref' | 'holderRef' | 'product' | 'state' | 'last4' | 'expiry'>[];
  readonly plans: CardPlans;
  /** How many events did not reach the house yet. */
  readonly eventsWaiting: number;
};

const listedMax = 100;

/** Does what it is asked and answers how things stand then; undefined for an order that is not about cards. */
export function answerCardPanel(company: IssuingCompany, body: unknown): CompanyAnswer | undefined {
  const isOurs = typeof body === 'object' && body !== null && 'order' in body && orders.has(body.order);
  if (!isOurs) return undefined;
  const parsed = CardPanelOrder.safeParse(body);
  if (!parsed.success) return { status: 400, json: { refusal: 'malformed' } };
  const { data } = parsed;
  if (data.order !== 'cards' && !company.change(() => obey(company, data)))
    return { status: 409, json: { refusal: 'nobody' } };
  return { status: 200, json: stateOf(company) };
}

/** False where there is nothing to do it to. */
function obey(company: IssuingCompany, order: Exclude<CardOrder, { readonly order: 'cards' }>): boolean {
  const { world, state } = company;
  switch (order.order) {
    case 'cardPlans': {
      const { holder, opening } = order;
      state.plans = { holder: holder as HolderPlan, opening: opening as OpeningPlan };
      return true;
    }
    case 'cardWebhook':
      state.webhookUrl = order.url;
      return true;
    case 'holder': {
      const row = world.holders.get(order.applicant);
      return row !== undefined && decideHolder(world, row, order.decision, company.now());
    }
    case 'card': {
      const row = world.cards.get(order.cardRef);
      return row !== undefined && decideCard(world, row, order.to, company.now());
    }
    default: {
      const row = world.openings.get(order.requestId);
      if (row === undefined) return false;
      return order.order === 'opening'
        ? decideOpening(world, row, order.decision, company.now())
        : moveParcel(world, row, order.to, company.now());
    }
  }
}

function stateOf({ world, state }: IssuingCompany): CardPanelState {
  return {
    holders: newest(world.holders).map(({ applicant, ref, phase, fields, tries, dueAt }) => {
      return { applicant, ref, phase, fields, tries, dueAt };
    }),
    openings: newest(world.openings).map(
      ({ requestId, ref, holderRef, product, phase, reason, parcel, dueAt }) => {
        return { requestId, ref, holderRef, product, phase, reason, parcel, dueAt };
      },
    ),
    cards: newest(world.cards).map(({ ref, holderRef, product, state: card, last4, expiry }) => {
      return { ref, holderRef, product, state: card, last4, expiry };
    }),
    plans: state.plans,
    eventsWaiting: state.deliveries.length,
  };
}

function newest<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows.values()].slice(-listedMax).toReversed();
}

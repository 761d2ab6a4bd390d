/** What the demo company that issues cards may be ordered: a form's fields, checked. */
import type { HolderField } from '@marigold/partners/card-states';
import { holderFields } from '@marigold/partners/card-states';
import * as z from 'zod';

import type { DemoCardCompany, DemoCardPlans } from './port.ts';

const id = z.string().min(1).max(200);
/** A word of the company's own: its interface takes no other letters. */
const reason = z
  .string()
  .trim()
  .regex(/^[\w .,:-]{1,100}$/);
const flag = z.literal('on').optional();
/** What is wanted anew, a box for each; everything when none is ticked, as the company does it by itself. */
const wanted = {
  occupation: flag,
  income: flag,
  purpose: flag,
  residence: flag,
} as const satisfies Readonly<Record<HolderField, typeof flag>>;

export const holderKinds = ['passes', 'rejected', 'silent'] as const;
export const openingKinds = ['opens', 'refused', 'silent'] as const;
export const parcelEnds = ['arrives', 'returns', 'gets-lost', 'waits'] as const;
/** So often may a check be planned to end in a rejection. */
export const plannedTriesMax = 100;

export const CardPartnerOrder = z.discriminatedUnion('order', [
  z.strictObject({ order: z.literal('holder'), applicant: id, to: z.enum(['passed', 'silent']) }),
  z.strictObject({ order: z.literal('rejectHolder'), applicant: id, ...wanted }),
  z.strictObject({
    order: z.literal('opening'),
    requestId: id,
    to: z.enum(['opening', 'opened', 'silent']),
  }),
  z.strictObject({ order: z.literal('refuseOpening'), requestId: id, reason }),
  z.strictObject({
    order: z.literal('parcel'),
    requestId: id,
    to: z.enum(['preparing', 'shipped', 'delivered', 'returned', 'lost']),
  }),
  z.strictObject({ order: z.literal('card'), cardRef: id, to: z.enum(['suspended', 'restored']) }),
  z.strictObject({
    order: z.literal('plans'),
    holder: z.enum(holderKinds),
    ...wanted,
    tries: z.coerce.number().int().min(1).max(plannedTriesMax),
    opening: z.enum(openingKinds),
    reason,
    parcel: z.enum(parcelEnds),
  }),
]);
export type CardPartnerOrder = z.output<typeof CardPartnerOrder>;

/** Throws when the company does not answer, or the order cannot follow on what is there. */
export async function obeyCardPartnerOrder(company: DemoCardCompany, order: CardPartnerOrder): Promise<void> {
  switch (order.order) {
    case 'holder':
      await company.decideHolder(order.applicant, { to: order.to });
      return;
    case 'rejectHolder':
      await company.decideHolder(order.applicant, { to: 'rejected', fields: wantedOf(order) });
      return;
    case 'opening':
      await company.decideOpening(order.requestId, { to: order.to });
      return;
    case 'refuseOpening':
      await company.decideOpening(order.requestId, { to: 'refused', reason: order.reason });
      return;
    case 'parcel':
      await company.moveParcel(order.requestId, order.to);
      return;
    case 'card':
      await company.decideCard(order.cardRef, order.to);
      return;
    case 'plans':
      await company.setPlans(plansOf(order));
  }
}

function wantedOf(order: Partial<Record<HolderField, 'on' | undefined>>): readonly HolderField[] {
  const ticked = holderFields.filter((field) => order[field] === 'on');
  return ticked.length === 0 ? holderFields : ticked;
}

function plansOf(order: Extract<CardPartnerOrder, { readonly order: 'plans' }>): DemoCardPlans {
  const { holder, tries, opening, reason: word, parcel } = order;
  return {
    holder: { kind: holder, fields: wantedOf(order), tries },
    opening: { kind: opening, reason: word, parcel },
  };
}

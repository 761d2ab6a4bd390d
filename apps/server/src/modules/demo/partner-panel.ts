/** What the demo company may be ordered: a form's fields, checked. */
import type { KycItem, KycLabel } from '@marigold/partners/kyc-states';
import { hostedItems, kycLabels } from '@marigold/partners/kyc-states';
import type { IdentityFaults } from '@marigold/partners/simulator/identity-faults';
import * as z from 'zod';

import type { DemoPartner, DemoPartnerState } from './port.ts';

const applicant = z.string().min(1).max(200);
const label = z.enum(kycLabels);
/** An empty field says nothing. */
const words = z
  .string()
  .trim()
  .max(500)
  .transform((text) => (text === '' ? null : text));
const flag = z.literal('on').optional();

/** The faults of the page: what each of them is in the company, apart from `slow`. */
const partnerFaults = {
  answersLost: 'answerLost',
  down: 'broken',
  eventsDropped: 'eventNever',
  eventsDoubled: 'eventThrice',
  eventsForged: 'eventForged',
} as const satisfies Readonly<Record<string, keyof IdentityFaults>>;
export type PartnerFault = keyof typeof partnerFaults | 'slow';
export const partnerFaultNames: readonly PartnerFault[] = [
  ...(Object.keys(partnerFaults) as (keyof typeof partnerFaults)[]),
  'slow',
];
/** So long takes an answer of a slow company. */
const slowMs = 3000;

export const PartnerPanelOrder = z.discriminatedUnion('order', [
  z.strictObject({ order: z.enum(['passed', 'held', 'silent']), applicant }),
  z.strictObject({ order: z.literal('final'), applicant, label, words }),
  z.strictObject({ order: z.literal('again'), applicant, item: z.enum(hostedItems), label, words }),
  z.strictObject({
    order: z.literal('faults'),
    answersLost: flag,
    down: flag,
    eventsDropped: flag,
    eventsDoubled: flag,
    eventsForged: flag,
    slow: flag,
  }),
]);
export type PartnerPanelOrder = z.output<typeof PartnerPanelOrder>;

/** Throws when the company does not answer, or has nothing to decide about. */
export async function obeyPartnerOrder(partner: DemoPartner, order: PartnerPanelOrder): Promise<void> {
  switch (order.order) {
    case 'faults':
      await partner.setFaults(faultsOf(order), order.slow === 'on' ? slowMs : 0);
      return;
    case 'final':
      await partner.decide(order.applicant, { to: 'final', label: order.label, words: order.words });
      return;
    case 'again':
      await partner.decide(order.applicant, againOf(order));
      return;
    default:
      await partner.decide(order.applicant, { to: order.order });
  }
}

function againOf(order: { item: KycItem; label: KycLabel; words: string | null }) {
  return { to: 'again', items: [order.item], label: order.label, words: order.words } as const;
}

function faultsOf(
  order: Partial<Record<keyof typeof partnerFaults, 'on' | undefined>>,
): Partial<IdentityFaults> {
  const on = Object.entries(partnerFaults).filter(
    ([name]) => order[name as keyof typeof partnerFaults] === 'on',
  );
  return Object.fromEntries(on.map(([, fault]) => [fault, 1]));
}

/** Whether a fault of the page is on. */
export function hasFault({ faults, answerDelayMs }: DemoPartnerState, name: PartnerFault): boolean {
  return name === 'slow' ? answerDelayMs > 0 : faults[partnerFaults[name]] > 0;
}

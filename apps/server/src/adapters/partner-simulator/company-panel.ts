/** What may be asked of the demo company from outside its own story: decisions of its people, and faults. */
import { dayMs } from '@marigold/money/spans';
import { hostedItems, kycLabels } from '@marigold/partners/kyc-states';
import type { IdentityFaults } from '@marigold/partners/simulator/identity-faults';
import { noIdentityFaults } from '@marigold/partners/simulator/identity-faults';
import type { CheckedApplicant } from '@marigold/partners/simulator/identity-world';
import { decideCheck, findChecked, giveItems } from '@marigold/partners/simulator/identity-world';
import { samplePersonOf } from '@marigold/partners/simulator/samples';
import * as z from 'zod';

import type { CompanyAnswer } from './company-routes.ts';
import type { Company } from './company.ts';
import { setFaults } from './company.ts';

const label = z.enum(kycLabels);
const words = z.string().max(500).nullable();
const items = z.array(z.enum(hostedItems)).min(1).max(hostedItems.length);

const Decision = z.discriminatedUnion('to', [
  z.strictObject({ to: z.enum(['passed', 'held', 'silent']) }),
  z.strictObject({ to: z.literal('final'), label, words }),
  z.strictObject({ to: z.literal('again'), items, label, words }),
]);

const rate = z.number().min(0).max(1);
const faultNames = Object.keys(noIdentityFaults).filter((name) => name !== 'clockOffMs');
const Faults = z
  .partialRecord(z.enum(faultNames as (keyof IdentityFaults)[]), rate)
  .and(z.object({ clockOffMs: z.int().min(-dayMs).max(dayMs).optional() }));

const Plan = z.strictObject({
  kind: z.enum(['passes', 'again', 'final', 'held', 'silent']),
  items: items.optional(),
  label: label.optional(),
  words: z.string().max(500).optional(),
});

export const PanelOrder = z.discriminatedUnion('order', [
  z.strictObject({ order: z.literal('state') }),
  z.strictObject({ order: z.literal('decide'), applicant: z.string().max(200), decision: Decision }),
  /** Its person fills in the page with a sample. */
  z.strictObject({ order: z.literal('submit'), applicant: z.string().max(200), plan: Plan.optional() }),
  z.strictObject({
    order: z.literal('faults'),
    faults: z.record(z.string(), z.unknown()).pipe(Faults),
    answerDelayMs: z.int().min(0).max(60_000),
  }),
  z.strictObject({ order: z.literal('webhook'), url: z.url({ protocol: /^https?$/ }) }),
]);
export type PanelOrder = z.input<typeof PanelOrder>;

/** One applicant as the panel lists it. Nothing of a document is in it. */
export type PanelApplicant = Pick<
  CheckedApplicant,
  'applicant' | 'ref' | 'level' | 'phase' | 'outcome' | 'items' | 'dueAt' | 'decidedAt'
> & { readonly plan: CheckedApplicant['plan']['kind'] };

export type PanelState = {
  /** The newest first. */
  readonly applicants: readonly PanelApplicant[];
  readonly faults: IdentityFaults;
  readonly answerDelayMs: number;
  /** How many events did not reach the house yet. */
  readonly eventsWaiting: number;
};

const listedMax = 100;

/** Does what it is asked and answers how things stand then. */
export function answerPanel(company: Company, body: unknown): CompanyAnswer {
  const parsed = PanelOrder.safeParse(body);
  if (!parsed.success) return { status: 400, json: { refusal: 'malformed' } };
  const { data } = parsed;
  if (data.order !== 'state' && !company.change(() => obey(company, data)))
    return { status: 409, json: { refusal: 'nobody' } };
  return { status: 200, json: stateOf(company) };
}

/** False where there is nobody or nothing to do it to. */
function obey(
  company: Company,
  order: Exclude<z.output<typeof PanelOrder>, { readonly order: 'state' }>,
): boolean {
  const { world, state } = company;
  if (order.order === 'faults') {
    setFaults(company, { ...noIdentityFaults, ...order.faults } as IdentityFaults);
    state.answerDelayMs = order.answerDelayMs;
    return true;
  }
  if (order.order === 'webhook') {
    state.webhookUrl = order.url;
    return true;
  }
  const row = findChecked(world, { applicant: order.applicant });
  if (row === undefined) return false;
  if (order.order === 'submit') {
    const plan = order.plan as CheckedApplicant['plan'] | undefined;
    return giveItems(world, row, {
      read: samplePersonOf(row.ref),
      now: company.now(),
      ...(plan === undefined ? {} : { plan }),
    });
  }
  // Nothing was sent in: there is nothing that anybody could decide about.
  if (row.rounds === 0) return false;
  decideCheck(world, row, order.decision, company.now());
  return true;
}

function stateOf({ world, state }: Company): PanelState {
  const rows = [...world.byRef.values()].filter(({ isErased }) => !isErased);
  return {
    applicants: rows
      .slice(-listedMax)
      .toReversed()
      .map(({ applicant, ref, level, phase, outcome, items: verdicts, dueAt, decidedAt, plan }) => {
        return { applicant, ref, level, phase, outcome, items: verdicts, dueAt, decidedAt, plan: plan.kind };
      }),
    faults: state.faults,
    answerDelayMs: state.answerDelayMs,
    eventsWaiting: state.deliveries.length,
  };
}

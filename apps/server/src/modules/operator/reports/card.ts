/** What commands about cards print. */
import type { OpenedApplication } from '../../card/operations.ts';
import { timeOf } from '../report.ts';

type Typed = { readonly application: string };

const not_found = ({ application }: Typed) => `There is no application ${application}.`;
const wrong_state = 'Its card is not made yet, or its parcel is somewhere else: card-show says where.';
const no_product = ({ product }: { readonly product: string }) => `There is no card ${product}.`;

export const cardReports = {
  'card.show': {
    done: (opened: OpenedApplication, { application }: Typed) => sayApplication(application, opened),
    no: {
      not_found,
      nameless: 'Whoever opens an application gives a name (--by): the audit log keeps it.',
    },
  },
  'card.ship': {
    done: (_facts: undefined, { application }: Typed) =>
      `The card of ${application} is on its way; its person was told.`,
    no: { not_found, wrong_state },
  },
  'card.parcel': {
    done: (_facts: undefined, { application, state }: Typed & { readonly state: string }) =>
      `The parcel of ${application} is ${state} now.`,
    no: { not_found, wrong_state },
  },
  'card.judge': {
    done: (_facts: undefined, { application }: Typed) =>
      `${application} is over, and what was paid for it came back.`,
    no: {
      not_found,
      wrong_state: 'Nothing is under way for it whose end is unknown.',
      too_early: 'It may still be answered: a wish is judged a day after it was sent.',
    },
  },
  'card.halt': {
    done: (_facts: undefined, { product }: { readonly product: string }) => `${product} is sold no more.`,
    no: { not_found: no_product, halted: 'It is not sold already.' },
  },
  'card.resume': {
    done: (_facts: undefined, { product }: { readonly product: string }) => `${product} is sold again.`,
    no: { not_found: no_product, not_halted: 'It is sold already.' },
  },
} as const;

function sayApplication(
  id: string,
  { application, product, steps, delivery, to }: OpenedApplication,
): readonly string[] {
  const { userId, state, provider, tries, reason, silentSince, cardId } = application;
  return [
    `${id}: ${product} by ${provider} for ${userId}`,
    `  ${state}${reason === null ? '' : ` (${reason})`}, ${tries} tries`,
    ...(silentSince === null ? [] : [`  its company is silent since ${timeOf(silentSince)}`]),
    ...(cardId === null ? [] : [`  card ${cardId}`]),
    ...steps.map((step) => `  ${timeOf(step.at)} ${step.state}`),
    ...(delivery === null || to === null
      ? []
      : [
          `  ${delivery.method}, parcel ${delivery.state ?? 'not made yet'}, by ${timeOf(delivery.mailBy)}, ${delivery.carrier ?? 'no carrier'} ${delivery.tracking ?? ''}`.trimEnd(),
          `  ${to.recipient}, ${to.line}, ${to.postal ?? ''} ${to.city}, ${to.country}`,
        ]),
  ];
}

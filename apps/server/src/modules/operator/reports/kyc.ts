/** What is printed about identities. */
import type { Operations } from '@marigold/operations/operations';

import type { OpenedIdentity } from '../../kyc/operations.ts';
import type { ReportsOf } from '../report.ts';
import { timeOf } from '../report.ts';

type Typed = { readonly record: string };

const not_found = ({ record }: Typed) => `There is no identity ${record}.`;

export const kycReports = {
  'kyc.show': {
    done: (opened: OpenedIdentity, { record }) => sayIdentity(record, opened),
    no: { not_found, nameless: 'Whoever opens an identity gives a name (--by): the audit log keeps it.' },
  },
  'kyc.refund': {
    done: (_facts: undefined, { record }) =>
      `The check of ${record} is over, and what was paid for it came back.`,
    no: { not_found, wrong_state: 'Its check has a result already: nothing comes back.' },
  },
  'kyc.judge': {
    done: ({ isApproved }: { readonly isApproved: boolean }, { record }) =>
      isApproved
        ? `${record} is approved; its person was told.`
        : `${record} is refused for good; its person was told.`,
    no: {
      not_found,
      wrong_state: 'Its review does not wait for a person.',
      incomplete: 'Something that level 2 needs was not accepted, or nothing was read of the document.',
      expired: 'Its document has run out.',
      duplicate_identity: 'Another account has this document.',
    },
  },
  'kyc.disable': {
    done: (_facts: undefined, { record }) => `${record} does not hold any more; its person was told.`,
    no: { not_found, wrong_state: 'It does not hold: it is not approved, or disabled already.' },
  },
  'kyc.enable': {
    done: ({ level }: { readonly level: number }, { record }) =>
      `${record} holds again; its person is at level ${level}.`,
    no: {
      not_found,
      wrong_state: 'Only an approved identity that was disabled by persons or by its date can hold again.',
      expired: 'Its document has run out: its person verifies another one.',
    },
  },
} as const satisfies ReportsOf<Operations, keyof Operations & `kyc.${string}`>;

function sayIdentity(number: string, opened: OpenedIdentity): readonly string[] {
  const { userId, purpose, status, use, review, reason, provider, attempts, expiresOn } = opened.record;
  const { name, document, items, steps, disclosures } = opened;
  const paper =
    document === null
      ? 'nothing was read of a document'
      : `${document.idType} ${document.maskedNumber} of ${document.issuingRegion}, nationality ${document.nationality}, born ${document.birthYear}`;
  return [
    `${number} of person ${userId}: for ${purpose}, ${review}, ${status}, ${use}${reason === null ? '' : `, ${reason}`}`,
    `${name ?? 'no name'}; ${paper}${expiresOn === null ? '' : `, good through ${expiresOn}`}`,
    `checked by ${provider ?? 'nobody yet'}, ${attempts} attempts used`,
    ...items.map(({ item, state, label }) => `  ${item}: ${state}${label === null ? '' : ` (${label})`}`),
    ...steps.map(({ review: step, at }) => `  ${timeOf(at)} ${step}`),
    ...disclosures.map(
      ({ provider: to, contentId, version, items: given, at }) =>
        `  ${timeOf(at)} given to ${to} under ${contentId} ${version}: ${given.join(', ')}`,
    ),
  ];
}

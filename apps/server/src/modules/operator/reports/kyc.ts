/** What is printed about identities. */
import type { Operations } from '@marigold/operations/operations';

import type { HitOutcome, OpenedHit, OpenedIdentity } from '../../kyc/operations.ts';
import type { ReportsOf } from '../report.ts';
import { timeOf } from '../report.ts';

type Typed = { readonly record: string };

/** What came of a decision about a hit, in words. */
const outcomes: Readonly<Record<HitOutcome, string>> = {
  waits: 'it still waits for a decision about another entry.',
  looked: 'what the company says of it is read and applied now.',
  holds: 'it holds again; whatever waited for it goes on.',
  expired: 'its document has run out meanwhile, so it does not hold.',
  refused: 'it is refused for good; its person was told.',
  disabled: 'it does not hold, and its account stays as it was when that began.',
  noted: 'it had ended before.',
};

const open_hit = 'Its person may be on a list: kyc-show names the entry, kyc-hit decides about it.';
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
      open_hit,
      unscreened: 'It was not compared with the list yet: that is tried again each hour.',
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
      erased: 'It was erased: its person verifies anew.',
      open_hit,
    },
  },
  'kyc.hold': {
    done: (_facts: undefined, { record, hold }) =>
      hold === 'on'
        ? `${record} is kept until two persons let go of it.`
        : `${record} is kept for its term alone; it is erased the night after that.`,
    no: {
      not_found,
      wrong_state: ({ hold }) =>
        hold === 'on' ? 'An order to keep it stands already.' : 'No order keeps it.',
      erased: 'It was erased: there is nothing left to keep.',
    },
  },
  'kyc.hit': {
    done: ({ outcome }: { readonly outcome: HitOutcome }, { record, entry }) =>
      `Decided about ${entry}. ${record}: ${outcomes[outcome]}`,
    no: { not_found, no_hit: 'Nothing of this entry waits for a decision: kyc-show names what does.' },
  },
} as const satisfies ReportsOf<Operations, keyof Operations & `kyc.${string}`>;

function sayIdentity(number: string, opened: OpenedIdentity): readonly string[] {
  const { userId, purpose, status, use, review, reason, provider, attempts, expiresOn } = opened.record;
  const { name, document, items, steps, disclosures, hold, hits } = opened;
  const { screenedVersion: version, screenedAt } = opened.record;
  const paper =
    document === null
      ? 'nothing is known of a document'
      : `${document.idType} ${document.maskedNumber} of ${document.issuingRegion}, nationality ${document.nationality}, born ${document.birthYear}`;
  return [
    `${number} of person ${userId}: for ${purpose}, ${review}, ${status}, ${use}${reason === null ? '' : `, ${reason}`}`,
    `${name ?? 'no name'}; ${paper}${expiresOn === null ? '' : `, good through ${expiresOn}`}`,
    `checked by ${provider ?? 'nobody yet'}, ${attempts} attempts used`,
    sayTerm(opened),
    ...(hold === null
      ? []
      : [`kept by order since ${timeOf(hold.since)}, of ${hold.by} and ${hold.second}: ${hold.reason}`]),
    version === null || screenedAt === null
      ? 'compared with no list of sanctioned persons'
      : `compared with version ${version} of the list at ${timeOf(screenedAt)}`,
    ...hits.map(sayHit),
    ...items.map(({ item, state, label }) => `  ${item}: ${state}${label === null ? '' : ` (${label})`}`),
    ...steps.map(({ review: step, at }) => `  ${timeOf(at)} ${step}`),
    ...disclosures.map(
      ({ provider: to, contentId, version, items: given, at, erasedAt }) =>
        `  ${timeOf(at)} given to ${to} under ${contentId} ${version}: ${given.join(', ')}${erasedAt === null ? '' : `; erased there ${timeOf(erasedAt)}`}`,
    ),
  ];
}

function sayTerm({ record: { erasedAt }, keptUntil }: OpenedIdentity): string {
  if (erasedAt !== null) return `erased ${timeOf(erasedAt)}`;
  return keptUntil === null ? 'kept while it is in use' : `to be erased after ${timeOf(keptUntil)}`;
}

function sayHit(hit: OpenedHit): string {
  const { listId, score, listVersion, foundAt, entry, decision, decidedBy, decidedAt } = hit;
  const named = entry === null ? 'erased' : `"${entry.name}" of ${entry.source}`;
  const end =
    decision === null || decidedAt === null
      ? 'waits for a person'
      : `${decision} by ${decidedBy ?? 'nobody'} at ${timeOf(decidedAt)}`;
  return `  ${timeOf(foundAt)} like ${listId}: ${named}, likeness ${score}, version ${listVersion}; ${end}`;
}

/** What is printed about identities. */
import type { Operations } from '@marigold/operations/operations';

import type {
  HitOutcome,
  HouseDecided,
  HouseProgress,
  OpenedCheck,
  OpenedHit,
  OpenedIdentity,
  ReadLines,
  TypedByPerson,
} from '../../kyc/operations.ts';
import type { ReportsOf } from '../report.ts';
import { listed, timeOf } from '../report.ts';

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

/** Why one person is not enough to end a check by the house. */
const whyTwo: Readonly<Record<Exclude<HouseDecided['why'], null>, string>> = {
  final: 'two persons refuse for good',
  address: 'level 3 takes two persons',
  noLines: 'the lines of the document were not compared (kyc-mrz)',
  differs: 'the lines of the document differ from what was typed',
};

const afterDecision: Readonly<Record<HouseDecided['is'], string>> = {
  held: 'waits for two persons (kyc-judge)',
  passed:
    'passed: it is approved within a minute, unless another account has the document or a list stops it.',
  again: 'waits for what is asked again: its person is told within a minute.',
  final: 'is refused for good.',
};

/** Of whatever is done to a check by the house. */
const ofHouse = {
  nameless: 'Whoever checks an identity gives a name (--by): the audit log keeps it.',
  wrong_state: 'It does not wait for somebody of the house who checks it.',
};

const item_unknown = ({ item }: { readonly item: string }, facts: Readonly<Record<string, unknown>>) =>
  `Its person has not given ${item}, or it was accepted before. What can be looked at: ${namesOf(facts['items'])}.`;

function namesOf(items: unknown): string {
  return Array.isArray(items) && items.length > 0 ? items.join(', ') : 'nothing';
}

const open_hit = 'Its person may be on a list: kyc-show names the entry, kyc-hit decides about it.';
const not_found = ({ record }: Typed) => `There is no identity ${record}.`;

export const kycReports = {
  'kyc.show': {
    done: (opened: OpenedIdentity, { record }) => sayIdentity(record, opened),
    no: { not_found, nameless: 'Whoever opens an identity gives a name (--by): the audit log keeps it.' },
  },
  'kyc.accept-item': {
    done: (progress: HouseProgress, { record, item }) => [
      `${item} of ${record} is accepted.`,
      ...sayProgress(progress),
    ],
    no: { not_found, ...ofHouse, item_unknown },
  },
  'kyc.again': {
    done: (progress: HouseProgress, { record, item, label }) => [
      `${item} of ${record} will be asked for once more (${label}).`,
      ...sayProgress(progress),
    ],
    no: { not_found, ...ofHouse, item_unknown },
  },
  'kyc.mrz': {
    done: ({ compared, wrong }: ReadLines, { record }) => [
      `The lines of ${record} and what was typed:`,
      ...compared.map(({ item, likeness }) => `  ${item}: ${likeness}`),
      ...wrong.map((digit) => `  ${digit} does not fit`),
    ],
    no: {
      not_found,
      ...ofHouse,
      lines_unreadable: (_words, facts) => [
        'They are not the lines of a passport or identity card. What could not be read:',
        ...listed(facts, 'wrong'),
      ],
    },
  },
  'kyc.decide': {
    done: ({ is, why }: HouseDecided, { record }) =>
      `${record} ${afterDecision[is]}${why === null ? '' : `: ${whyTwo[why]}.`}`,
    no: {
      not_found,
      ...ofHouse,
      items_open: (_words, { items }) => `Nobody has looked at these yet: ${namesOf(items)}.`,
      items_again: (_words, { items }) => `These are to be given again: ${namesOf(items)}.`,
      nothing_again: 'Nothing is to be given again: kyc-again names it first.',
      incomplete: 'Something that level 2 needs was not given.',
    },
  },
  'kyc.read': {
    done: (typed: TypedByPerson, { record }) => [
      `What the person of ${record} typed:`,
      ...typed.map(({ item, text }) => `  ${item}: ${text}`),
    ],
    no: {
      not_found,
      nameless: 'Whoever reads what a person typed gives a name (--by): the audit log keeps it.',
      wrong_state: 'The house does not check it now.',
    },
  },
  'kyc.picture': {
    done: ({ path }: { readonly path: string }, { record, item }) => [
      `The picture ${item} of ${record} is in ${path}, with your name and the moment across it.`,
      'Nobody else may read the file. Delete it when you have looked.',
    ],
    no: {
      not_found,
      nameless: 'Whoever opens a picture gives a name (--by): the audit log and the picture keep it.',
      erased: 'It was erased: there is no picture left.',
      no_picture: ({ item }) => `Nothing was sent in as ${item}.`,
      file_exists: 'There is a file of that name already: nothing is written over it.',
      no_folder: 'There is no folder for a file of that name, or nothing can be written there.',
    },
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
  'kyc.bind': {
    done: (_facts: undefined, { record, decision }) =>
      decision === 'accept'
        ? `${record} is bound to whoever asked for it; both see it.`
        : `${record} is not bound. To whoever asked, nobody answered.`,
    no: {
      not_found,
      no_binding: 'Nothing of this id waits for an answer: kyc-show names what does.',
      wrong_state: 'It cannot be bound: it does not hold, or it was bound before.',
    },
  },
} as const satisfies ReportsOf<Operations, keyof Operations & `kyc.${string}`>;

function sayProgress({ accepted, again, unseen }: HouseProgress): readonly string[] {
  const rows = { accepted, again, 'to be looked at': unseen };
  return Object.entries(rows).flatMap(([what, items]) =>
    items.length === 0 ? [] : [`  ${what}: ${items.join(', ')}`],
  );
}

function sayCheck({ round, receivedAt, hasLines, progress }: OpenedCheck): readonly string[] {
  const lines = hasLines ? 'lines compared' : 'lines not compared yet';
  return [`with the house since ${timeOf(receivedAt)}, round ${round}, ${lines}`, ...sayProgress(progress)];
}

function sayIdentity(number: string, opened: OpenedIdentity): readonly string[] {
  const { userId, purpose, status, use, review, reason, provider, attempts, expiresOn } = opened.record;
  const { name, document, items, steps, disclosures, hold, hits, bindings, house } = opened;
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
    ...bindings.map(
      ({ id, userId: by, use: wanted, createdAt, expiresAt }) =>
        `  ${timeOf(createdAt)} wanted for ${wanted} by person ${by}, until ${timeOf(expiresAt)}: ${id}`,
    ),
    ...(house === null ? [] : sayCheck(house)),
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

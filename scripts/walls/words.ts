/**
 * Holds the names of the code against docs/glossary.md: the words that are out, and what is exported under one name by two
 * files. Columns and what else is written with underscores keep the words of the database; texts and comments are prose.
 */
import { basename } from 'node:path';

import { parse } from './source.ts';

type Parsed = ReturnType<typeof parse>;

/** What a name said with each of them is said by the field's word, or by what the thing is. */
const wordsOut: ReadonlyMap<string, string> = new Map([
  ['told', 'what was announced, published, reported or sent'],
  ['tell', 'announce, notify, publish, report or send'],
  ['tells', 'announces, notifies, publishes, reports or sends'],
  ['said', 'an answer, a reply, or what it holds'],
  ['shown', 'visible, displayed or current'],
  ['kept', 'stored, retained, cached or reserved'],
  ['asked', 'a request, a query, or what it asks for'],
  ['pot', 'the dust balance'],
  ['pots', 'dust balances'],
  ['pocket', 'an account'],
  ['pockets', 'accounts'],
  ['hub', 'a fan-out, or the feed that it hands on'],
  ['hubs', 'feeds'],
  ['tally', 'counts'],
  ['foretell', 'announce'],
  ['scene', 'a setup'],
  ['scenes', 'setups'],
  ['aside', 'uncredited, held back, or a sidebar'],
]);

/** Whole names that said no more than "the one I need". */
const namesOut: ReadonlySet<string> = new Set(['orderOf', 'placeOf']);

/** Names that other sides gave, and a word of the glossary itself. */
const namesThatStay: ReadonlySet<string> = new Set([
  // Kinds and fields of the contract, which are stored and travel.
  'riskAsked',
  'scene',
  'keptUntil',
  // A value of a text.
  'shown',
  // Figures of measurements, which are compared from day to day.
  'askedRightAfterChange',
  'toldToComeAgain',
  // The pool that commits by itself.
  'aside',
  'asidePool',
]);

/** Exported names that stand in two files or more, each with the reason. What is only handed on is not counted. */
const namesOfSeveral: readonly (readonly [reason: string, names: readonly string[]])[] = [
  [
    'a call of the contract, and the handler that answers it',
    [
      'cancelTransfer',
      'inviteInfo',
      'listDeposits',
      'listInvited',
      'logout',
      'securityLog',
      'sendFeedback',
      'tradeConfig',
    ],
  ],
  [
    'a schema of the contract, and what the wallet reads by it',
    [
      'Currency',
      'CurrencyChain',
      'Deposit',
      'Fill',
      'MessageTopic',
      'Order',
      'Payee',
      'RiskCase',
      'RiskState',
      'TransferState',
      'User',
    ],
  ],
  [
    'one thing that two sides state, of which neither may know the other',
    ['MarketState', 'Side', 'TimeInForce', 'assert', 'checksumOf', 'dayMs', 'hourMs', 'md5Hex', 'ownChannel'],
  ],
  [
    'an operation of the table, and what its module does or reads for it',
    [
      'acceptDifference',
      'answerTicket',
      'approvePayout',
      'assignSurplus',
      'bumpPayout',
      'closeDeposit',
      'haltAsset',
      'haltChain',
      'holdRestored',
      'judgePayout',
      'listTickets',
      'publishContent',
      'rejectPayout',
      'requeuePayout',
      'resumeAsset',
      'resumeChain',
      'resumeMoney',
      'retireAnnouncement',
      'settleDebt',
    ],
  ],
  ['the text of a call, by the function of the ledger that it calls', ['post']],
  ['a name that a tool asks for', ['default', 'run', 'setup']],
];

const known: ReadonlySet<string> = new Set(namesOfSeveral.flatMap(([, names]) => names));
/** What only the types of a file are tested by. */
const typeTest = /\.test-d\.ts$/;

/** The words of a name, in small letters: `toldAt` and `TellFrame` are two each, `is_aside` is none of the code. */
function wordsOf(name: string): string[] {
  if (name.includes('_')) return [];
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

function objectionTo(name: string): string | undefined {
  if (namesThatStay.has(name)) return undefined;
  if (namesOut.has(name)) return `${name} says nothing of what it answers`;
  const word = wordsOf(name).find((one) => wordsOut.has(one));
  return word === undefined ? undefined : `${name}: say ${wordsOut.get(word)}`;
}

/** What is wrong with the names of a repository, as whole sentences. */
export function wordProblemsOf(
  files: readonly { readonly path: string; readonly source: string }[],
): string[] {
  const exported = new Map<string, readonly string[]>();
  const problems = files.flatMap(({ path, source }) => {
    const parsed = parse(path, source);
    if (!typeTest.test(path)) exported.set(path, exportNamesOf(parsed));
    return nameProblemsOf(path, source, parsed);
  });
  return [...problems, ...doublesOf(exported)];
}

/** Of the names in a file, and its own. */
function nameProblemsOf(file: string, source: string, parsed: Parsed): string[] {
  const names = new Set(mayHold(source, parsed) ? identifiersOf(parsed) : []);
  const objections = [...names].flatMap((name) => objectionTo(name) ?? []);
  const own = basename(file)
    .split(/[.-]/)
    .find((word) => wordsOut.has(word));
  return [
    ...objections.map((objection) => `${file}: ${objection}.`),
    ...(own === undefined ? [] : [`${file}: a file is not called by "${own}"; say ${wordsOut.get(own)}.`]),
  ];
}

/** Whether a closer look is worth its time: comments, which are most of what is found, do not count. */
function mayHold(source: string, { comments }: Parsed): boolean {
  let code = '';
  let from = 0;
  for (const { start, end } of comments) {
    code += source.slice(from, start);
    from = end;
  }
  code += source.slice(from);
  return (code.match(/[A-Za-z$][\w$]*/g) ?? []).some((name) => objectionTo(name) !== undefined);
}

function identifiersOf({ program }: Parsed): string[] {
  const found: string[] = [];
  const open: unknown[] = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (Array.isArray(node)) open.push(...node);
    else if (typeof node === 'object' && node !== null) {
      if ('type' in node && node.type === 'Identifier' && 'name' in node) found.push(String(node.name));
      open.push(...Object.values(node).filter((value) => typeof value === 'object' && value !== null));
    }
  }
  return found;
}

/** What a file exports under names of its own. */
function exportNamesOf({ module }: Parsed): string[] {
  return module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.moduleRequest === null ? (entry.exportName.name ?? entry.exportName.kind.toLowerCase()) : [],
    ),
  );
}

/** Names that two files export without a reason that is written down here. */
function doublesOf(exported: ReadonlyMap<string, readonly string[]>): string[] {
  const files = new Map<string, Set<string>>();
  for (const [file, names] of exported)
    for (const name of names) files.set(name, (files.get(name) ?? new Set()).add(file));
  return [...files].flatMap(([name, of]) =>
    of.size < 2 || known.has(name) ? [] : [`${name} is exported by ${[...of].join(' and ')}.`],
  );
}

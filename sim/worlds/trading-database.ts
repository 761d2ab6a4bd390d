/**
 * The database of the trading world: one transaction after the other, written piece by piece with a mark at its end. A
 * crash leaves some of the pieces; what has no mark did not happen. What is decided about journals is the ledger's own.
 */
import type { AccountKind } from '@marigold/ledger/account';
import { type HashedJournal, type Journal, journalHash } from '@marigold/ledger/journal';
import type { TradePosting, TradeAccount, ClearingOrder } from '@marigold/trading/order';

import type { Random } from '../../chaos/random.ts';
import { type KnownJournal, nameOf } from '../../packages/ledger/testing/batch-plan.ts';
import type { Schedule } from './trading-schedule.ts';
import type { Weather } from './trading-weather.ts';

export type PostingAsset = TradePosting['asset'];

export type AccountRow = {
  readonly id: bigint;
  readonly assetId: number;
  readonly kind: AccountKind;
  readonly isFloored: boolean;
  units: bigint;
};

/** What a command with this key and body was answered, written with what it did. */
export type AnswerRow = { readonly key: string; readonly body: string; readonly answer: string };

/** A row of the orders: the clearing's record under its public id. */
export type OrderRecord = { readonly id: string; readonly order: ClearingOrder };

export type Transaction = {
  readonly journals: readonly LaterHashed[];
  readonly answers: readonly AnswerRow[];
  readonly orders: readonly OrderRecord[];
};

export type State = {
  readonly accounts: ReadonlyMap<bigint, AccountRow>;
  /** The same accounts and their balances, by place. */
  readonly list: readonly AccountRow[];
  readonly units: number[];
  readonly known: Map<string, KnownJournal>;
  readonly answers: Map<string, AnswerRow>;
  readonly orders: Map<number, OrderRecord>;
  /** Those that wait, as an index knows them. */
  readonly open: Map<number, OrderRecord>;
  readonly numbers: Map<string, number>;
};

/** `failed`: nothing was written. `unknown`: the line broke, and whoever asked must look. */
export type CommitOutcome = 'committed' | 'failed' | 'unknown';

export type TradingDatabase = {
  readonly state: State;
  /** Every transaction that happened, in order. */
  readonly log: readonly Transaction[];
  /** Waits until nobody else writes; `false` when the database went away meanwhile. */
  readonly begin: (run: (isUp: boolean) => void) => void;
  readonly rollback: () => void;
  readonly commit: (transaction: Transaction, done: (outcome: CommitOutcome) => void) => void;
  readonly crash: () => void;
};

type Writing = { readonly transaction: Transaction; readonly done: (outcome: CommitOutcome) => void };

export function createDatabase(weather: Weather, random: Random, schedule: Schedule): TradingDatabase {
  const state = emptyState(weather.owners);
  const log: Transaction[] = [];
  const waiting: ((isUp: boolean) => void)[] = [];
  let isTaken = false;
  let writing: Writing | undefined;

  function happen(transaction: Transaction): void {
    log.push(transaction);
    write(state, transaction);
  }

  function release(): void {
    writing = undefined;
    isTaken = false;
    const next = waiting.shift();
    if (next === undefined) return;
    isTaken = true;
    next(true);
  }

  /** What is told before the next one begins: whoever wrote must not overtake itself. */
  function end({ transaction, done }: Writing): void {
    const isFailed = random.chance(weather.commitFailure);
    const isUnknown = !isFailed && random.chance(weather.commitUnknown);
    if (!isFailed && !(isUnknown && random.chance(0.5))) happen(transaction);
    done(isFailed ? 'failed' : isUnknown ? 'unknown' : 'committed');
    release();
  }

  return {
    state,
    log,
    begin(run) {
      if (isTaken) return void waiting.push(run);
      isTaken = true;
      run(true);
    },
    rollback: release,
    commit(transaction, done) {
      const mine = { transaction, done };
      writing = mine;
      schedule.after(1 + random.below(weather.syncMax), () => {
        if (writing === mine) end(mine);
      });
    },
    crash() {
      const torn = writing;
      const away = waiting.splice(0);
      writing = undefined;
      isTaken = false;
      if (torn !== undefined) {
        const { journals, answers, orders } = torn.transaction;
        const pieces = journals.length + answers.length + orders.length + 1;
        if (random.below(pieces + 1) === pieces) happen(torn.transaction);
        torn.done('unknown');
      }
      for (const run of away) run(false);
    },
  };
}

/** Where money lies: available and order of base, then of quote, for each owner; then the house; then outside. */
export function balanceIndex(
  owners: number,
  account: TradeAccount | { readonly kind: 'outside' },
  asset: PostingAsset,
): number {
  const side = asset === 'base' ? 0 : 1;
  if (account.kind === 'fee') return owners * 4 + side;
  if (account.kind === 'outside') return owners * 4 + 2 + side;
  return account.owner * 4 + side * 2 + (account.kind === 'order' ? 1 : 0);
}

/** Accounts are numbered from one. */
export function accountIdOf(
  owners: number,
  account: TradeAccount | { readonly kind: 'outside' },
  asset: PostingAsset,
): bigint {
  return BigInt(1 + balanceIndex(owners, account, asset));
}

export function assetIdOf(asset: PostingAsset): number {
  return asset === 'base' ? 1 : 2;
}

function emptyState(owners: number): State {
  const accounts = new Map<bigint, AccountRow>();
  const open = (kind: AccountKind, side: number): void => {
    // What people bring comes from outside, where nobody counts.
    const id = BigInt(accounts.size + 1);
    accounts.set(id, { id, assetId: side + 1, kind, isFloored: kind !== 'chain', units: 0n });
  };
  for (let owner = 0; owner < owners; owner += 1)
    for (const side of [0, 1]) {
      open('available', side);
      open('order', side);
    }
  for (const kind of ['fee', 'chain'] as const) for (const side of [0, 1]) open(kind, side);
  return {
    accounts,
    list: [...accounts.values()],
    units: Array.from(accounts, () => 0),
    known: new Map(),
    answers: new Map(),
    orders: new Map(),
    open: new Map(),
    numbers: new Map(),
  };
}

/** A journal whose hash is computed when somebody compares it: most are never compared. */
export class LaterHashed implements HashedJournal, KnownJournal {
  readonly journal: Journal;
  journalId = 0n;
  readonly name: string;
  private made: string | undefined;

  constructor(journal: Journal) {
    this.journal = journal;
    this.name = nameOf(journal);
  }

  get hash(): string {
    return (this.made ??= journalHash(this.journal));
  }
}

/** What a transaction does to the tables. */
function write(state: State, { journals, answers, orders }: Transaction): void {
  for (const hashed of journals) {
    const { journal, name } = hashed;
    if (state.known.has(name)) throw new Error(`journal ${name} is written twice`);
    hashed.journalId = BigInt(state.known.size + 1);
    state.known.set(name, hashed);
    for (const { from, to, units } of journal.postings) {
      change(state, from, 0n - units);
      change(state, to, units);
    }
  }
  for (const row of answers) {
    if (state.answers.has(row.key)) throw new Error(`${row.key} is done twice`);
    state.answers.set(row.key, row);
  }
  for (const stored of orders) {
    const { number, status } = stored.order;
    state.orders.set(number, stored);
    state.numbers.set(stored.id, number);
    if (status === 'wait') state.open.set(number, stored);
    else state.open.delete(number);
  }
}

function change({ list, units }: State, id: bigint, change: bigint): void {
  const place = Number(id) - 1;
  const account = list[place];
  if (account === undefined) throw new Error(`Broken: no account ${id}`);
  account.units += change;
  units[place] = Number(account.units);
}

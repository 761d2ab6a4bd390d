/**
 * A batch in the database: journals, orders, trades, fills, candles, bills, keys with their answers and announcements, in
 * one transaction of a few statements, whatever the number of commands.
 */
import { Fenced, withNamedErrors } from '@marigold/ledger/errors';
import { type HashedJournal, journalHash } from '@marigold/ledger/journal';
import { beginBatch, fillBatch } from '@marigold/ledger/post-many';
import { assert } from '@marigold/money/assert';
import { journalsOf } from '@marigold/trading/journal';
import type { TradePosting, TradeAccount } from '@marigold/trading/order';

import type { Database } from '../../../platform/database/database.ts';
import { queryable } from '../../../platform/database/database.ts';
import { hint } from '../../../platform/database/outbox.ts';
import type { StoredAnswer } from '../../../platform/http/request-keys.ts';
import { keepAnswers } from '../../../platform/http/request-keys.ts';
import { endQuietBills, recordBills } from '../../bill/record.ts';
import { recordCandles } from '../../market/history/record-candles.ts';
import type { MarketRow } from '../../market/registry.ts';
import type { TradeCrash } from '../crash.ts';
import type { BatchChanges } from '../decide/batch-changes.ts';
import type { MarketBook } from '../decide/book.ts';
import { accountKey } from '../decide/book.ts';
import { announcements } from './announcements.ts';
import { notifyCancelled } from './operator-cancel-notices.ts';
import {
  findEpoch,
  insertFills,
  insertOrders,
  insertTrades,
  lockSortedAccounts,
  probeByIndex,
  updateOrders,
} from './store.ts';

/** As ledger.begin_batch and ledger.fill_batch take them. */
const [journalsMax, legsMax] = [2000, 8000];
/** As ledger.lock_accounts takes them. */
const lockedMax = 16_000;

/** Writes everything; the caller's transaction commits it. */
export async function writeBatch(
  db: Database,
  book: MarketBook,
  {
    changes,
    answered,
    crash,
  }: {
    readonly changes: BatchChanges;
    readonly answered: readonly StoredAnswer[];
    readonly crash: TradeCrash;
  },
): Promise<void> {
  await crash('order.before-rows');
  await probeByIndex(db);
  const orders = [...changes.orders.values()];
  await insertOrders(db, book.market, { rows: orders.filter(({ isNew }) => isNew), now: changes.now });
  await updateOrders(db, { rows: orders.filter(({ isNew }) => !isNew), now: changes.now });
  await crash('order.before-keys');
  await keepAnswers(db, answered, changes.now);
  await hint(db, announcements(book.market, changes.news));
  await notifyCancelled(db, book.market, changes);
  await crash('order.before-journal');
  const begun = await beginJournals(db, book, changes);
  await crash('order.before-bills');
  await writeTrades(db, book.market, changes, begun.journalIds);
  await writeBills(db, changes, begun.journalIds);
  // All markets meet on the house's fee accounts, and people trade in many: what can come before they are locked, did.
  await moveMoney(db, begun.groups);
  await crash('order.before-commit');
}

/** Journals as one statement of the ledger takes them, and their ids. */
type Begun = { readonly journals: readonly HashedJournal[]; readonly ids: readonly bigint[] };

/**
 * The ledger's part, under the lease: whoever lost the market is refused here. Journals without their postings; `journalIds`
 * has one of the ledger for each journal of the batch.
 */
async function beginJournals(
  db: Database,
  book: MarketBook,
  { journals }: BatchChanges,
): Promise<{ readonly groups: readonly Begun[]; readonly journalIds: readonly bigint[] }> {
  const { market, accounts } = book;
  const { symbol } = market;
  const assetId = (asset: TradePosting['asset']): number =>
    asset === 'base' ? market.baseAssetId : market.quoteAssetId;
  const accountId = (account: TradeAccount, asset: TradePosting['asset']): bigint => {
    const id = accounts.get(accountKey(account, asset));
    assert(id !== undefined, 'the accounts of a batch were opened before it');
    return id;
  };
  const ofLedger = journals.map((journal) => journalsOf({ symbol, ...journal }, { assetId, accountId }));
  const groups: Begun[] = [];
  if (journals.length === 0) await checkLease(db, book);
  for (const group of inGroups(ofLedger.flat())) {
    const hashed = group.map((journal) => ({ journal, hash: journalHash(journal) }));
    groups.push({
      journals: hashed,
      ids: await withNamedErrors(async () => await beginBatch(queryable(db), hashed, book.lease)),
    });
  }
  const ids = groups.flatMap((group) => group.ids);
  let place = 0;
  const journalIds = ofLedger.map(({ length }) => {
    const id = ids[place];
    assert(id !== undefined, 'every journal moves something');
    place += length;
    return id;
  });
  assert(place === ids.length, 'every journal that was begun is of this batch');
  return { groups, journalIds };
}

/** The postings of what was begun, in one statement that locks their accounts, or in a few under locks. */
async function moveMoney(db: Database, groups: readonly Begun[]): Promise<void> {
  if (groups.length > 1) {
    const all = groups.flatMap(({ journals }) => journals.flatMap(({ journal }) => journal.postings));
    await lockAccounts(db, [...new Set(all.flatMap(({ from, to }) => [from, to]))]);
  }
  for (const { ids, journals } of groups)
    await withNamedErrors(async () => await fillBatch(queryable(db), ids, journals));
}

/** As ledger.begin_batch does, for a batch that moves nothing: only an answer is kept. */
async function checkLease(db: Database, { lease }: MarketBook): Promise<void> {
  if ((await findEpoch(db, lease.name)) !== lease.epoch) throw new Fenced();
}

/** In the order of their ids, as everybody locks them. */
async function lockAccounts(db: Database, ids: readonly bigint[]): Promise<void> {
  const sorted = ids.toSorted((one, other) => (one < other ? -1 : 1));
  for (let start = 0; start < sorted.length; start += lockedMax)
    await lockSortedAccounts(db, sorted.slice(start, start + lockedMax));
}

/** As few statements as the ledger's bounds allow. */
function inGroups<Journal extends { readonly postings: readonly unknown[] }>(
  journals: readonly Journal[],
): Journal[][] {
  const groups: Journal[][] = [];
  let legs = legsMax;
  for (const journal of journals) {
    const group = groups.at(-1);
    if (group !== undefined && group.length < journalsMax && legs + journal.postings.length <= legsMax) {
      group.push(journal);
      legs += journal.postings.length;
    } else {
      groups.push([journal]);
      legs = journal.postings.length;
    }
  }
  return groups;
}

/** Trades with the fills of both sides, and the candles that they change. */
async function writeTrades(
  db: Database,
  market: MarketRow,
  { trades, fills, now }: BatchChanges,
  journalIds: readonly bigint[],
): Promise<void> {
  assert(fills.length === trades.length * 2, 'every trade has the fills of both sides');
  if (trades.length === 0) return;
  const { symbol } = market;
  await insertTrades(db, market, { trades, now, journalIds });
  await insertFills(db, market, { fills, now });
  await recordCandles(
    db,
    symbol,
    trades.map(({ price, amount }) => ({ price, amount, time: now })),
  );
}

/** Nobody is told of each bill: of each order is enough (`announcements`). */
async function writeBills(db: Database, changes: BatchChanges, journalIds: readonly bigint[]): Promise<void> {
  const { now } = changes;
  const bills = [...changes.bills].map(([id, { journal, ...bill }]) => {
    const journalId = journalIds[journal];
    assert(journalId !== undefined, 'a bill of a batch names its journal');
    return { ...bill, id, payType: 'internal' as const, journalId, now };
  });
  await recordBills(db, bills, { isQuiet: true });
  const ends = [...changes.closed].map(([billId, status]) => ({ billId, status }));
  await endQuietBills(db, ends, now);
}

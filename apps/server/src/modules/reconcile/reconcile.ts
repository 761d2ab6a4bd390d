/**
 * Compares the books with the chain at its finalized height, to the last chain unit: what all our accounts hold there
 * against what the ledger says we hold, after everything that is known to stand on one side only. Less than the books
 * stops the currency and says what differs; more stops nobody, it is booked against suspense.
 */
import type { ChainAccount, Chain, ChainCode, Coin } from '@marigold/chain/port';
import { type ChainUnits, noChainUnits } from '@marigold/chain/units';
import { Halted } from '@marigold/ledger/errors';
import { assert } from '@marigold/money/assert';
import { minus, plus } from '@marigold/money/brand';

import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Log } from '../../platform/process/log.ts';
import { mapConcurrent } from '../../platform/process/map-concurrent.ts';
import type { ChainRow } from '../chain/registry.ts';
import { findChain, findChainAsset } from '../chain/registry.ts';
import { haltAsset } from '../chain/state/halt.ts';
import { knownHash, readCursor } from '../chain/views.ts';
import type { OpenAttempt } from '../payout/views.ts';
import type { BooksSnapshot } from './snapshot.ts';
import { takeSnapshot } from './snapshot.ts';
import { bookSurplus } from './surplus.ts';

export type ReconcilerDependencies = {
  readonly db: Database;
  readonly chain: Chain;
  readonly code: ChainCode;
  readonly clock: Clock;
  readonly log: Log;
  /** How many blocks become final between two looks. */
  readonly everyBlocks?: number;
  /** Aborted when the program ends: a comparison that runs is given up, and nothing is concluded from it. */
  readonly ending?: AbortSignal;
};

/** One currency, compared. */
export type Comparison = {
  readonly asset: string;
  readonly height: number;
  /** What the books say that lies on the chain. */
  readonly expected: ChainUnits;
  readonly found: ChainUnits;
  /** What each account of ours holds of it; `found` together. */
  readonly held: ReadonlyMap<ChainAccount, ChainUnits>;
  /** Parts of `expected`, for whoever looks for a difference. */
  readonly parts: Readonly<Record<string, ChainUnits>>;
  /** How many differences the books had of it then. */
  readonly differences: number;
};

export interface Reconciler {
  /** Compares when enough became final since the last time. Throws ChainUnavailable. */
  look(): Promise<void>;
  /** Compares now, halts what lacks something and books what is beyond. Empty: the chain is halted or not read yet. */
  reconcile(): Promise<Comparison[]>;
}

const everyBlocksUsual = 100;
/** Balances that are asked for at once. */
const readsAtOnce = 8;

export function createReconciler(dependencies: ReconcilerDependencies): Reconciler {
  const { db, code, everyBlocks = everyBlocksUsual } = dependencies;
  let last: number | undefined;
  return {
    async look() {
      const cursor = await readCursor(db, code);
      if (cursor === undefined) return;
      if (last !== undefined && cursor.finalizedHeight - last < everyBlocks) return;
      await reconcile(dependencies);
      last = cursor.finalizedHeight;
    },
    reconcile: async () => await reconcile(dependencies),
  };
}

async function reconcile(dependencies: ReconcilerDependencies): Promise<Comparison[]> {
  const { db, code, clock, log } = dependencies;
  const row = await findChain(db, code);
  assert(row !== undefined, `the chain ${code} is known`);
  const snapshot = await takeSnapshot(db, row);
  if (snapshot === undefined) return [];
  const compared = await compare(dependencies, row, snapshot);
  for (const one of compared) {
    if (one.expected === one.found) continue;
    if (one.found > one.expected) {
      await takeSurplus(dependencies, row, one);
      continue;
    }
    const reason = sentenceOf(one);
    if (await haltAsset(db, { chain: code, asset: one.asset, reason, now: clock() })) {
      log.fatal({ chain: code, asset: one.asset, reason }, 'Books and chain differ: a currency is halted.');
    }
  }
  return compared;
}

/** More than the books is no loss: anybody can force it on us, so it is put aside and told, and nothing waits. */
async function takeSurplus(
  { db, code, clock, log }: ReconcilerDependencies,
  row: ChainRow,
  { asset: name, height, found, expected, held, differences }: Comparison,
): Promise<void> {
  const asset = await findChainAsset(db, code, name);
  if (asset === undefined) return;
  const amount = minus(found, expected);
  const details = { chain: code, asset: name, height, amount: String(amount) };
  try {
    if (await bookSurplus(db, row, { asset, height, amount, differences, held, now: clock() })) {
      log.warn(details, 'A chain holds more than the books: it is in suspense until operators assign it.');
    }
  } catch (error) {
    // The auditor stopped all money; the next look finds it again.
    if (!(error instanceof Halted)) throw error;
    log.warn(details, 'A chain holds more than the books; it waits: money is stopped.');
  }
}

function sentenceOf({ height, expected, found, parts }: Comparison): string {
  const details = Object.entries(parts)
    .filter(([, amount]) => amount !== 0n)
    .map(([name, amount]) => `${name} ${amount}`);
  const missing = expected - found;
  return `at block ${height} the chain holds less than the books by ${missing} chain units: found ${found}, expected ${expected} (${details.join(', ')})`;
}

async function compare(
  { db, chain, ending }: ReconcilerDependencies,
  row: ChainRow,
  snapshot: BooksSnapshot,
): Promise<Comparison[]> {
  const { height } = snapshot;
  const block = await chain.block(height);
  // It is final: whoever says otherwise is found by the watcher.
  if (block === null || block.hash !== (await knownHash(db, row.code, height))) return [];
  const flight = await readFlight(chain, snapshot);
  const compared: Comparison[] = [];
  for (const { asset, coin, parts, differences } of snapshot.assets) {
    const all = { ...parts, 'in flight': minus(noChainUnits, flight.get(coin) ?? noChainUnits) };
    const expected = Object.values(all).reduce(plus, noChainUnits);
    const held = new Map<ChainAccount, ChainUnits>();
    await mapConcurrent(snapshot.accounts, readsAtOnce, async (account) => {
      ending?.throwIfAborted();
      held.set(account, await chain.balance(account, coin, block));
    });
    const found = [...held.values()].reduce(plus, noChainUnits);
    compared.push({ asset, height, expected, found, held, parts: all, differences });
  }
  return compared;
}

/** What our own transactions took out that are final on the chain and not in the books yet, by coin. */
async function readFlight(
  chain: Chain,
  { attempts, height, accounts }: BooksSnapshot,
): Promise<Map<Coin, ChainUnits>> {
  const ours = new Set<ChainAccount>(accounts);
  const out = new Map<Coin, ChainUnits>();
  const add = (coin: Coin, amount: ChainUnits): void =>
    void out.set(coin, plus(out.get(coin) ?? noChainUnits, amount));
  await mapConcurrent(attempts, readsAtOnce, async ({ txId, account, purpose }: OpenAttempt) => {
    const found = await chain.transaction(txId);
    if (found.state !== 'mined' || found.block.height > height) return;
    add('native', found.feePaid);
    if (!found.isGood) return;
    for (const transfer of found.transfers) {
      if (transfer.from === account) add(transfer.coin, transfer.amount);
      // What a payout brings to one of our accounts is a deposit like any other.
      if (purpose !== 'payout' && ours.has(transfer.to))
        add(transfer.coin, minus(noChainUnits, transfer.amount));
    }
  });
  return out;
}

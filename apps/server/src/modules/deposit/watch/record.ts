/** Deposits as blocks hold them: seen in a block, in no block any more, and waiting for each new one. */
import { type ChainUnits, noChainUnits } from '@marigold/chain/units';
import { plus } from '@marigold/money/brand';

import type { Database } from '../../../platform/database/database.ts';
import { changeBills } from '../../bill/record.ts';
import type { ChainRow } from '../../chain/registry.ts';
import { readCursor } from '../../chain/views.ts';
import { blockRows } from '../../chain/watch/found-block.ts';
import type { Recorded, Unrecorded } from '../../chain/watch/listener.ts';
import { leaveDust } from '../dust-balance.ts';
import type { DepositRow } from '../store.ts';
import { dustKey, isReturning, lockDustBalances, writeDustBalances } from '../store.ts';
import { notifyUnlisted } from '../uncredited-notices.ts';
import { announcePending } from './announce-pending.ts';
import { comingOf, reinclude } from './match-transfers.ts';
import type { JoinOwnTransaction } from './store.ts';
import { announceProgress, insertDeposits, lockAbove, match, updateUnrecorded } from './store.ts';

/**
 * Every transfer to an account of ours becomes a deposit, but for what our own top-ups and sweeps move between accounts of
 * the house. One that was in another block before goes on where it was.
 */
export async function recordDeposits(
  db: Database,
  { chain, blocks, now }: Recorded,
  joinOwnTransaction: JoinOwnTransaction,
): Promise<void> {
  const rows = blocks.flatMap(blockRows);
  if (rows.length === 0) return;
  const matched = await match(db, chain, rows, joinOwnTransaction);
  await reinclude(db, matched, now);
  const fresh = matched.filter(({ deposit_id }) => deposit_id === null).map((one) => comingOf(one));
  const bills = await announcePending(db, chain, fresh, now);
  const deposits = fresh.map((coming) => ({ ...coming, billId: bills.get(coming.id) ?? null }));
  await insertDeposits(db, chain.code, deposits, now);
  await notifyUnlisted(db, chain, fresh, now);
}

/**
 * What nobody was credited for is orphaned at once. What was credited stays as it is, in no block, until everything was
 * read: mostly its transaction is in the very next one.
 */
export async function unrecordDeposits(db: Database, { chain, above, now }: Unrecorded): Promise<void> {
  const left = await lockAbove(db, chain.code, above);
  if (left.length === 0) return;
  await updateUnrecorded(db, left);
  await takeOutDust(
    db,
    chain,
    left.filter(({ state }) => state === 'dust'),
  );
  const waiting = left.filter(
    (deposit) => (deposit.state === 'confirming' || deposit.state === 'held') && !isReturning(deposit),
  );
  await changeBills(
    db,
    waiting.flatMap(({ billId }) =>
      billId === null ? [] : [{ billId, statuses: ['pending'] as const, now }],
    ),
  );
}

async function takeOutDust(db: Database, chain: ChainRow, dust: readonly DepositRow[]): Promise<void> {
  if (dust.length === 0) return;
  const names = dust.flatMap(({ userId, asset }) =>
    userId === null || asset === null ? [] : [{ userId, asset }],
  );
  const gone = new Map<string, ChainUnits>();
  for (const { userId, asset, amount } of dust) {
    const key = dustKey({ userId: userId ?? '', asset: asset ?? '' });
    gone.set(key, plus(gone.get(key) ?? noChainUnits, amount));
  }
  const balances = await lockDustBalances(db, chain.code, names);
  const named = new Map(names.map((name) => [dustKey(name), name]));
  await writeDustBalances(
    db,
    chain.code,
    [...named].flatMap(([key, name]) => {
      const balance = balances.get(key);
      const amount = gone.get(key) ?? noChainUnits;
      // They are orphaned already, so what is left of the dust is without them.
      return balance === undefined
        ? []
        : [
            {
              ...name,
              balance: leaveDust({ amount: balance.amount, dust: plus(balance.dust, amount) }, amount),
            },
          ];
    }),
  );
}

/** On a new block the people whose deposits wait hear of it once; what they see is counted from the head when it is read. */
export async function announceNewHead(
  db: Database,
  chain: ChainRow,
  announced: Map<string, number>,
): Promise<void> {
  const cursor = await readCursor(db, chain.code);
  if (cursor === undefined || announced.get(chain.code) === cursor.height) return;
  announced.set(chain.code, cursor.height);
  await announceProgress(db, chain, cursor.height);
}

/** Deposits as the watcher tells of them: seen in a block, in no block any more, and what follows once all is read. */
import { Halted } from '@marigold/ledger/errors';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database.ts';
import { changeBills } from '../../bill/record.ts';
import type { ChainRow } from '../../chain/registry.ts';
import type { BlockListener, Recorded, Unrecorded } from '../../chain/watch/listener.ts';
import { readCursor, rowsOf } from '../../chain/watch/store.ts';
import type { DepositContext } from '../context.ts';
import { creditDue } from '../credit/credit.ts';
import { unlockFinal } from '../credit/unlock.ts';
import { leaveDust } from '../dust-balance.ts';
import { closeGone } from '../reorg/close-gone.ts';
import { clawBack } from '../reorg/reorg-clawback.ts';
import type { DepositRow } from '../store.ts';
import { isReturning, lockDustBalances, dustKey, readDeposits, writeDustBalances } from '../store.ts';
import { tellUnlisted } from '../uncredited-notices.ts';
import { announcePending } from './announce-pending.ts';
import { comingOf, insertDeposits, match, reinclude } from './match-transfers.ts';

export type DepositListenerDependencies = Omit<DepositContext, 'crash' | 'doubts'> &
  Partial<Pick<DepositContext, 'crash'>>;

export function createDepositListener(dependencies: DepositListenerDependencies): BlockListener {
  const context: DepositContext = { crash: () => undefined, doubts: new Map(), ...dependencies };
  const told = new Map<string, number>();
  return {
    record,
    unrecord,
    async settle(chain, { isAtHead }) {
      try {
        if (isAtHead) await clawBack(context, chain);
        await creditDue(context, chain);
        await unlockFinal(context, chain);
        if (isAtHead) await closeGone(context, chain);
      } catch (error) {
        // The auditor stopped all money; what is due stays due.
        if (!(error instanceof Halted)) throw error;
        context.log.warn({ chain: chain.code }, 'Deposits wait: money is stopped.');
      }
      if (isAtHead) await tellProgress(context.db, chain, told);
    },
  };
}

/**
 * Every transfer to an account of ours becomes a deposit, but for what our own top-ups and sweeps move between accounts of
 * the house. One that was in another block before goes on where it was.
 */
async function record(db: Database, { chain, blocks, now }: Recorded): Promise<void> {
  const rows = blocks.flatMap(rowsOf);
  if (rows.length === 0) return;
  const seen = await match(db, chain, rows);
  await reinclude(db, seen, now);
  const fresh = seen.filter(({ deposit_id }) => deposit_id === null).map((one) => comingOf(one));
  const bills = await announcePending(db, chain, fresh, now);
  await insertDeposits(db, chain, fresh, bills, now);
  await tellUnlisted(db, chain, fresh, now);
}

/**
 * What nobody was credited for is orphaned at once. What was credited stays as it is, in no block, until everything was
 * read: mostly its transaction is in the very next one.
 */
async function unrecord(db: Database, { chain, above, now }: Unrecorded): Promise<void> {
  const left = await readDeposits(
    db,
    sql`where d.chain = ${chain.code} and d.height > ${above} order by d.id for update of d`,
  );
  if (left.length === 0) return;
  await sql`
    update app.deposit d set height = null, block_hash = null, aside_at = null, aside_reason = null,
      state = case when d.state in ('confirming', 'dust', 'unsupported', 'held') then 'orphaned' else d.state end,
      finished_at = case when d.state in ('confirming', 'dust', 'unsupported', 'held') then null else d.finished_at end
    where d.id = any(${left.map(({ id }) => id)}::uuid[])`.execute(db);
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
  const gone = new Map<string, bigint>();
  for (const { userId, asset, amount } of dust) {
    const key = dustKey({ userId: userId ?? '', asset: asset ?? '' });
    gone.set(key, (gone.get(key) ?? 0n) + amount);
  }
  const balances = await lockDustBalances(db, chain.code, names);
  const named = new Map(names.map((name) => [dustKey(name), name]));
  await writeDustBalances(
    db,
    chain.code,
    [...named].flatMap(([key, name]) => {
      const balance = balances.get(key);
      const amount = gone.get(key) ?? 0n;
      // They are orphaned already, so what is left of the dust is without them.
      return balance === undefined
        ? []
        : [{ ...name, balance: leaveDust({ amount: balance.amount, dust: balance.dust + amount }, amount) }];
    }),
  );
}

/** On a new block the people whose deposits wait hear of it once; what they see is counted from the head when it is read. */
async function tellProgress(db: Database, chain: ChainRow, told: Map<string, number>): Promise<void> {
  const cursor = await readCursor(db, chain.code);
  if (cursor === undefined || told.get(chain.code) === cursor.height) return;
  told.set(chain.code, cursor.height);
  await sql`
    insert into app.outbox (user_id, event, data)
    select user_id, 'deposit', jsonb_build_object('id', (array_agg(id order by id desc))[1], 'chain', ${chain.code}::text)
    from app.deposit
    where chain = ${chain.code} and state = 'confirming' and height > ${cursor.height - chain.confirmations}
      and user_id is not null
    group by user_id`.execute(db);
}

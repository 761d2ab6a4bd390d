/** Deposits as the watcher tells of them: seen in a block, in no block any more, and what follows once all is read. */
import { Halted } from '@marigold/ledger/errors';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { eventColumns } from '../../platform/outbox.ts';
import { changeBills } from '../bill/record.ts';
import { readCursor, rowsOf } from '../chain/blocks.ts';
import type { Book, Recorded, Unrecorded } from '../chain/book.ts';
import type { ChainRow } from '../chain/registry.ts';
import { tellUnlisted } from './aside.ts';
import type { Keeping } from './context.ts';
import { creditDue } from './credit.ts';
import { foretell } from './foretell.ts';
import { closeGone } from './gone.ts';
import { unlockFinal } from './lock.ts';
import { takeLost } from './orphan.ts';
import { leaveDust } from './pot.ts';
import { comingOf, insertDeposits, look, revive } from './seen.ts';
import type { DepositRow } from './store.ts';
import { isReturning, lockPots, potKey, readDeposits, writePots } from './store.ts';

export type DepositBookDependencies = Omit<Keeping, 'crash' | 'doubts'> & Partial<Pick<Keeping, 'crash'>>;

export function createDepositBook(dependencies: DepositBookDependencies): Book {
  const keeping: Keeping = { crash: () => undefined, doubts: new Map(), ...dependencies };
  const told = new Map<string, number>();
  return {
    record,
    unrecord,
    async settle(chain, { isAtHead }) {
      try {
        if (isAtHead) await takeLost(keeping, chain);
        await creditDue(keeping, chain);
        await unlockFinal(keeping, chain);
        if (isAtHead) await closeGone(keeping, chain);
      } catch (error) {
        // The auditor stopped all money; what is due stays due.
        if (!(error instanceof Halted)) throw error;
        keeping.log.warn({ chain: chain.code }, 'Deposits wait: money is stopped.');
      }
      if (isAtHead) await tellProgress(keeping.db, chain, told);
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
  const seen = await look(db, chain, rows);
  await revive(db, seen, now);
  const fresh = seen.filter(({ deposit_id }) => deposit_id === null).map((one) => comingOf(one));
  const bills = await foretell(db, chain, fresh, now);
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
  await emptyPots(
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

async function emptyPots(db: Database, chain: ChainRow, dust: readonly DepositRow[]): Promise<void> {
  if (dust.length === 0) return;
  const names = dust.flatMap(({ userId, asset }) =>
    userId === null || asset === null ? [] : [{ userId, asset }],
  );
  const gone = new Map<string, bigint>();
  for (const { userId, asset, amount } of dust) {
    const key = potKey({ userId: userId ?? '', asset: asset ?? '' });
    gone.set(key, (gone.get(key) ?? 0n) + amount);
  }
  const pots = await lockPots(db, chain.code, names);
  const named = new Map(names.map((name) => [potKey(name), name]));
  await writePots(
    db,
    chain.code,
    [...named].flatMap(([key, name]) => {
      const pot = pots.get(key);
      const amount = gone.get(key) ?? 0n;
      // They are orphaned already, so what is left of the dust is without them.
      return pot === undefined
        ? []
        : [{ ...name, pot: leaveDust({ amount: pot.amount, dust: pot.dust + amount }, amount) }];
    }),
  );
}

/** On a new block the people whose deposits wait hear of it once; what they see is counted from the head when it is read. */
async function tellProgress(db: Database, chain: ChainRow, told: Map<string, number>): Promise<void> {
  const cursor = await readCursor(db, chain.code);
  if (cursor === undefined || told.get(chain.code) === cursor.height) return;
  told.set(chain.code, cursor.height);
  const { event, data } = eventColumns('deposit', {
    id: sql`(array_agg(id order by id desc))[1]`,
    chain: sql`${chain.code}::text`,
  });
  await sql`
    insert into app.outbox (user_id, event, data)
    select user_id, ${event}, ${data}
    from app.deposit
    where chain = ${chain.code} and state = 'confirming' and height > ${cursor.height - chain.confirmations}
      and user_id is not null
    group by user_id`.execute(db);
}

/** Twelve deep: people are credited, in batches, each one transaction. A rule of risk or a doubt may hold one back. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { lockCursor, readCursor } from '../chain/blocks.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { listChainAssets } from '../chain/registry.ts';
import { lastKnownRates } from '../rate/worth.ts';
import { holdDeposits } from '../risk/deposit.ts';
import type { Keeping } from './context.ts';
import { planCredits } from './credit-plan.ts';
import { writeCredits } from './credit-write.ts';
import { findProven, isLarge, proofJoins, provenName } from './proof.ts';
import type { DepositRow } from './store.ts';
import { lockPots, readDeposits } from './store.ts';

/** The ledger is not held for longer than so many take. */
const creditsPerTransaction = 500;
const batchesPerPass = 200;

/** Credits everything that is deep enough. Answers how many deposits changed. */
export async function creditDue(keeping: Keeping, chain: ChainRow): Promise<number> {
  const cursor = await readCursor(keeping.db, chain.code);
  if (cursor === undefined) return 0;
  const { height } = cursor;
  const assets = (await listOpen(keeping.db, chain)).map(({ asset }) => asset);
  const proven = await findProven(keeping, chain, { height, deep: deepEnough(chain, height), assets });
  let changed = 0;
  for (let batch = 0; batch < batchesPerPass; batch += 1) {
    await keeping.crash('credit.before-commit');
    const done = await keeping.db
      .transaction()
      .execute(async (transaction) => await creditBatch(keeping, transaction, chain, proven));
    await keeping.crash('credit.after-commit');
    changed += done;
    if (done < creditsPerTransaction) break;
  }
  return changed;
}

/** The height at which a block has the confirmations that crediting needs. */
function deepEnough(chain: ChainRow, height: number): number {
  return height - chain.confirmations + 1;
}

/** What is credited now: listed, and not halted. */
async function listOpen(db: Database, chain: ChainRow): Promise<ChainAsset[]> {
  return (await listChainAssets(db, chain.code)).filter(({ isHalted }) => !isHalted);
}

async function creditBatch(
  { clock, crash }: Keeping,
  db: Database,
  chain: ChainRow,
  proven: readonly string[],
): Promise<number> {
  // Everything that moves deposits waits for this row: depth cannot change while it is counted.
  const cursor = await lockCursor(db, chain.code);
  if (cursor === undefined || cursor.haltedReason !== null) return 0;
  const open = await listOpen(db, chain);
  const due = await readDue(db, chain, {
    height: deepEnough(chain, cursor.height),
    assets: open.map(({ asset }) => asset),
    proven,
  });
  if (due.length === 0) return 0;
  const now = clock();
  const plan = planCredits({
    due,
    held: await holdDeposits(db, askable(due), now),
    assets: new Map(open.map((asset) => [asset.asset, asset])),
    ...(await readPots(db, chain, due)),
    rates: await lastKnownRates(db),
    finalizedHeight: cursor.finalizedHeight,
  });
  await writeCredits(db, chain, plan, now);
  await crash('credit.in-commit');
  return due.length;
}

type Due = {
  readonly height: number;
  readonly assets: readonly string[];
  readonly proven: readonly string[];
};

async function readDue(
  db: Database,
  chain: ChainRow,
  { height, assets, proven }: Due,
): Promise<DepositRow[]> {
  const rest = sql`d.height <= ${height} and d.asset = any(${assets})
    and (not ${isLarge} or ${provenName} = any(${proven}::text[]))
    order by d.height, d.tx_id, d.position limit ${creditsPerTransaction} for update of d`;
  const due = await readDeposits(
    db,
    sql`${proofJoins} where d.chain = ${chain.code} and d.state = 'confirming' and ${rest}`,
  );
  if (due.length > 0) return due;
  return await readDeposits(
    db,
    sql`${proofJoins} where d.chain = ${chain.code} and d.state = 'held'
      and exists (select from app.risk_case k where k.deposit_id = d.id and k.state = 'cleared') and ${rest}`,
  );
}

/** Those that a rule may still hold back: nobody was credited for them before. */
function askable(due: readonly DepositRow[]): string[] {
  return due
    .filter(({ userId, takenUnits, debtUnits }) => userId !== null && takenUnits + debtUnits === 0n)
    .map(({ id }) => id);
}

async function readPots(db: Database, chain: ChainRow, due: readonly DepositRow[]) {
  const names = due.flatMap(({ userId, asset }) =>
    userId === null || asset === null ? [] : [{ userId, asset }],
  );
  const pots = await lockPots(db, chain.code, names);
  const isDusty = [...pots.values()].some(({ dust }) => dust > 0n);
  const users = [...new Set(names.map(({ userId }) => userId))];
  const waiting = isDusty
    ? await readDeposits(
        db,
        sql`where d.user_id = any(${users}::uuid[]) and d.chain = ${chain.code} and d.state = 'dust'
          order by d.height for update of d`,
      )
    : [];
  return { pots, waiting };
}

/** Twelve deep: people are credited, in batches, each one transaction. A rule of risk or a doubt may hold one back. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import type { Cursor } from '../chain/blocks.ts';
import { lockCursor, readCursor } from '../chain/blocks.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { listChainAssets } from '../chain/registry.ts';
import { lastKnownRates } from '../rate/worth.ts';
import { holdDeposits } from '../risk/deposit.ts';
import type { Keeping } from './context.ts';
import { planCredits } from './credit-plan.ts';
import { writeCredits } from './credit-write.ts';
import { isAboutItsRows, putAside } from './poison.ts';
import { findProven, isLarge, proofJoins, provenName } from './proof.ts';
import type { DepositRow } from './store.ts';
import { isReturning, lockPots, readDeposits } from './store.ts';

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
    const done = await creditNext(keeping, chain, proven);
    changed += done;
    if (done < creditsPerTransaction) break;
  }
  return changed;
}

/** One batch; where the books do not take it, each of its deposits by itself. Answers how many it was. */
async function creditNext(keeping: Keeping, chain: ChainRow, proven: readonly string[]): Promise<number> {
  try {
    return await commitBatch(keeping, chain, { proven });
  } catch (error) {
    if (!isAboutItsRows(error)) throw error;
    const { db, log } = keeping;
    log.error({ chain: chain.code, err: error }, 'A batch of deposits failed: each is credited by itself.');
    const due = await db.transaction().execute(async (inside) => await findDue(inside, chain, { proven }));
    for (const { id } of due?.deposits ?? []) await creditAlone(keeping, chain, { proven, only: id });
    return due?.deposits.length ?? 0;
  }
}

/** What cannot be credited even so is put aside: a row that nobody can write stops nobody else. */
async function creditAlone(keeping: Keeping, chain: ChainRow, which: Which & { readonly only: string }) {
  try {
    await commitBatch(keeping, chain, which);
  } catch (error) {
    if (!isAboutItsRows(error)) throw error;
    await putAside(keeping, chain, which.only, error);
  }
}

async function commitBatch(keeping: Keeping, chain: ChainRow, which: Which): Promise<number> {
  const { db, crash } = keeping;
  await crash('credit.before-commit');
  const done = await db
    .transaction()
    .execute(async (inside) => await creditBatch(keeping, inside, chain, which));
  await crash('credit.after-commit');
  return done;
}

/** The height at which a block has the confirmations that crediting needs. */
function deepEnough(chain: ChainRow, height: number): number {
  return height - chain.confirmations + 1;
}

/** What is credited now: listed, and not halted. */
async function listOpen(db: Database, chain: ChainRow): Promise<ChainAsset[]> {
  return (await listChainAssets(db, chain.code)).filter(({ isHalted }) => !isHalted);
}

/** Which of those that are deep enough. */
type Which = {
  /** Large ones on which two providers agree. */
  readonly proven: readonly string[];
  /** This one alone. */
  readonly only?: string;
};

async function creditBatch(
  { clock, crash }: Keeping,
  db: Database,
  chain: ChainRow,
  which: Which,
): Promise<number> {
  const due = await findDue(db, chain, which);
  if (due === undefined) return 0;
  const { deposits, open, cursor } = due;
  const now = clock();
  const plan = planCredits({
    due: deposits,
    held: await holdDeposits(db, askable(deposits), now),
    assets: new Map(open.map((asset) => [asset.asset, asset])),
    ...(await readPots(db, chain, deposits)),
    rates: await lastKnownRates(db),
    finalizedHeight: cursor.finalizedHeight,
  });
  await writeCredits(db, chain, plan, now);
  await crash('credit.in-commit');
  return deposits.length;
}

type Due = { readonly cursor: Cursor; readonly open: ChainAsset[]; readonly deposits: DepositRow[] };

/** What is credited next, locked; undefined where there is nothing or the chain is halted. */
async function findDue(db: Database, chain: ChainRow, which: Which): Promise<Due | undefined> {
  // Everything that moves deposits waits for this row: depth cannot change while it is counted.
  const cursor = await lockCursor(db, chain.code);
  if (cursor === undefined || cursor.haltedReason !== null) return undefined;
  const open = await listOpen(db, chain);
  const height = deepEnough(chain, cursor.height);
  const deposits = await readDue(db, chain, { ...which, height, assets: open.map(({ asset }) => asset) });
  return deposits.length === 0 ? undefined : { cursor, open, deposits };
}

async function readDue(
  db: Database,
  chain: ChainRow,
  { height, assets, proven, only }: Which & { readonly height: number; readonly assets: readonly string[] },
): Promise<DepositRow[]> {
  const rest = sql`d.height <= ${height} and d.asset = any(${assets}) and d.aside_at is null
    and (${only ?? null}::uuid is null or d.id = ${only ?? null})
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
  return due.filter((deposit) => deposit.userId !== null && !isReturning(deposit)).map(({ id }) => id);
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

/** Twelve deep: people are credited, in batches, each one transaction. A rule of risk or a doubt may hold one back. */
import type { Database } from '../../../platform/database/database.ts';
import type { ChainAsset, ChainRow } from '../../chain/registry.ts';
import { listChainAssets } from '../../chain/registry.ts';
import type { Cursor } from '../../chain/views.ts';
import { lockCursor, readCursor } from '../../chain/views.ts';
import { lastKnownRates } from '../../rate/worth.ts';
import { holdDeposits } from '../../risk/deposit.ts';
import type { DepositContext } from '../context.ts';
import type { DepositRow } from '../store.ts';
import { isReturning, lockDustBalances } from '../store.ts';
import { depositRiskFacts } from '../views.ts';
import { planCredits } from './credit-plan.ts';
import { writeCredits } from './credit-write.ts';
import { isAboutItsRows, markUncredited } from './poison.ts';
import { findProven } from './proof.ts';
import { lockCleared, lockConfirming, lockDust } from './store.ts';

/** The ledger is not held for longer than so many take. */
const creditsPerTransaction = 500;
const batchesPerPass = 200;

/** Credits everything that is deep enough. Answers how many deposits changed. */
export async function creditDue(context: DepositContext, chain: ChainRow): Promise<number> {
  const cursor = await readCursor(context.db, chain.code);
  if (cursor === undefined) return 0;
  const { height } = cursor;
  const assets = (await listOpen(context.db, chain)).map(({ asset }) => asset);
  const proven = await findProven(context, chain, { height, deep: deepEnough(chain, height), assets });
  let changed = 0;
  for (let batch = 0; batch < batchesPerPass; batch += 1) {
    const done = await creditNext(context, chain, proven);
    changed += done;
    if (done < creditsPerTransaction) break;
  }
  return changed;
}

/** One batch; where the books do not take it, each of its deposits by itself. Answers how many it was. */
async function creditNext(
  context: DepositContext,
  chain: ChainRow,
  proven: readonly string[],
): Promise<number> {
  try {
    return await commitBatch(context, chain, { proven });
  } catch (error) {
    if (!isAboutItsRows(error)) throw error;
    const { db, log } = context;
    log.error({ chain: chain.code, err: error }, 'A batch of deposits failed: each is credited by itself.');
    const due = await db.transaction().execute(async (inside) => await findDue(inside, chain, { proven }));
    for (const { id } of due?.deposits ?? []) await creditAlone(context, chain, { proven, only: id });
    return due?.deposits.length ?? 0;
  }
}

/** What cannot be credited even so is put aside: a row that nobody can write stops nobody else. */
async function creditAlone(
  context: DepositContext,
  chain: ChainRow,
  which: Which & { readonly only: string },
) {
  try {
    await commitBatch(context, chain, which);
  } catch (error) {
    if (!isAboutItsRows(error)) throw error;
    await markUncredited(context, chain, which.only, error);
  }
}

async function commitBatch(context: DepositContext, chain: ChainRow, which: Which): Promise<number> {
  const { db, crash } = context;
  await crash('credit.before-commit');
  const done = await db
    .transaction()
    .execute(async (inside) => await creditBatch(context, inside, chain, which));
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
  { clock, crash }: DepositContext,
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
    held: await holdDeposits(db, depositRiskFacts, askable(deposits), now),
    assets: new Map(open.map((asset) => [asset.asset, asset])),
    ...(await readDustBalances(db, chain, deposits)),
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
  which: Which & { readonly height: number; readonly assets: readonly string[] },
): Promise<DepositRow[]> {
  const batch = { ...which, count: creditsPerTransaction };
  const due = await lockConfirming(db, chain.code, batch);
  return due.length > 0 ? due : await lockCleared(db, chain.code, batch);
}

/** Those that a rule may still hold back: nobody was credited for them before. */
function askable(due: readonly DepositRow[]): string[] {
  return due.filter((deposit) => deposit.userId !== null && !isReturning(deposit)).map(({ id }) => id);
}

async function readDustBalances(db: Database, chain: ChainRow, due: readonly DepositRow[]) {
  const names = due.flatMap(({ userId, asset }) =>
    userId === null || asset === null ? [] : [{ userId, asset }],
  );
  const balances = await lockDustBalances(db, chain.code, names);
  const isDusty = [...balances.values()].some(({ dust }) => dust > 0n);
  const users = [...new Set(names.map(({ userId }) => userId))];
  const waiting = isDusty ? await lockDust(db, chain.code, users) : [];
  return { balances, waiting };
}

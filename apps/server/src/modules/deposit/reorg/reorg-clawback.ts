/**
 * The sentinel: a credited deposit that is in no block any more. Its currency stops on this chain, what its lock covers is
 * taken, the rest is a debt, and a person decides. When it is mined again, crediting gives it back.
 */
import type { AccountName } from '@marigold/ledger/account';
import type { Journal } from '@marigold/ledger/journal';
import { postMany } from '@marigold/ledger/post-many';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../../platform/database/database.ts';
import { queryable } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import { sayUnits } from '../../asset/asset.ts';
import { changeBills, recordBills } from '../../bill/record.ts';
import { chainAccount } from '../../chain/mirror-account.ts';
import type { ChainAsset, ChainRow } from '../../chain/registry.ts';
import { listChainAssets } from '../../chain/registry.ts';
import { haltAsset } from '../../chain/state/halt.ts';
import { lockCursor } from '../../chain/views.ts';
import type { Notice } from '../../message/notify.ts';
import { notifyAll } from '../../message/notify.ts';
import { depositBill } from '../bill.ts';
import type { DepositContext } from '../context.ts';
import type { DustBalance } from '../dust-balance.ts';
import { emptyDustBalance, takeBack } from '../dust-balance.ts';
import type { Accounts, DepositRow } from '../store.ts';
import {
  changeDeposits,
  dustKey,
  lockDepositBalances,
  lockDustBalances,
  openDepositAccounts,
  writeDustBalances,
} from '../store.ts';
import { lockLost } from './store.ts';

const lostPerTransaction = 200;
const batchesPerPass = 100;

/** Takes back what was credited and is in no block of the whole chain. Answers how many deposits that were. */
export async function clawBack(context: DepositContext, chain: ChainRow): Promise<number> {
  let lost = 0;
  for (let batch = 0; batch < batchesPerPass; batch += 1) {
    const done = await takeBatch(context, chain);
    lost += done;
    if (done < lostPerTransaction) break;
  }
  return lost;
}

/** One lost deposit and what is done about it. */
type Loss = {
  readonly deposit: DepositRow;
  readonly asset: ChainAsset;
  /** From available, or from the treasury where it had come to the house. */
  readonly taken: bigint;
  /** As a debt, or from suspense where it had come to the house. */
  readonly owed: bigint;
};

async function takeBatch({ db, clock, log, crash }: DepositContext, chain: ChainRow): Promise<number> {
  const found = await db.transaction().execute(async (transaction) => {
    const cursor = await lockCursor(transaction, chain.code);
    if (cursor === undefined || cursor.haltedReason !== null) return [];
    const lost = await lockLost(transaction, chain.code, {
      finalizedHeight: cursor.finalizedHeight,
      count: lostPerTransaction,
    });
    if (lost.length === 0) return [];
    const now = clock();
    const assets = new Map((await listChainAssets(transaction, chain.code)).map((one) => [one.asset, one]));
    for (const asset of new Set(lost.map((deposit) => deposit.asset ?? ''))) {
      const named = lost.filter((deposit) => deposit.asset === asset).map(({ txId }) => txId);
      const reason = `credited and then taken back by the chain: ${named.slice(0, 5).join(', ')}`;
      await haltAsset(transaction, { chain: chain.code, asset, reason, now });
    }
    await settle(transaction, chain, await decide(transaction, chain, lost, assets), now);
    await crash('orphan.in-commit');
    return lost;
  });
  await crash('orphan.after-commit');
  for (const { id, asset } of found) {
    log.fatal(
      { chain: chain.code, asset, deposit: id },
      'A credited deposit left its chain: its currency is halted.',
    );
  }
  return found.length;
}

async function decide(
  db: Database,
  chain: ChainRow,
  lost: readonly DepositRow[],
  assets: ReadonlyMap<string, ChainAsset>,
): Promise<Loss[]> {
  const names = lost.flatMap(({ userId, asset }) =>
    userId === null || asset === null ? [] : [{ userId, asset }],
  );
  const balances = await lockDustBalances(db, chain.code, names);
  const accounts = lost.map((deposit) => sourceOf(deposit, assetOf(deposit, assets)));
  const open = await openDepositAccounts(db, accounts);
  const left = await lockDepositBalances(
    db,
    accounts.map((name) => open(name)),
  );
  const changed = new Map<string, { userId: string; asset: string; balance: DustBalance }>();
  const losses = lost.map((deposit): Loss => {
    const asset = assetOf(deposit, assets);
    const source = open(sourceOf(deposit, asset));
    const there = left.get(source) ?? 0n;
    // Of the house's own nothing is locked: all that is there is taken.
    const most = deposit.userId === null ? deposit.units : deposit.lockUnits;
    const taken = [deposit.units, most, there].reduce((least, one) => (one < least ? one : least));
    assert(taken >= 0n, 'nothing is taken from an account that has nothing');
    left.set(source, there - taken);
    if (deposit.userId !== null) {
      const name = { userId: deposit.userId, asset: asset.asset };
      const balance = takeBack(
        asset,
        balances.get(dustKey(name)) ?? emptyDustBalance,
        deposit.amount,
        deposit.units,
      );
      balances.set(dustKey(name), balance);
      changed.set(dustKey(name), { ...name, balance });
    }
    return { deposit, asset, taken, owed: deposit.units - taken };
  });
  await writeDustBalances(db, chain.code, [...changed.values()]);
  return losses;
}

function assetOf({ asset }: DepositRow, assets: ReadonlyMap<string, ChainAsset>): ChainAsset {
  const found = assets.get(asset ?? '');
  assert(found !== undefined, 'what was credited is in a listed coin');
  return found;
}

/** Where it is taken from as far as it is there. */
function sourceOf({ userId }: DepositRow, { ledgerId }: ChainAsset): AccountName {
  return { owner: userId, assetId: ledgerId, kind: userId === null ? 'treasury' : 'available' };
}

/** Where the rest is written down. */
function rest({ userId }: DepositRow, { ledgerId }: ChainAsset): AccountName {
  return { owner: userId, assetId: ledgerId, kind: userId === null ? 'suspense' : 'debt' };
}

async function settle(db: Database, chain: ChainRow, losses: readonly Loss[], now: number): Promise<void> {
  for (const { deposit, taken, owed } of losses)
    assert(taken + owed === deposit.units, 'what left the chain is taken or owed');
  const moved = losses.filter(({ taken, owed }) => taken + owed > 0n);
  const accounts = await openDepositAccounts(
    db,
    moved.flatMap(({ deposit, asset }) => [
      sourceOf(deposit, asset),
      rest(deposit, asset),
      chainAccount(chain, asset.ledgerId),
    ]),
  );
  const journals = await postMany(
    queryable(db),
    moved.map((loss) => journalOf(chain, loss, accounts)),
  );
  const byDeposit = new Map(moved.map(({ deposit }, place) => [deposit.id, journals[place]]));
  await changeDeposits(
    db,
    losses.map(({ deposit, taken, owed }) => ({
      deposit,
      state: 'orphaned',
      takenUnits: taken,
      debtUnits: owed,
      lockUnits: 0n,
      turns: deposit.turns + 1,
      journalId: byDeposit.get(deposit.id),
    })),
    now,
  );
  await announceClawback(db, chain, losses, byDeposit, now);
}

function journalOf(chain: ChainRow, { deposit, asset, taken, owed }: Loss, accounts: Accounts): Journal {
  const to = accounts(chainAccount(chain, asset.ledgerId));
  const legs = [
    { from: accounts(sourceOf(deposit, asset)), units: taken },
    { from: accounts(rest(deposit, asset)), units: owed },
  ];
  return {
    scope: 'deposit',
    key: `${deposit.id}:out:${deposit.turns}`,
    kind: 'deposit-taken',
    reference: deposit.id,
    postings: legs
      .filter(({ units }) => units > 0n)
      .map(({ from, units }) => ({ from, to, assetId: asset.ledgerId, units })),
  };
}

/** The bill of the deposit stays, since the money did come; what is taken from it has its own. */
async function announceClawback(
  db: Database,
  chain: ChainRow,
  losses: readonly Loss[],
  journals: ReadonlyMap<string, bigint | undefined>,
  now: number,
): Promise<void> {
  const personal = losses.filter(({ deposit }) => deposit.userId !== null);
  await changeBills(
    db,
    personal.flatMap(({ deposit: { billId, state } }) =>
      billId === null || state !== 'can-trade' ? [] : [{ billId, statuses: ['success'] as const, now }],
    ),
  );
  const taken = personal.filter((loss) => loss.taken > 0n);
  const bills = await recordBills(
    db,
    taken.map(({ deposit, taken: units }) =>
      depositBill(chain, deposit, {
        type: 'LOCK_REDUCE',
        direction: 'out',
        units,
        journalId: journals.get(deposit.id),
        belongsTo: deposit.billId ?? undefined,
        statuses: ['running', 'success'],
        now,
      }),
    ),
  );
  await notifyAll(
    db,
    'depositTaken',
    taken.flatMap(({ deposit: { userId }, asset, taken: units }, place) => {
      const billId = bills[place];
      return userId === null || billId === undefined
        ? []
        : [clawbackNotice(asset, { userId, units, billId, now })];
    }),
  );
  await announce(
    db,
    ...personal.flatMap(({ deposit: { userId }, asset }) =>
      userId === null ? [] : [{ userId, event: 'balance' as const, data: { currency: asset.asset } }],
    ),
  );
}

/** Tells somebody how much of a lost deposit went out of the balance; `billId` is of the bill that took it. */
export function clawbackNotice(
  asset: ChainAsset,
  { userId, units, billId, now }: { userId: string; units: bigint; billId: string; now: number },
): Notice<'depositTaken'> {
  const facts = { amount: sayUnits(asset, units), currency: asset.asset, billId };
  return { userId, kind: 'depositTaken', facts, now };
}

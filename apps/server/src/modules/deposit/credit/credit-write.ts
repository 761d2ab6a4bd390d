/** A plan of credits becomes journals, rows, bills and news, a few statements for all of them. */
import type { BillStatus } from '@marigold/contract/calls/bill';
import type { AccountName } from '@marigold/ledger/account';
import type { Journal } from '@marigold/ledger/journal';
import { postMany } from '@marigold/ledger/post-many';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../../platform/database/database.ts';
import { queryable } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import { changeBills, recordBills } from '../../bill/record.ts';
import { chainAccount } from '../../chain/mirror-account.ts';
import type { ChainAsset, ChainRow } from '../../chain/registry.ts';
import { notifyAll } from '../../message/notify.ts';
import { depositBill } from '../bill.ts';
import type { Accounts, DepositChange, DepositRow } from '../store.ts';
import { changeDeposits, openDepositAccounts, writeDustBalances } from '../store.ts';
import { notifyTooSmall } from '../uncredited-notices.ts';
import { type CreditNews, creditNews } from './credit-news.ts';
import type { Credit, CreditPlan, Return } from './credit-plan.ts';

/** Posts every journal of a plan, and writes deposits, dust balances, bills and news as it says. */
export async function writeCredits(
  db: Database,
  chain: ChainRow,
  plan: CreditPlan,
  now: number,
): Promise<void> {
  const journalOf = await postAll(db, chain, plan);
  const bills = await writeBills(db, chain, plan, journalOf, now);
  await changeDeposits(
    db,
    [
      ...plan.credits.flatMap((credit) => changesOf(credit, journalOf, bills)),
      ...plan.returns.map((given): DepositChange => returned(given, journalOf)),
      ...plan.refills.map(({ deposit, units }): DepositChange => ({
        deposit,
        state: 'house',
        units,
        journalId: journalOf.get(deposit.id),
        isCredited: true,
      })),
      ...plan.dust.map((deposit): DepositChange => ({ deposit, state: 'dust', billId: null })),
      ...plan.held.map((deposit): DepositChange => ({ deposit, state: 'held' })),
    ],
    now,
  );
  await writeDustBalances(db, chain.code, plan.balances);
  await announceCredits(db, creditNews(plan, bills, now));
  await notifyTooSmall(db, chain, plan.dust, now);
}

/** Answers the journal of each deposit that moved money. */
async function postAll(
  db: Database,
  chain: ChainRow,
  plan: CreditPlan,
): Promise<ReadonlyMap<string, bigint>> {
  const house = (asset: ChainAsset) => chainAccount(chain, asset.ledgerId);
  const moves = [
    ...plan.credits.map(({ deposit, asset, total }) =>
      moveOf(deposit, 'deposit', house(asset), [[personal(deposit.userId, asset, 'available'), total]]),
    ),
    ...plan.returns.map(({ deposit, asset }) =>
      moveOf(deposit, 'deposit-returned', house(asset), [
        [personal(deposit.userId, asset, 'available'), deposit.takenUnits],
        [personal(deposit.userId, asset, 'debt'), deposit.debtUnits],
      ]),
    ),
    ...plan.refills.map(({ deposit, asset, units }) =>
      moveOf(deposit, 'refill', house(asset), [
        [{ owner: null, assetId: asset.ledgerId, kind: 'treasury' }, units],
      ]),
    ),
  ].filter(({ legs }) => legs.length > 0);
  const accounts = await openDepositAccounts(
    db,
    moves.flatMap(({ from, legs }) => [from, ...legs.map(([to]) => to)]),
  );
  const ids = await postMany(
    queryable(db),
    moves.map((move) => journalOfMove(move, accounts)),
  );
  return new Map(
    moves.map(({ deposit }, place) => {
      const id = ids[place];
      assert(id !== undefined, 'a deposit that moved money has its journal');
      return [deposit.id, id];
    }),
  );
}

type Money = {
  readonly deposit: DepositRow;
  readonly kind: string;
  readonly from: AccountName;
  readonly legs: readonly (readonly [AccountName, bigint])[];
};

function moveOf(deposit: DepositRow, kind: string, from: AccountName, legs: Money['legs']): Money {
  for (const [, units] of legs) assert(units >= 0n, 'what comes in is not below zero');
  return { deposit, kind, from, legs: legs.filter(([, units]) => units > 0n) };
}

function personal(owner: string, { ledgerId }: ChainAsset, kind: 'available' | 'debt'): AccountName {
  return { owner, assetId: ledgerId, kind };
}

/** A deposit is credited once for each time that it was not: the key counts how often it was taken back. */
function journalOfMove({ deposit, kind, from, legs }: Money, accounts: Accounts): Journal {
  return {
    scope: 'deposit',
    key: `${deposit.id}:in:${deposit.turns}`,
    kind,
    reference: deposit.id,
    postings: legs.map(([to, units]) => ({
      from: accounts(from),
      to: accounts(to),
      assetId: from.assetId,
      units,
    })),
  };
}

/** Bills of credits are finished, or written where too little had come before; locks have their own. Answers them by deposit. */
async function writeBills(
  db: Database,
  chain: ChainRow,
  plan: CreditPlan,
  journalOf: ReadonlyMap<string, bigint>,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const { credits, returns } = plan;
  const endOf = ({ isLocked }: Credit): BillStatus => (isLocked ? 'can-trade' : 'success');
  const bills = new Map<string, string>();
  for (const { deposit } of [...credits, ...returns]) {
    if (deposit.billId !== null) bills.set(deposit.id, deposit.billId);
  }
  await changeBills(db, [
    ...credits.flatMap((credit) => {
      const { deposit, total } = credit;
      if (deposit.billId === null) return [];
      const journalId = journalOf.get(deposit.id);
      return [{ billId: deposit.billId, statuses: [endOf(credit)] as const, journalId, units: total, now }];
    }),
    // What had been foreseen as enough is not: what came before it left the chain.
    ...unfulfilledBills(plan).map((billId) => ({ billId, statuses: ['failed'] as const, now })),
  ]);
  const late = credits.filter(({ deposit }) => deposit.billId === null);
  const written = await recordBills(
    db,
    late.map((credit) =>
      depositBill(chain, credit.deposit, {
        type: 'COLLECTION',
        direction: 'in',
        units: credit.total,
        journalId: journalOf.get(credit.deposit.id),
        statuses: ['confirming', endOf(credit)],
        now,
      }),
    ),
  );
  late.forEach(({ deposit }, place) => {
    const billId = written[place];
    assert(billId !== undefined, 'every credit has its bill');
    bills.set(deposit.id, billId);
  });
  await recordBills(db, [
    ...returns
      .filter(({ deposit }) => deposit.takenUnits > 0n)
      .map(({ deposit }) =>
        depositBill(chain, deposit, {
          type: 'LOCK_RECOVERY',
          direction: 'in',
          units: deposit.takenUnits,
          journalId: journalOf.get(deposit.id),
          belongsTo: bills.get(deposit.id),
          statuses: ['running', 'success'],
          now,
        }),
      ),
    ...[...credits, ...returns]
      .filter(({ isLocked }) => isLocked)
      .map((locked) =>
        depositBill(chain, locked.deposit, {
          type: 'LOCK_INCREASE',
          direction: 'out',
          units: lockOf(locked),
          belongsTo: bills.get(locked.deposit.id),
          statuses: ['running', 'success'],
          now,
        }),
      ),
  ]);
  return bills;
}

/** Bills of deposits that turned out to be too little alone. */
function unfulfilledBills({ credits, dust }: CreditPlan): string[] {
  const small = [...dust, ...credits.flatMap(({ parts }) => parts.map(({ deposit }) => deposit))];
  return small.flatMap(({ billId }) => (billId === null ? [] : [billId]));
}

function lockOf({ isLocked, units }: Credit | Return): bigint {
  return isLocked ? units : 0n;
}

function changesOf(
  credit: Credit,
  journalOf: ReadonlyMap<string, bigint>,
  bills: ReadonlyMap<string, string>,
): DepositChange[] {
  const { deposit, units, parts } = credit;
  const shared = { journalId: journalOf.get(deposit.id), billId: bills.get(deposit.id), isCredited: true };
  return [
    {
      ...shared,
      deposit,
      state: credit.isLocked ? 'can-trade' : 'success',
      units,
      lockUnits: lockOf(credit),
    },
    ...parts.map((part): DepositChange => ({
      ...shared,
      deposit: part.deposit,
      state: 'success',
      units: part.units,
    })),
  ];
}

function returned(given: Return, journalOf: ReadonlyMap<string, bigint>): DepositChange {
  const { deposit, units, isLocked } = given;
  assert(units === deposit.takenUnits + deposit.debtUnits, 'what was taken and owed is what comes back');
  return {
    deposit,
    state: isLocked ? 'can-trade' : 'success',
    units,
    takenUnits: 0n,
    debtUnits: 0n,
    lockUnits: lockOf(given),
    journalId: journalOf.get(deposit.id),
  };
}

async function announceCredits(db: Database, news: CreditNews): Promise<void> {
  await announce(db, ...news.announcements);
  await notifyAll(db, 'received', news.received);
  await notifyAll(db, 'cameIn', news.cameIn);
}

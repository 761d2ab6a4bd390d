/** What only persons may do about a deposit: credit what could not be, settle a debt, close what never comes back. */
import { nobody } from '@marigold/chain/port';
import { openAccount } from '@marigold/ledger/account';
import { newJournal, post } from '@marigold/ledger/journal';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../platform/database/database.ts';
import { queryable } from '../../platform/database/database.ts';
import { announce } from '../../platform/database/outbox.ts';
import { sayUnits } from '../asset/asset.ts';
import type { AuditDecision } from '../audit/decision.ts';
import { assertTwoPersons } from '../audit/decision.ts';
import { changeBill, recordBill } from '../bill/record.ts';
import { chainAccount } from '../chain/mirror-account.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { findChain, listChainAssets } from '../chain/registry.ts';
import { lockCursor } from '../chain/views.ts';
import { notify } from '../message/notify.ts';
import { isDepositRefused } from '../risk/views.ts';
import { depositBill } from './bill.ts';
import { addressEnds } from './credit/credit-news.ts';
import { creditWhole, emptyDustBalance } from './dust-balance.ts';
import { clawbackNotice } from './reorg/reorg-clawback.ts';
import type { DepositRow } from './store.ts';
import {
  changeDeposits,
  dustKey,
  findDeposit,
  lockDepositBalances,
  lockDeposit,
  lockDustBalances,
  updateOwner,
  writeDustBalances,
} from './store.ts';

/** Why a person's command did nothing. */
type RecoverProblem =
  | 'unknown'
  | 'wrong_state'
  | 'not_final'
  | 'not_listed'
  | 'nobody_to_credit'
  | 'nothing_there';

type Found = {
  readonly deposit: DepositRow;
  readonly chain: ChainRow;
  readonly finalizedHeight: number;
  /** Undefined: its coin is not listed, not even meanwhile. */
  readonly asset: ChainAsset | undefined;
};

/** The deposit, locked, and after the cursor as everywhere. */
async function find(db: Database, depositId: string): Promise<Found | undefined> {
  const seen = await findDeposit(db, depositId);
  if (seen === undefined) return undefined;
  const cursor = await lockCursor(db, seen.chain);
  const deposit = await lockDeposit(db, depositId);
  const chain = await findChain(db, seen.chain);
  if (deposit === undefined || chain === undefined || cursor === undefined) return undefined;
  const asset = (await listChainAssets(db, chain.code)).find(({ coin }) => coin === deposit.coin);
  return { deposit, chain, finalizedHeight: cursor.finalizedHeight, asset };
}

/**
 * Credits an unsupported deposit: a coin that is listed by now, or what came to an address before a person had it, to the
 * person named. In the caller's transaction; answers the ledger units, or why nothing happened.
 */
export async function recoverUnsupported(
  db: Database,
  { depositId, userId }: { readonly depositId: string; readonly userId?: string },
  decision: AuditDecision,
): Promise<bigint | Exclude<RecoverProblem, 'nothing_there'>> {
  assertTwoPersons(decision);
  const found = await find(db, depositId);
  if (found === undefined) return 'unknown';
  const { deposit, chain, asset, finalizedHeight } = found;
  if (deposit.state !== 'unsupported') return 'wrong_state';
  if (deposit.height === null || deposit.height > finalizedHeight) return 'not_final';
  if (asset === undefined) return 'not_listed';
  const owner = deposit.userId ?? userId;
  if (owner === undefined) return 'nobody_to_credit';
  const owned = { ...deposit, userId: owner, asset: asset.asset };
  return await creditUncredited(db, chain, asset, owned, decision.now);
}

async function creditUncredited(
  db: Database,
  chain: ChainRow,
  asset: ChainAsset,
  deposit: DepositRow & { readonly userId: string },
  now: number,
): Promise<bigint> {
  const { userId } = deposit;
  const name = { userId, asset: asset.asset };
  const balances = await lockDustBalances(db, chain.code, [name]);
  const before = balances.get(dustKey(name)) ?? emptyDustBalance;
  const { units, balance } = creditWhole(asset, before, deposit.amount);
  await writeDustBalances(db, chain.code, [{ ...name, balance }]);
  await updateOwner(db, { id: deposit.id, userId, asset: asset.asset });
  if (units === 0n) {
    await changeDeposits(db, [{ deposit, state: 'recovered' }], now);
    return units;
  }
  const ledger = queryable(db);
  const from = await openAccount(ledger, chainAccount(chain, asset.ledgerId));
  const to = await openAccount(ledger, { owner: userId, assetId: asset.ledgerId, kind: 'available' });
  const posted = await post(ledger, {
    scope: 'deposit',
    key: `${deposit.id}:in:${deposit.turns}`,
    kind: 'deposit',
    reference: deposit.id,
    postings: [{ from, to, assetId: asset.ledgerId, units }],
  });
  const journalId = newJournal(posted);
  const statuses = ['confirming', 'success'] as const;
  const billId = await recordBill(
    db,
    depositBill(chain, deposit, { type: 'COLLECTION', direction: 'in', units, journalId, statuses, now }),
  );
  await changeDeposits(
    db,
    [{ deposit, state: 'recovered', units, journalId, billId, isCredited: true }],
    now,
  );
  await announce(db, { userId, event: 'balance', data: { currency: asset.asset } });
  const facts = { amount: sayUnits(asset, units), currency: asset.asset, billId };
  const { from: sender } = deposit;
  if (sender === nobody) await notify(db, { userId, kind: 'cameIn', facts, now });
  else await notify(db, { userId, kind: 'received', facts: { ...facts, from: addressEnds(sender) }, now });
  return units;
}

/**
 * Settles what somebody owes after a credited deposit left the chain: `take` from what he has, as far as it goes, or
 * `forgive` all of it, which the house bears. In the caller's transaction; answers the ledger units that are settled now.
 */
export async function settleDebt(
  db: Database,
  { depositId, how }: { readonly depositId: string; readonly how: 'take' | 'forgive' },
  decision: AuditDecision,
): Promise<bigint | Extract<RecoverProblem, 'unknown' | 'wrong_state' | 'nothing_there'>> {
  assertTwoPersons(decision);
  const found = await find(db, depositId);
  if (found === undefined) return 'unknown';
  const { deposit, chain, asset } = found;
  if (deposit.state !== 'orphaned' || deposit.debtUnits === 0n || deposit.userId === null)
    return 'wrong_state';
  assert(asset !== undefined, 'what was credited is in a listed coin');
  const settled = await payDebt(db, asset, { ...deposit, userId: deposit.userId }, how);
  if (settled.units === 0n) return 'nothing_there';
  const { units, journalId } = settled;
  const debtUnits = deposit.debtUnits - units;
  if (how === 'forgive') {
    const rest = { units: deposit.units - units, debtUnits };
    await changeDeposits(db, [{ deposit, state: 'closed', ...rest }], decision.now);
  } else {
    const takenUnits = deposit.takenUnits + units;
    await changeDeposits(db, [{ deposit, state: 'orphaned', takenUnits, debtUnits }], decision.now);
    const billId = await recordBill(
      db,
      depositBill(chain, deposit, {
        type: 'LOCK_REDUCE',
        direction: 'out',
        units,
        journalId,
        belongsTo: deposit.billId ?? undefined,
        statuses: ['running', 'success'],
        now: decision.now,
      }),
    );
    await announce(db, {
      userId: deposit.userId,
      event: 'balance',
      data: { currency: asset.asset },
    });
    const { userId } = deposit;
    await notify(db, clawbackNotice(asset, { userId, units, billId, now: decision.now }));
  }
  return units;
}

async function payDebt(
  db: Database,
  { ledgerId: assetId }: ChainAsset,
  deposit: DepositRow & { readonly userId: string },
  how: 'take' | 'forgive',
): Promise<{ readonly units: bigint; readonly journalId?: bigint }> {
  const ledger = queryable(db);
  const owner = deposit.userId;
  const debt = await openAccount(ledger, { owner, assetId, kind: 'debt' });
  const from = await openAccount(
    ledger,
    how === 'take' ? { owner, assetId, kind: 'available' } : { owner: null, assetId, kind: 'suspense' },
  );
  let units = deposit.debtUnits;
  if (how === 'take') {
    const there = (await lockDepositBalances(db, [from])).get(from) ?? 0n;
    units = there < units ? there : units;
  }
  if (units === 0n) return { units };
  assert(units > 0n && units <= deposit.debtUnits, 'no more of a debt is settled than there is');
  const posted = await post(ledger, {
    scope: 'deposit',
    // What is left of the debt names the step: it only shrinks until it is mined again, which counts as a turn.
    key: `${deposit.id}:${how}:${deposit.turns}:${deposit.debtUnits}`,
    kind: `deposit-debt-${how === 'take' ? 'taken' : 'forgiven'}`,
    reference: deposit.id,
    postings: [{ from, to: debt, assetId, units }],
  });
  return { units, journalId: newJournal(posted) };
}

/**
 * Ends the waiting for a deposit that left the chain and owes nothing, that was refused after a rule had held it back, or
 * that nobody is ever credited for: its coin is not listed, or its address is nobody's. What lies on the chain of it stays
 * put aside. In the caller's transaction; answers undefined where it did.
 */
export async function closeDeposit(
  db: Database,
  { depositId }: { readonly depositId: string },
  decision: AuditDecision,
): Promise<Extract<RecoverProblem, 'unknown' | 'wrong_state'> | undefined> {
  assertTwoPersons(decision);
  const found = await find(db, depositId);
  if (found === undefined) return 'unknown';
  const { deposit } = found;
  const isOver =
    deposit.state === 'unsupported' || (deposit.state === 'orphaned' && deposit.debtUnits === 0n);
  if (!isOver && !(await isRefused(db, deposit))) return 'wrong_state';
  await changeDeposits(db, [{ deposit, state: 'closed' }], decision.now);
  // Of one that was credited the bill is finished, and what was taken has its own.
  if (deposit.billId !== null && deposit.units === 0n) {
    await changeBill(db, { billId: deposit.billId, statuses: ['failed'], now: decision.now });
  }
  return undefined;
}

async function isRefused(db: Database, { id, state }: DepositRow): Promise<boolean> {
  if (state !== 'held') return false;
  return await isDepositRefused(db, id);
}

/** Buys, earns, gives back: each one journal and the row that explains it, in the caller's transaction. */
import { Refusal } from '@marigold/contract/endpoint';
import { openAccount } from '@marigold/ledger/account';
import { Halted, InsufficientBalance } from '@marigold/ledger/errors';
import { newJournal, post } from '@marigold/ledger/journal';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../platform/database/database.ts';
import { queryable } from '../../platform/database/database.ts';
import { announce } from '../../platform/database/outbox.ts';
import { crashPoint } from '../../platform/process/crash-point.ts';
import { newRowId } from '../../platform/process/ids.ts';
import type { Asset } from '../asset/asset.ts';
import { recordBill } from '../bill/record.ts';
import { insufficient } from '../spending/payment.ts';
import { endPurchase, insertPurchase, lockOpenPurchase, type Product, type Purchase } from './store.ts';

export type Buying = {
  readonly userId: string;
  readonly product: Product;
  /** The order that is paid; one purchase for each. */
  readonly objectId: string;
  readonly billType: 'BUY_KYC' | 'BUY_CARD';
  readonly asset: Asset;
  readonly units: bigint;
  /** Worth in US dollars for the limits; undefined where no rate is known. */
  readonly usd: string | undefined;
  readonly now: number;
};

/** Pays for an order: what was available lies in `unearned` from now on. Answers the bill. */
export async function buyFromHouse(
  db: Database,
  buying: Buying,
): Promise<string | Refusal<'insufficient_balance' | 'money_stopped'>> {
  const { userId, product, objectId, asset, units, now } = buying;
  const ledger = queryable(db);
  const assetId = asset.ledgerId;
  const from = await openAccount(ledger, { owner: userId, assetId, kind: 'available' });
  const to = await openAccount(ledger, { owner: null, assetId, kind: 'unearned' });
  let journalId: bigint;
  try {
    const posted = await post(ledger, {
      scope: product,
      key: `${objectId}:pay`,
      kind: 'purchase',
      reference: objectId,
      postings: [{ from, to, assetId, units }],
    });
    journalId = newJournal(posted);
  } catch (error) {
    if (error instanceof InsufficientBalance) return insufficient(asset);
    if (error instanceof Halted) return new Refusal('money_stopped');
    throw error;
  }
  const billId = await recordBill(db, {
    userId,
    type: buying.billType,
    direction: 'out',
    asset: asset.code,
    units,
    payType: 'purchase',
    journalId,
    statuses: ['running', 'success'],
    now,
  });
  await insertPurchase(db, { ...buying, id: newRowId(), asset: asset.code, billId, journalId });
  await announce(db, { userId, event: 'balance', data: { currency: asset.code } });
  return billId;
}

type Ended = { readonly product: Product; readonly objectId: string; readonly now: number };

/** What was paid for was done: the price is the house's. False where nothing was paid, or it is over. */
export async function earn(db: Database, ended: Ended): Promise<boolean> {
  const purchase = await lockOpenPurchase(db, ended);
  if (purchase === undefined) return false;
  const { ledgerId: assetId } = purchase;
  const to = await openAccount(queryable(db), { owner: null, assetId, kind: 'fee' });
  await end(db, ended, { purchase, to, kind: 'purchase-earned', state: 'earned' });
  return true;
}

/** It was not done: the whole price goes back. Answers the bill of what came back; undefined where nothing was open. */
export async function refund(
  db: Database,
  ended: Ended,
): Promise<{ readonly billId: string; readonly units: bigint; readonly asset: Purchase } | undefined> {
  const purchase = await lockOpenPurchase(db, ended);
  if (purchase === undefined) return undefined;
  const { ledgerId: assetId, userId, units } = purchase;
  const to = await openAccount(queryable(db), { owner: userId, assetId, kind: 'available' });
  const journalId = await end(db, ended, { purchase, to, kind: 'purchase-refund', state: 'refunded' });
  const billId = await recordBill(db, {
    userId,
    type: 'BUY_REFUND',
    direction: 'in',
    asset: purchase.code,
    units,
    payType: 'purchase',
    belongsTo: purchase.billId,
    journalId,
    statuses: ['running', 'success'],
    now: ended.now,
  });
  await announce(db, { userId, event: 'balance', data: { currency: purchase.code } });
  return { billId, units, asset: purchase };
}

type End = {
  readonly purchase: Purchase;
  readonly to: bigint;
  readonly kind: 'purchase-earned' | 'purchase-refund';
  readonly state: 'earned' | 'refunded';
};

/** One key for both ends: the ledger itself refuses the second. */
async function end(
  db: Database,
  { product, objectId, now }: Ended,
  { purchase, to, kind, state }: End,
): Promise<bigint> {
  const ledger = queryable(db);
  const { ledgerId: assetId, units } = purchase;
  const from = await openAccount(ledger, { owner: null, assetId, kind: 'unearned' });
  const posted = await post(ledger, {
    scope: product,
    key: `${objectId}:end`,
    kind,
    reference: objectId,
    postings: [{ from, to, assetId, units }],
  });
  const journalId = newJournal(posted);
  crashPoint('purchase.after-end-journal');
  const isOpen = await endPurchase(db, { id: purchase.id, to: state, now });
  assert(isOpen, 'a purchase that is locked and open ends once');
  return journalId;
}

/** Orders of a verification: made, paid, cancelled. Every "no" stands before the first write. */
import { type createKycOrder, type KycOrder, payKycOrder } from '@marigold/contract/calls/kyc';
import type { InputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { mayFollow } from '@marigold/money/states';
import { kycOrderStates, kycPayWithinMs, type KycPurpose } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import type { Call, Handlers } from '../../../platform/http/call.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { crashPoint } from '../../../platform/process/crash-point.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { type Asset, parseAmount } from '../../asset/asset.ts';
import { findAsset } from '../../asset/views.ts';
import { notify } from '../../message/notify.ts';
import { buyFromHouse } from '../../purchase/purchase.ts';
import { findPaidPrice, type ListPrice, readPrices } from '../../purchase/views.ts';
import { refuseUnbound } from '../../security/google/bound.ts';
import type { CheckDigits } from '../../security/google/digits.ts';
import { worthOf } from '../../spending/payment.ts';
import type { Spending } from '../../spending/service.ts';
import { lockPayments } from '../../spending/store.ts';
import type { IdentityCompanies } from '../port.ts';
import { makeRecord } from '../record/make.ts';
import type { Vault } from '../record/vault.ts';
import { changeOrder } from './change.ts';
import { hasHadCheck, hasOpenOrder, insertOrder, type KycOrderRow, lockOrderOf } from './store.ts';

export type KycOrderDependencies = {
  readonly mode: 'demo' | 'production';
  readonly vault: Vault;
  readonly companies: IdentityCompanies;
  readonly spending: Pick<Spending, 'approvePurchase'>;
  readonly checkDigits: CheckDigits;
};

type OrderHandlers = Pick<Handlers, 'kyc/order/create' | 'kyc/order/pay' | 'kyc/order/cancel'>;

export function createOrderHandlers(dependencies: KycOrderDependencies): OrderHandlers {
  return {
    'kyc/order/create': async ({ purpose }, call) => await create(dependencies, purpose, call),
    'kyc/order/pay': async (input, call) => await pay(dependencies, input, call),

    async 'kyc/order/cancel'({ orderId }, { db, session, now }) {
      const order = await lockOrderOf(db, { id: orderId, userId: session.userId });
      if (order === undefined) throw notFound();
      // A paid one ends with its check: nothing is given back for a change of mind.
      if (order.state === 'paid' || !mayFollow(kycOrderStates, order.state, 'cancelled'))
        return new Refusal('order_over');
      await changeOrder(db, order, { to: 'cancelled', now });
      return { orderId, status: 'cancelled' as const };
    },
  };
}

/** The first check of one's own account has a price of its own. */
export async function soldAs(db: Database, userId: string, purpose: KycPurpose): Promise<string> {
  return purpose === 'system' && !(await hasHadCheck(db, userId)) ? 'first' : purpose;
}

async function create(
  { mode, vault, companies }: KycOrderDependencies,
  purpose: KycPurpose,
  call: Call<'user'>,
): Promise<KycOrder | Refusal<RefusalOf<typeof createKycOrder>>> {
  const { db, session, now } = call;
  const { userId } = session;
  await lockPayments(db, userId);
  const unbound = await refuseUnbound(call);
  if (unbound !== undefined) return unbound;
  if (await hasOpenOrder(db, userId, purpose)) return new Refusal('order_open');
  const offer = await soldAs(db, userId, purpose);
  const prices = await readPrices(db, { product: 'kyc', purpose: offer, mode });
  // Nobody could check it.
  if (prices === undefined || companies.size === 0) return new Refusal('closed_feature');
  const id = newRowId();
  await insertOrder(db, { id, userId, purpose, soldAs: offer, expiresAt: now + kycPayWithinMs, now });
  await announce(db, { userId, event: 'kyc', data: { orderId: id } });
  const order = await lockOrderOf(db, { id, userId });
  if (order === undefined) throw new Error('Broken: an order that was just made is there');
  if (prices.length > 0) return orderForPerson(order, prices);
  await changeOrder(db, order, { to: 'paid', now });
  const { authNo } = await makeRecord(db, vault, { userId, orderId: id, purpose, now });
  return orderForPerson({ ...order, state: 'paid', authNo }, []);
}

async function pay(
  { mode, vault, spending, checkDigits }: KycOrderDependencies,
  { orderId, currency, payPassword, google }: InputOf<typeof payKycOrder>,
  call: Call<'user'>,
) {
  const { db, session, now } = call;
  const { userId } = session;
  await lockPayments(db, userId);
  const order = await lockOrderOf(db, { id: orderId, userId });
  if (order === undefined) throw notFound();
  const priced = await priceOf(db, { order, currency, mode, now });
  if (priced instanceof Refusal) return priced;
  const no = await spending.approvePurchase<Refusal<RefusalOf<typeof payKycOrder>>>(call, {
    payment: { ...priced, way: 'internal' },
    payPassword,
    ...(payKycOrder.despite && { despite: payKycOrder.despite }),
    beforePassword: async () => isPayable(order, now) ?? (await refuseUnbound(call)),
    checkDigits: async () => await checkDigits(call, google, 'google'),
  });
  if (no !== undefined) return no;
  return await payFor(db, vault, { order, price: priced, now });
}

/** What an order is paid with, once everything about it was asked. */
export type Paying = {
  readonly order: KycOrderRow;
  readonly price: {
    readonly asset: Asset;
    readonly units: bigint;
    /** As people read it. */
    readonly amount: string;
    readonly limitUsd: string | undefined;
  };
  readonly now: number;
};

/** Takes the money and makes the record, of an order that the caller has locked. */
export async function payFor(db: Database, vault: Vault, { order, price, now }: Paying) {
  const { id: orderId, userId, purpose } = order;
  const { asset, units, amount, limitUsd: usd } = price;
  const billId = await buyFromHouse(db, {
    userId,
    product: 'kyc',
    objectId: orderId,
    billType: 'BUY_KYC',
    asset,
    units,
    usd,
    now,
  });
  if (billId instanceof Refusal) return billId;
  crashPoint('kyc.after-payment');
  await changeOrder(db, order, { to: 'paid', now });
  const { authNo } = await makeRecord(db, vault, { userId, orderId, purpose, now });
  await notify(db, { userId, kind: 'kycPaid', facts: { amount, currency: asset.code, authNo }, now });
  return { orderId, status: 'paid' as const, authNo, billId };
}

/** The clock counts, whether or not a job has written down what it says. */
export function isPayable(
  { state, expiresAt }: KycOrderRow,
  now: number,
): Refusal<'order_over' | 'order_overdue'> | undefined {
  if (state === 'overdue' || (state === 'pending' && expiresAt <= now)) return new Refusal('order_overdue');
  return state === 'pending' ? undefined : new Refusal('order_over');
}

type Pricing = {
  readonly order: KycOrderRow;
  readonly currency: string;
  readonly mode: 'demo' | 'production';
  readonly now: number;
};

async function priceOf(db: Database, { order, currency, mode, now }: Pricing) {
  const prices = await readPrices(db, { product: 'kyc', purpose: order.soldAs, mode });
  const price = prices?.find((one) => one.currency === currency);
  const asset = price === undefined ? undefined : await findAsset(db, currency);
  const units = asset === undefined || price === undefined ? undefined : parseAmount(asset, price.amount);
  if (asset === undefined || price === undefined || typeof units !== 'bigint')
    return new Refusal('currency_closed', { currency }, 'currency');
  return { asset, units, amount: price.amount, ...(await worthOf(db, asset, units, now)) };
}

/** An order as its person sees it. */
export function orderForPerson(order: KycOrderRow, prices: readonly ListPrice[]): KycOrder {
  const { id, purpose, state, createdAt, expiresAt, authNo } = order;
  return {
    orderId: id,
    purpose,
    status: state,
    created: createdAt,
    expires: state === 'pending' ? expiresAt : null,
    prices: [...prices],
    authNo,
  };
}

/** What it costs while it can be paid, and what was paid once it was. */
export async function pricesOf(
  db: Database,
  { id, state, soldAs: purpose }: KycOrderRow,
  mode: 'demo' | 'production',
): Promise<readonly ListPrice[]> {
  const paid = await findPaidPrice(db, id);
  if (paid !== undefined) return [paid.price];
  if (state === 'paid' || state === 'completed') return [];
  return (await readPrices(db, { product: 'kyc', purpose, mode })) ?? [];
}

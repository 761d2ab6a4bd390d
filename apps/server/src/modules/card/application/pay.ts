/** An application is paid: its identity becomes this card's, and what the company needs leaves for it. */
import { payCard } from '@marigold/contract/calls/card/order';
import type { InputOf, OutputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../../platform/database/database.ts';
import type { Call, Handlers } from '../../../platform/http/call.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { crashPoint } from '../../../platform/process/crash-point.ts';
import { type Asset, parseAmount } from '../../asset/asset.ts';
import { findAsset } from '../../asset/views.ts';
import type { KycRecordRow } from '../../kyc/record/store.ts';
import { notify } from '../../message/notify.ts';
import { buyFromHouse } from '../../purchase/purchase.ts';
import { refuseUnbound } from '../../security/google/bound.ts';
import type { CheckDigits } from '../../security/google/digits.ts';
import { worthOf } from '../../spending/payment.ts';
import type { Spending } from '../../spending/service.ts';
import { lockPayments } from '../../spending/store.ts';
import { submitHolder } from '../issuing/submit.ts';
import { findOffer, type CardOffer } from '../product/read.ts';
import { takeFromStock } from '../store.ts';
import type { ApplyDependencies } from './apply.ts';
import { changeApplication } from './change.ts';
import { missingDetails } from './details.ts';
import { lockWithIdentity } from './end.ts';
import { bindIdentity, findLinked } from './identity.ts';
import { applicationForPerson } from './read.ts';
import { type ApplicationRow, findApplicationOf } from './store.ts';

export type PayDependencies = ApplyDependencies & {
  readonly spending: Pick<Spending, 'approvePurchase'>;
  readonly checkDigits: CheckDigits;
};

type Input = InputOf<typeof payCard>;
type No = Refusal<RefusalOf<typeof payCard>>;

export function createPayHandlers(parts: PayDependencies): Pick<Handlers, 'card/order/pay'> {
  return { 'card/order/pay': async (input, call) => await pay(parts, input, call) };
}

async function pay(
  parts: PayDependencies,
  input: Input,
  call: Call<'user'>,
): Promise<OutputOf<typeof payCard> | No> {
  const { db, session, now } = call;
  const { userId } = session;
  const { applicationId, payPassword, google } = input;
  await lockPayments(db, userId);
  if ((await findApplicationOf(db, { id: applicationId, userId })) === undefined) throw notFound();
  const application = await lockWithIdentity(db, applicationId);
  if (application === undefined) throw notFound();
  const offer = await findOffer(parts, application.productId, call);
  const priced = await priceOf(db, { offer, input, now });
  if (priced instanceof Refusal) return priced;
  const { kycLevel } = priced.offer.product;
  const identity = await findLinked(db, application, { applicationId, kycLevel, now });
  const no = await parts.spending.approvePurchase<No>(call, {
    payment: { ...priced, way: 'internal' },
    payPassword,
    beforePassword: async () =>
      whyNotPayable(application, priced.offer, now) ??
      (identity instanceof Refusal ? identity : undefined) ??
      (await refuseUnbound(call)),
    checkDigits: async () => await parts.checkDigits(call, google, 'google'),
  });
  if (no !== undefined) return no;
  if (identity instanceof Refusal) return identity;
  const billId = await payCardFor(parts, { application, identity, price: priced, now }, db);
  if (billId instanceof Refusal) return billId;
  const paid = await findApplicationOf(db, { id: applicationId, userId });
  if (paid === undefined) throw new Error('Broken: an application that was just paid is there');
  return { ...(await applicationForPerson(parts, paid, call)), billId };
}

/** The clock counts, whether or not a job has written down what it says. */
function whyNotPayable(
  { state, expiresAt }: ApplicationRow,
  { product }: CardOffer,
  now: number,
): Refusal<'order_over' | 'product_closed' | 'out_of_stock'> | undefined {
  if (state !== 'binding' || expiresAt <= now) return new Refusal('order_over');
  if (!product.isOpen) return new Refusal('product_closed');
  return product.stock === 0 ? new Refusal('out_of_stock') : undefined;
}

type Price = {
  readonly offer: CardOffer;
  readonly asset: Asset;
  readonly units: bigint;
  /** As people read it. */
  readonly amount: string;
  readonly usd: string | undefined;
  readonly limitUsd: string | undefined;
};

type Pricing = {
  readonly offer: CardOffer | undefined;
  readonly input: Pick<Input, 'currency' | 'amount'>;
  readonly now: number;
};

/** What it costs now, in what its person chose; another price than they saw is refused. */
async function priceOf(
  db: Database,
  { offer, input, now }: Pricing,
): Promise<Price | Refusal<'product_closed' | 'currency_closed' | 'price_changed'>> {
  if (offer === undefined) return new Refusal('product_closed');
  const { currency } = input;
  const price = offer.prices.find((one) => one.currency === currency);
  const asset = price === undefined ? undefined : await findAsset(db, currency);
  const units = asset === undefined || price === undefined ? undefined : parseAmount(asset, price.amount);
  if (asset === undefined || price === undefined || units === undefined)
    return new Refusal('currency_closed', { currency }, 'currency');
  const { amount } = price;
  if (parseAmount(asset, input.amount) !== units)
    return new Refusal('price_changed', { amount, currency }, 'amount');
  return { offer, asset, units, amount, ...(await worthOf(db, asset, units, now)) };
}

/** What is paid, once everything about it was asked. */
type PayingCard = {
  readonly application: ApplicationRow;
  readonly identity: KycRecordRow;
  readonly price: Pick<Price, 'offer' | 'asset' | 'units' | 'amount' | 'limitUsd'>;
  readonly now: number;
};

/** Takes the money, of an application that the caller has locked with its identity. Answers the bill. */
async function payCardFor(
  { seal }: Pick<PayDependencies, 'seal'>,
  { application, identity, price, now }: PayingCard,
  db: Database,
): Promise<string | Refusal<'insufficient_balance' | 'money_stopped' | 'out_of_stock'>> {
  const { id: applicationId, userId } = application;
  const { offer, asset, units, amount, limitUsd: usd } = price;
  const { product } = offer;
  if (!(await takeFromStock(db, product.id))) return new Refusal('out_of_stock');
  const billId = await buyFromHouse(db, {
    userId,
    product: 'card',
    objectId: applicationId,
    billType: 'BUY_CARD',
    asset,
    units,
    usd,
    now,
  });
  if (billId instanceof Refusal) return billId;
  crashPoint('card.after-payment');
  await bindIdentity(db, identity, now);
  const facts = { name: product.name, amount, currency: asset.code, applicationId };
  await notify(db, { userId, kind: 'cardPaid', facts, now });
  if (missingDetails(product.needs, seal.open(application)).length > 0)
    await changeApplication(db, application, { states: ['info'], now });
  else await submitHolder(db, application, now);
  return billId;
}

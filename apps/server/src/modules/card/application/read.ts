/** Applications as their person sees them. */
import type { CardDelivery, CardOrder } from '@marigold/contract/calls/card/fields';
import type { CardOrderDetail, listCardOrders } from '@marigold/contract/calls/card/order';
import type { OutputOf } from '@marigold/contract/endpoint';
import { isFinal } from '@marigold/money/states';
import {
  cancellable,
  cardApplicationStates,
  type CardProgress,
  cardStepOf,
  cardTries,
  cardUnknownAfterMs,
} from '@marigold/partners/card-states';

import type { Call, Handlers } from '../../../platform/http/call.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../../platform/http/id-page.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { findRecord } from '../../kyc/views.ts';
import { findPaidPrice } from '../../purchase/views.ts';
import { pricesOfProduct, type ShopDependencies } from '../product/read.ts';
import { findProduct, type ProductRow } from '../store.ts';
import { type DetailsSeal, missingDetails } from './details.ts';
import {
  type ApplicationRow,
  findApplicationOf,
  findDelivery,
  listApplicationsOf,
  listApplicationSteps,
} from './store.ts';

export type OrderReadDependencies = ShopDependencies & { readonly seal: DetailsSeal };

const stepsListed = 30;

export function createOrderReadHandlers(
  parts: OrderReadDependencies,
): Pick<Handlers, 'card/order/list' | 'card/order/detail'> {
  return {
    'card/order/list': async (input, call) => await list(parts, input, call),
    'card/order/detail': async ({ applicationId }, call) => await detail(parts, applicationId, call),
  };
}

async function list(
  parts: OrderReadDependencies,
  input: { isOpen?: boolean | undefined; cursor?: string | undefined; size?: number | undefined },
  call: Call<'user'>,
): Promise<OutputOf<typeof listCardOrders>> {
  const { isOpen, cursor, size = pageSizeDefault } = input;
  const { userId } = call.session;
  const before = readIdCursor(cursor) ?? undefined;
  const rows = await listApplicationsOf(call.db, { userId, isOpen, before, count: size + 1 });
  const { list: listed, next } = pageOf(rows, size);
  return {
    list: await Promise.all(listed.map(async (row) => await applicationForPerson(parts, row, call))),
    next,
  };
}

/** How far it is as people read it: unknown stands above the last known step. */
function progressOf({ state, silentSince }: ApplicationRow, now: number): CardProgress {
  const isUnknown =
    silentSince !== null && silentSince <= now - cardUnknownAfterMs && !isFinal(cardApplicationStates, state);
  return isUnknown ? 'unknown' : state;
}

async function productOf(
  { companies }: ShopDependencies,
  { productId, provider }: ApplicationRow,
  { db }: Pick<Call, 'db'>,
): Promise<ProductRow> {
  const product =
    (await findProduct(db, { id: productId, providers: [provider] })) ??
    (await findProduct(db, { id: productId, providers: [...companies.keys()] }));
  if (product === undefined) throw new Error('Broken: a product that was applied for is there');
  return product;
}

export async function applicationForPerson(
  parts: OrderReadDependencies,
  row: ApplicationRow,
  call: Pick<Call<'user'>, 'db' | 'now'>,
): Promise<CardOrder> {
  const { mode, companies } = parts;
  const { db, now } = call;
  const product = await productOf(parts, row, call);
  const record = row.recordId === null ? undefined : await findRecord(db, row.recordId);
  const paid = await findPaidPrice(db, row.id);
  const isOver = isFinal(cardApplicationStates, row.state);
  return {
    applicationId: row.id,
    productId: row.productId,
    design: product.design,
    name: product.name,
    progress: progressOf(row, now),
    lastKnown: row.state,
    step: cardStepOf[row.state],
    created: row.createdAt,
    changed: row.changedAt,
    channel: companies.get(row.provider)?.name ?? row.provider,
    authNo: record?.authNo ?? null,
    prices:
      paid === undefined
        ? isOver
          ? []
          : [...(await pricesOfProduct(db, row.productId, mode))]
        : [paid.price],
    isPaid: paid !== undefined,
    expires: row.state === 'binding' ? row.expiresAt : null,
    reason: row.reason,
    isRefunded: row.state === 'closed' && paid !== undefined,
    cardId: row.cardId,
  };
}

async function detail(
  parts: OrderReadDependencies,
  applicationId: string,
  call: Call<'user'>,
): Promise<CardOrderDetail> {
  const { db, session } = call;
  const row = await findApplicationOf(db, { id: applicationId, userId: session.userId });
  if (row === undefined) throw notFound();
  const product = await productOf(parts, row, call);
  const details = parts.seal.open(row);
  const isOpen = row.state === 'binding' || row.state === 'info';
  const missing = row.state === 'rejected' ? row.named : isOpen ? missingDetails(product.needs, details) : [];
  const steps = await listApplicationSteps(db, applicationId, stepsListed);
  return {
    ...(await applicationForPerson(parts, row, call)),
    latinName: details.latinName,
    timeline: steps.map(({ state, at }) => ({ progress: state, at })),
    missing: [...missing],
    triesLeft: cardTries - row.tries,
    canCancel: cancellable.has(row.state),
    silentSince: row.silentSince,
    nextLook: row.lookAt,
    delivery: await deliveryForPerson(row, details.delivery, call),
    billId: (await findPaidPrice(db, applicationId))?.billId ?? null,
  };
}

async function deliveryForPerson(
  { id }: ApplicationRow,
  to: ReturnType<DetailsSeal['open']>['delivery'],
  { db }: Pick<Call, 'db'>,
): Promise<CardDelivery | null> {
  const delivery = await findDelivery(db, id);
  if (delivery === undefined || to === null) return null;
  const { method, state, carrier, tracking, mailBy, shippedAt } = delivery;
  return { ...to, method, state, carrier, tracking, shipped: shippedAt, mailBy };
}

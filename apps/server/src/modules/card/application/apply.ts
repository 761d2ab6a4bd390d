/** An application is begun, filled in and cancelled. Every "no" stands before the first write. */
import type { CardOrder } from '@marigold/contract/calls/card/fields';
import type { applyCard, cancelCard, completeCard } from '@marigold/contract/calls/card/order';
import type { InputOf, OutputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { Halted } from '@marigold/ledger/errors';
import { cancellable, cardUnpaidForMs } from '@marigold/partners/card-states';

import type { Database } from '../../../platform/database/database.ts';
import type { Call, Handlers } from '../../../platform/http/call.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { listChoices } from '../../kyc/views.ts';
import { lockPayments } from '../../spending/store.ts';
import { submitHolder } from '../issuing/submit.ts';
import { findOffer, type CardOffer, type ShopDependencies } from '../product/read.ts';
import { listPickups, listRegions, type PickupRow } from '../store.ts';
import { announceApplication } from './change.ts';
import { type CardDetails, type DetailsSeal, missingDetails } from './details.ts';
import { closeApplication, lockWithIdentity } from './end.ts';
import { type IdentityNo, linkIdentity } from './identity.ts';
import { applicationForPerson } from './read.ts';
import {
  type ApplicationRow,
  findApplicationOf,
  hasProduct,
  insertApplication,
  insertDelivery,
  storeApplication,
} from './store.ts';

export type ApplyDependencies = ShopDependencies & { readonly seal: DetailsSeal };

type ApplyHandlers = Pick<Handlers, 'card/apply' | 'card/apply/complete' | 'card/apply/cancel'>;

export function createApplyHandlers(parts: ApplyDependencies): ApplyHandlers {
  return {
    'card/apply': async (input, call) => await apply(parts, input, call),
    'card/apply/complete': async (input, call) => await complete(parts, input, call),
    'card/apply/cancel': async ({ applicationId }, call) => await cancel(applicationId, call),
  };
}

type ApplyInput = InputOf<typeof applyCard>;
type Answer<Call extends typeof applyCard | typeof completeCard> = OutputOf<Call> | Refusal<RefusalOf<Call>>;

async function apply(
  parts: ApplyDependencies,
  input: ApplyInput,
  call: Call<'user'>,
): Promise<Answer<typeof applyCard>> {
  const { db, session, now } = call;
  const { userId } = session;
  await lockPayments(db, userId);
  const offer = await findOffer(parts, input.productId, call);
  if (offer?.product.isOpen !== true) return new Refusal('product_closed', {}, 'productId');
  const { product } = offer;
  const isAgreed = input.agreed.contentId === parts.companies.get(product.provider)?.contentId;
  if (!isAgreed || input.agreed.version !== offer.version)
    return new Refusal('agreement_missing', {}, 'agreed');
  if (product.stock === 0) return new Refusal('out_of_stock', {}, 'productId');
  if (await hasProduct(db, { userId, productId: product.id })) return new Refusal('one_per_product');
  const sent = await deliveryOf(parts, offer, input, db);
  if (sent instanceof Refusal) return sent;
  const id = newRowId();
  const identity = await identityFor(db, { authNo: input.authNo, userId }, { id, offer });
  if (identity instanceof Refusal) return identity;
  const { latinName, phone } = input;
  const details = parts.seal.seal({ latinName, phone, delivery: sent?.to ?? null }, id);
  const expiresAt = now + cardUnpaidForMs;
  const { id: productId, provider } = product;
  const row = { id, userId, productId, provider, recordId: identity?.id ?? null, details, expiresAt, now };
  await insertApplication(db, row);
  if (sent !== undefined) await insertDelivery(db, { applicationId: id, ...sent.row, now });
  await announceApplication(db, { id, userId });
  return await asOrder(parts, { id, userId }, call);
}

type Sent = {
  readonly to: NonNullable<CardDetails['delivery']>;
  readonly row: {
    readonly method: 'mail' | 'pickup';
    readonly region: string;
    readonly pickupId: string | null;
  };
};

/** Where a card of plastic goes; undefined for a virtual one. */
async function deliveryOf(
  { mode }: ApplyDependencies,
  { product }: CardOffer,
  { delivery }: ApplyInput,
  db: Database,
): Promise<Sent | undefined | Refusal<'delivery_missing' | 'delivery_unserved'>> {
  if (product.form === 'virtual') return undefined;
  if (delivery === undefined) return new Refusal('delivery_missing', {}, 'delivery');
  if (delivery.method === 'mail') {
    const { method, postal = null, country, ...rest } = delivery;
    const regions = await listRegions(db, product.id);
    if (!regions.includes(country)) return new Refusal('delivery_unserved', {}, 'delivery.country');
    return { to: { ...rest, country, postal }, row: { method, region: country, pickupId: null } };
  }
  const place = (await listPickups(db, mode)).find(({ id }) => id === delivery.pickupId);
  if (place === undefined) return new Refusal('delivery_unserved', {}, 'delivery.pickupId');
  return { to: atPickup(place, delivery.recipient), row: pickupRow(place) };
}

function atPickup({ region, city, line }: PickupRow, recipient: string): Sent['to'] {
  return { recipient, country: region, city, postal: null, line, isResidential: false };
}

function pickupRow({ id, region }: PickupRow): Sent['row'] {
  return { method: 'pickup', region, pickupId: id };
}

async function identityFor(
  db: Database,
  { authNo, userId }: { readonly authNo: string | undefined; readonly userId: string },
  { id, offer }: { readonly id: string; readonly offer: CardOffer },
) {
  if (authNo === undefined) return undefined;
  const wanted = { applicationId: id, kycLevel: offer.product.kycLevel };
  return await linkIdentity(db, { authNo, userId }, wanted);
}

type Given = InputOf<typeof completeCard>;

/** Links an identity while it waits for its payment; gives what is missing before that and whenever the company asks. */
async function complete(
  parts: ApplyDependencies,
  input: Given,
  call: Call<'user'>,
): Promise<Answer<typeof completeCard>> {
  const { db, session, now } = call;
  const { userId } = session;
  await lockPayments(db, userId);
  const seen = await findApplicationOf(db, { id: input.applicationId, userId });
  if (seen === undefined) throw notFound();
  const offer = await findOffer(parts, seen.productId, call);
  if (offer === undefined) return new Refusal('too_late');
  const { needs, kycLevel } = offer.product;
  const linked = input.authNo === undefined ? undefined : await linkTo(db, { seen, kycLevel }, input.authNo);
  if (linked instanceof Refusal) return linked;
  const application = await lockWithIdentity(db, seen.id);
  if (application === undefined) throw notFound();
  const { state, named, id } = application;
  const isWaiting = state === 'binding' || state === 'info' || state === 'rejected';
  if (!isWaiting || (linked !== undefined && state !== 'binding')) return new Refusal('too_late');
  const given = await readGiven(input, call);
  const askable = state === 'rejected' ? named : needs;
  const other = Object.keys(given).find((field) => askable.every((one) => one !== field));
  if (other !== undefined) return new Refusal('item_not_asked', {}, other);
  const details = { ...parts.seal.open(application), ...given };
  // What was named is asked anew until it was given anew.
  const stillNamed = named.filter((field) => !Object.hasOwn(given, field));
  await storeApplication(db, id, {
    details: parts.seal.seal(details, id),
    named: stillNamed,
    ...(linked === undefined ? {} : { recordId: linked.id }),
  });
  const missing = state === 'rejected' ? stillNamed : missingDetails(needs, details);
  if (state !== 'binding' && missing.length === 0) await submitHolder(db, application, now);
  else await announceApplication(db, application);
  return { ...(await asOrder(parts, { id, userId }, call)), missing: [...missing] };
}

async function linkTo(
  db: Database,
  { seen, kycLevel }: { readonly seen: ApplicationRow; readonly kycLevel: number },
  authNo: string,
): Promise<{ readonly id: string } | IdentityNo> {
  return await linkIdentity(db, { authNo, userId: seen.userId }, { applicationId: seen.id, kycLevel });
}

/** What was given now. Throws 404 for a choice that no list has. */
async function readGiven(input: Given, { db, language }: Call<'user'>): Promise<Partial<CardDetails>> {
  const { occupation, income, purpose, residence } = input;
  const choices = await listChoices(db, language);
  const known = (list: 'job' | 'income' | 'purpose', code: string | undefined) => {
    if (code === undefined || choices.some((one) => one.list === list && one.code === code)) return code;
    throw notFound();
  };
  return {
    ...(occupation === undefined ? {} : { occupation: known('job', occupation) }),
    ...(income === undefined ? {} : { income: known('income', income) }),
    ...(purpose === undefined ? {} : { purpose: known('purpose', purpose) }),
    ...(residence === undefined ? {} : { residence: { ...residence, postal: residence.postal ?? null } }),
  };
}

async function cancel(
  applicationId: string,
  { db, session, now }: Call<'user'>,
): Promise<OutputOf<typeof cancelCard> | Refusal<RefusalOf<typeof cancelCard>>> {
  const { userId } = session;
  await lockPayments(db, userId);
  const seen = await findApplicationOf(db, { id: applicationId, userId });
  if (seen === undefined) throw notFound();
  const application = await lockWithIdentity(db, applicationId);
  if (application === undefined || !cancellable.has(application.state)) return new Refusal('too_late');
  try {
    const { isRefunded } = await closeApplication(db, application, { reason: 'cancelled', now });
    return { applicationId, isRefunded };
  } catch (error) {
    if (error instanceof Halted) return new Refusal('money_stopped');
    throw error;
  }
}

async function asOrder(
  parts: ApplyDependencies,
  { id, userId }: { readonly id: string; readonly userId: string },
  call: Call<'user'>,
): Promise<CardOrder> {
  const application = await findApplicationOf(call.db, { id, userId });
  if (application === undefined) throw new Error('Broken: an application that was just written is there');
  return await applicationForPerson(parts, application, call);
}

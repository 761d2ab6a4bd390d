import { dayMs } from '@marigold/money/spans';
/**
 * What a company says of an application, applied: read back, never believed from an event. Each word moves it along its
 * table or changes nothing, so one that is old or comes twice does no harm.
 */
import { mayFollow } from '@marigold/money/states';
import type { CardFacts, FoundHolder, FoundOpening } from '@marigold/partners/card-port';
import {
  cardApplicationStates,
  type CardApplicationState,
  type CardDeliveryState,
  cardDeliveryStates,
  cardMailDays,
  cardTries,
} from '@marigold/partners/card-states';

import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../../message/notify.ts';
import { earn } from '../../purchase/purchase.ts';
import { announceApplication, changeApplication } from '../application/change.ts';
import { closeApplication } from '../application/end.ts';
import {
  type ApplicationRow,
  beginDelivery,
  findDelivery,
  moveDelivery,
  storeApplication,
} from '../application/store.ts';
import { makeCard } from '../own/make.ts';
import { nameOfProduct } from '../store.ts';
import { wishCard } from './submit.ts';

export type Following = { readonly db: Database; readonly now: number };

/** Of a row that the caller has locked by `lockWithIdentity`. */
export async function followHolder(
  { db, now }: Following,
  application: ApplicationRow,
  { ref, phase, fields }: FoundHolder,
): Promise<void> {
  const { id, holderRef, state } = application;
  // Somebody else's data under our name: nothing of it is ours.
  if (holderRef !== null && holderRef !== ref) return;
  if (holderRef === null) await storeApplication(db, id, { holderRef: ref });
  if (phase === 'checking') {
    if (mayFollow(cardApplicationStates, state, 'review'))
      await changeApplication(db, application, { states: ['review'], now });
    return;
  }
  if (phase === 'passed') {
    if (mayFollow(cardApplicationStates, state, 'passed')) await wishCard(db, application, now);
    return;
  }
  if (!mayFollow(cardApplicationStates, state, 'rejected')) return;
  const left = cardTries - application.tries;
  // Nothing that could be given anew, or it was given often enough: nobody gets any further here.
  if (left <= 0 || fields.length === 0) {
    await closeApplication(db, application, { reason: left <= 0 ? 'tries' : 'refused', now });
    return;
  }
  await storeApplication(db, id, { named: fields });
  await changeApplication(db, application, { states: ['rejected'], now });
  const facts = { name: await nameOfProduct(db, application.productId), left, applicationId: id };
  await notify(db, { userId: application.userId, kind: 'cardAgain', facts, now });
}

/** How far the company is with a card, as states in their order. */
const reached: Readonly<Record<Exclude<FoundOpening['phase'], 'refused'>, readonly CardApplicationState[]>> =
  {
    approval: ['approval'],
    opening: ['approval', 'opening'],
    opened: ['approval', 'opening', 'opened'],
  };

export type FoundCard = {
  readonly opening: FoundOpening;
  /** What the company says of the card; null: there is none, or it did not answer. */
  readonly facts: CardFacts | null;
};

/** As followHolder. `mismatch`: the card is one that another application has. */
export async function followOpening(
  { db, now }: Following,
  application: ApplicationRow,
  { opening, facts }: FoundCard,
): Promise<'mismatch' | undefined> {
  const { id, state } = application;
  if (opening.requestId !== id) return 'mismatch';
  if (opening.phase === 'refused') {
    if (mayFollow(cardApplicationStates, state, 'closed') && state !== 'binding')
      await closeApplication(db, application, { reason: 'refused', now });
    return undefined;
  }
  // Without anything that says what it is, a card is on its way and no further.
  const phase = opening.phase === 'opened' && facts === null ? 'opening' : opening.phase;
  const path = pathFrom(state, reached[phase]);
  let current = application;
  if (path !== undefined) {
    if (path.includes('opened')) {
      if (facts === null || !(await makeCard(db, application, { facts, now }))) return 'mismatch';
      await earn(db, { product: 'card', objectId: id, now });
    }
    current = await changeApplication(db, application, { states: path, now });
  }
  if (current.state === 'opened') await followParcel({ db, now }, current, opening.parcel);
  return undefined;
}

/** The states that are left of a way whose beginning it may have gone; undefined where none is. */
function pathFrom(
  state: CardApplicationState,
  way: readonly CardApplicationState[],
): readonly [CardApplicationState, ...CardApplicationState[]] | undefined {
  const [first, ...others] = way.slice(way.indexOf(state) + 1);
  return first !== undefined && mayFollow(cardApplicationStates, state, first)
    ? [first, ...others]
    : undefined;
}

/** A virtual card is there at once; one of plastic is when it was delivered. */
async function followParcel(
  { db, now }: Following,
  application: ApplicationRow,
  parcel: FoundOpening['parcel'],
): Promise<void> {
  const delivery = await findDelivery(db, application.id);
  if (delivery === undefined) return await becomeReady({ db, now }, application, 'cardOpened');
  if (delivery.state === null)
    await beginDelivery(db, application.id, { mailBy: now + cardMailDays * dayMs, now });
  if (parcel === null) return;
  const { carrier, tracking } = parcel;
  for (const to of wayTo(delivery.state ?? 'preparing', parcel.state))
    await sendOn({ db, now }, application, { to, carrier, tracking });
}

/** The shortest way of a parcel from where it was to where it is, however much of it nobody saw; none: it does not lead there. */
function wayTo(from: CardDeliveryState, to: CardDeliveryState): readonly CardDeliveryState[] {
  const ways: (readonly CardDeliveryState[])[] = [[from]];
  // Ends: a way never visits a state twice, and there are five.
  for (const way of ways) {
    const last = way.at(-1) ?? from;
    if (last === to) return way.slice(1);
    for (const next of cardDeliveryStates.next[last]) if (!way.includes(next)) ways.push([...way, next]);
  }
  return [];
}

export type ParcelStep = {
  readonly to: 'preparing' | 'shipped' | 'delivered' | 'returned' | 'lost';
  readonly carrier: string | null;
  readonly tracking: string | null;
};

/** One step of a parcel, by its company or by persons of the house. False where it leads nowhere from where it is. */
export async function sendOn(
  { db, now }: Following,
  application: ApplicationRow,
  step: ParcelStep,
): Promise<boolean> {
  if (!(await moveDelivery(db, application.id, { ...step, now }))) return false;
  await announceApplication(db, application);
  if (step.to === 'delivered') await becomeReady({ db, now }, application, 'cardDelivered');
  if (step.to !== 'shipped') return true;
  const facts = { name: await nameOfProduct(db, application.productId), applicationId: application.id };
  await notify(db, { userId: application.userId, kind: 'cardShipped', facts, now });
  return true;
}

async function becomeReady(
  { db, now }: Following,
  application: ApplicationRow,
  kind: 'cardOpened' | 'cardDelivered',
): Promise<void> {
  await changeApplication(db, application, { states: ['pendingActivation'], now });
  const facts = { name: await nameOfProduct(db, application.productId), applicationId: application.id };
  await notify(db, { userId: application.userId, kind, facts, now });
}

/**
 * What people of the world of cards do: apply, fill in, pay once, twice or never, let it be while it is paid, give once more
 * what is asked, activate with right and wrong digits, lock and unlock from two phones at once, and try what is another's.
 */
import { Refusal } from '@marigold/contract/endpoint';

import { TransportError } from '../../../apps/server/src/platform/http/transport-error.ts';
import {
  type BookedApplication,
  type CardCrowd,
  inCardCall,
  priceOf,
  productsOfWorld,
  type SeenApplication,
  type SimApplicant,
  type WorldProduct,
} from './crowd.ts';

const holder = {
  latinName: 'ANNA MUSTER',
  phone: '+995555123456',
  agreed: { contentId: 'card-company', version: 1 },
} as const;

const mail = {
  method: 'mail',
  recipient: 'Anna Muster',
  country: 'GE',
  city: 'Tbilisi',
  postal: '0108',
  line: '24 Example Avenue',
} as const;

const residence = { country: 'GE', city: 'Tbilisi', line: '24 Example Avenue' } as const;
const everything = { occupation: 'clerk', income: 'to50k', purpose: 'payments', residence } as const;

/** One turn of somebody: at most one thing about each application or card of theirs, and a new one now and then. */
export async function takeCardTurn(
  crowd: CardCrowd,
  person: SimApplicant,
  open: readonly SeenApplication[],
): Promise<void> {
  for (const seen of open) {
    if (seen.card !== null && seen.state !== 'opened') await useCard(crowd, person, seen);
    else await goOn(crowd, person, seen);
  }
  if (crowd.isCalm || person.applicationsLeft === 0 || person.random.chance(0.5)) return;
  await applyAnew(crowd, person);
}

async function applyAnew(crowd: CardCrowd, person: SimApplicant): Promise<void> {
  const { random } = person;
  const { handlers } = crowd.setup.cards;
  const authNo = person.identities[0];
  if (authNo === undefined) return;
  const productId = random.pick(productsOfWorld);
  const delivery =
    productId === 'master-virtual' ? {} : { delivery: { ...mail, isResidential: random.chance(0.7) } };
  const isLinked = random.chance(0.8);
  const input = { ...holder, productId, ...delivery, ...(isLinked && { authNo }) };
  const answer = await inCardCall(crowd, person, async (call) => await handlers['card/apply'](input, call));
  if (answer === undefined || answer instanceof Refusal) return;
  const { applicationId: id } = answer;
  person.applicationsLeft -= 1;
  person.identities.shift();
  crowd.book.set(id, { id, userId: person.id, productId, authNo, isPaid: false, isCancelled: false });
}

async function goOn(crowd: CardCrowd, person: SimApplicant, seen: SeenApplication): Promise<void> {
  const booked = crowd.book.get(seen.id);
  if (booked === undefined) return;
  const { random } = person;
  if (random.chance(0.03)) await pry(crowd, person, seen);
  switch (seen.state) {
    case 'binding':
      return await beginPaying(crowd, person, booked);
    case 'info':
    case 'rejected':
      if (random.chance(0.1)) return await cancel(crowd, person, booked);
      return random.chance(0.75) ? await give(crowd, person, seen) : undefined;
    case 'submitting':
    case 'review':
    case 'passed':
    case 'approval':
      return random.chance(0.06) ? await cancel(crowd, person, booked) : undefined;
    default:
      return undefined;
  }
}

async function beginPaying(crowd: CardCrowd, person: SimApplicant, booked: BookedApplication): Promise<void> {
  const { random } = person;
  const { handlers } = crowd.setup.cards;
  const { id: applicationId, authNo } = booked;
  // Whoever linked it before links it again: the same.
  if (random.chance(0.7))
    await inCardCall(
      crowd,
      person,
      async (call) =>
        await handlers['card/apply/complete'](
          { applicationId, authNo, ...(random.chance(0.7) && { residence }) },
          call,
        ),
    );
  const drawn = random.chance(0.5) ? 'pay' : random.pick(['pay', 'twice', 'cancel', 'both', 'wait', 'wrong']);
  if (drawn === 'pay') await pay(crowd, person, booked);
  if (drawn === 'twice') await Promise.all([pay(crowd, person, booked), pay(crowd, person, booked)]);
  if (drawn === 'cancel' && random.chance(0.3)) await cancel(crowd, person, booked);
  if (drawn === 'both') await Promise.all([pay(crowd, person, booked), cancel(crowd, person, booked)]);
  if (drawn === 'wrong') await pay(crowd, person, booked, '1');
}

async function pay(
  crowd: CardCrowd,
  person: SimApplicant,
  booked: BookedApplication,
  amount = wholeOf(booked.productId),
): Promise<void> {
  const { handlers } = crowd.setup.cards;
  const input = {
    applicationId: booked.id,
    currency: 'USDT',
    amount,
    payPassword: '000000',
    google: '000000',
  };
  const answer = await inCardCall(
    crowd,
    person,
    async (call) => await handlers['card/order/pay'](input, call),
  );
  if (answer === undefined || answer instanceof Refusal) return;
  if (booked.isPaid) crowd.failures.push(`paid twice: ${booked.id}`);
  if (amount === '1') crowd.failures.push(`paid at a price that there is not: ${booked.id}`);
  booked.isPaid = true;
}

function wholeOf(productId: WorldProduct): string {
  return String(priceOf[productId] / 100_000_000n);
}

async function cancel(crowd: CardCrowd, person: SimApplicant, booked: BookedApplication): Promise<void> {
  const { handlers } = crowd.setup.cards;
  const input = { applicationId: booked.id };
  const answer = await inCardCall(
    crowd,
    person,
    async (call) => await handlers['card/apply/cancel'](input, call),
  );
  if (answer === undefined || answer instanceof Refusal) return;
  if (booked.isCancelled) crowd.failures.push(`cancelled twice: ${booked.id}`);
  booked.isCancelled = true;
}

/** What the company asks for, all of it or a part. */
async function give(crowd: CardCrowd, person: SimApplicant, seen: SeenApplication): Promise<void> {
  const { handlers } = crowd.setup.cards;
  const names = Object.keys(everything) as (keyof typeof everything)[];
  const wanted = seen.state === 'rejected' ? names.filter((name) => seen.named.includes(name)) : names;
  const given = person.random.chance(0.8) ? wanted : wanted.slice(0, 1);
  const facts = Object.fromEntries(given.map((name) => [name, everything[name]]));
  const needed = crowd.book.get(seen.id)?.productId === 'muse-platinum' || seen.state === 'rejected';
  const input = { applicationId: seen.id, ...(needed ? facts : { residence }) };
  await inCardCall(crowd, person, async (call) => await handlers['card/apply/complete'](input, call));
}

async function useCard(crowd: CardCrowd, person: SimApplicant, seen: SeenApplication): Promise<void> {
  const { cardId, last4, card } = seen;
  const { random } = person;
  if (cardId === null || last4 === null) return;
  if (card === 'pendingActive') {
    if (!random.chance(0.7)) return;
    const digits = random.chance(0.1) ? '0000' : last4;
    await wish(crowd, person, cardId, { does: 'card/activate', digits });
    return;
  }
  if (crowd.isCalm || !random.chance(0.4)) return;
  const [lock, unlock] = [{ does: 'card/lock' }, { does: 'card/unlock' }] as const;
  if (random.chance(0.2)) {
    // Two phones at once: whichever came last is what was wished.
    crowd.wishes.delete(cardId);
    await Promise.all([wish(crowd, person, cardId, lock), wish(crowd, person, cardId, unlock)]);
    crowd.wishes.delete(cardId);
  } else await wish(crowd, person, cardId, random.chance(0.5) ? lock : unlock);
}

type Wished =
  | { readonly does: 'card/lock' | 'card/unlock' }
  | { readonly does: 'card/activate'; readonly digits: string };

async function wish(crowd: CardCrowd, person: SimApplicant, cardId: string, wished: Wished): Promise<void> {
  const { handlers } = crowd.setup.cards;
  const google = '000000';
  const answer = await inCardCall(crowd, person, async (call) => {
    if (wished.does === 'card/activate')
      return await handlers['card/activate']({ cardId, last4: wished.digits, google }, call);
    if (wished.does === 'card/lock') return await handlers['card/lock']({ cardId }, call);
    return await handlers['card/unlock']({ cardId, google }, call);
  });
  if (answer === undefined || answer instanceof Refusal) return;
  if (wished.does === 'card/activate' && wished.digits === '0000' && !cardId.endsWith('0000'))
    crowd.failures.push(`activated with wrong digits: ${cardId}`);
  crowd.wishes.set(cardId, { cardId, wish: answer.wish });
}

/** Somebody tries an application that is not theirs: it must be as if it were not there. */
async function pry(crowd: CardCrowd, { id, random }: SimApplicant, seen: SeenApplication): Promise<void> {
  const stranger = random.pick(crowd.people);
  if (stranger.id === id) return;
  const { handlers } = crowd.setup.cards;
  const { id: applicationId, cardId } = seen;
  const tries = {
    reads: async () =>
      await crowd.setup.call(
        stranger.id,
        async (call) => await handlers['card/order/detail']({ applicationId }, call),
      ),
    cancels: async () =>
      await crowd.setup.call(
        stranger.id,
        async (call) => await handlers['card/apply/cancel']({ applicationId }, call),
      ),
    ...(cardId !== null && {
      locks: async () =>
        await crowd.setup.call(stranger.id, async (call) => await handlers['card/lock']({ cardId }, call)),
    }),
  };
  for (const [deed, attempt] of Object.entries(tries)) {
    const isThere = await attempt().then(
      () => true,
      (error: unknown) => !(error instanceof TransportError && error.status === 404),
    );
    if (isThere) crowd.failures.push(`a stranger ${deed} what is somebody else's: ${applicationId}`);
  }
}

/**
 * The people of the world of identities: they order, pay in time or late, twice or never, begin at one company or at both,
 * send in at once or hours later, and one of them tries what is somebody else's.
 */
import { Refusal } from '@marigold/contract/endpoint';
import { dayMs } from '@marigold/money/spans';
import type { ReadFields } from '@marigold/partners/identity-port';
import type { KycPurpose } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import type { Call } from '../../../apps/server/src/platform/http/call.ts';
import { TransportError } from '../../../apps/server/src/platform/http/transport-error.ts';
import type { IdentitySetup } from '../../../apps/server/testing/identity-setup.ts';
import { createRandom, type Random } from '../../../chaos/random.ts';
import type { Destiny } from './company.ts';
import { beginAt, type Crowd, inCall, otherThan, type Seen, type SimPerson } from './crowd.ts';
import { giveToHouse, houseAgreed } from './draft.ts';
import { numberByHand } from './wants.ts';

/** Of 10 units of money in scale 8: what a check costs in a demonstration. */
export const priceUnits = 10_00000000n;
/** Of all who pay. */
const houseShare = 0.32;
/** The poor cannot pay even one. */
const poorEvery = 12;

export async function makeSimPeople(
  setup: IdentitySetup,
  { seed, random, count }: { readonly seed: number; readonly random: Random; readonly count: number },
): Promise<SimPerson[]> {
  const poor = Math.floor(count / poorEvery);
  const ids = [
    ...(await setup.people(count - poor, { USDT: 200n * priceUnits, USDC: 200n * priceUnits })),
    ...(await setup.people(poor, { USDT: priceUnits - 1n })),
  ];
  const people: SimPerson[] = [];
  for (const [place, id] of ids.entries()) {
    const own = createRandom(seed, `person ${place}`);
    const before = people.length === 0 ? undefined : random.pick(people).document;
    people.push({
      id,
      place,
      random: own,
      document: documentOf(own, place, { now: setup.clock.now(), before }),
      habit: own.chance(0.03) ? 'never-begins' : own.chance(0.04) ? 'never-sends' : 'usual',
      way: own.chance(houseShare) ? 'house' : 'page',
      ordersLeft: 4 + own.below(5),
    });
  }
  return people;
}

type Drawing = { readonly now: number; readonly before: ReadFields | undefined };

/** Everybody has a document of their own, but for those who show another's, or that of the same number in another country. */
function documentOf(random: Random, place: number, { now, before }: Drawing): ReadFields {
  const dayAt = (ms: number): string => new Date(now + ms).toISOString().slice(0, 10);
  const own: ReadFields = {
    firstName: 'ANNA',
    // Lines of documents have no digits in names.
    lastName: `MUSTER ${String(place).replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')}`,
    birthday: random.chance(0.04) ? dayAt(-16 * 365 * dayMs) : dayAt(-30 * 365 * dayMs),
    nationality: 'GE',
    idType: random.pick(['passport', 'idCard']),
    idNumber: `XD${String(1_000_000 + place)}`,
    issuingRegion: random.pick(['GE', 'NL', 'JP']),
    expiry: random.chance(0.05) ? dayAt(random.pick([-dayMs, 10 * dayMs])) : dayAt(3000 * dayMs),
  };
  if (before === undefined || random.chance(0.82)) return own;
  const { idNumber, idType } = before;
  if (random.chance(0.5)) return { ...own, idNumber, idType, issuingRegion: before.issuingRegion };
  return { ...own, idNumber, idType, issuingRegion: before.issuingRegion === 'GE' ? 'NL' : 'GE' };
}

/** The same number, as another clerk would type it. */
function typed(random: Random, read: ReadFields): ReadFields {
  return { ...read, idNumber: numberByHand(random, read.idNumber) };
}

const destinies: readonly (readonly [number, Destiny])[] = [
  [45, [['passed']]],
  [14, [['again'], ['passed']]],
  [7, [['again'], ['again'], ['passed']]],
  [7, [['again'], ['again'], ['again']]],
  [7, [['final']]],
  [4, [['held', 'passed']]],
  [2, [['held']]],
  [2, [['again'], ['held', 'final']]],
  [4, [['short']]],
  [2, [['vague']]],
  [6, [['passed', 'final']]],
];

export function drawDestiny(random: Random): Destiny {
  let left = random.below(destinies.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, destiny] of destinies) {
    if (left < weight) return destiny;
    left -= weight;
  }
  return [];
}

/** One turn of everybody: each does at most one thing about each open order of theirs. */
export async function lookAround({ setup }: Crowd): Promise<readonly Seen[]> {
  const found = await sql<Seen>`
    select o.id as "orderId", o.user_id as "userId", o.purpose, o.state, o.expires_at as "expiresAt", r.id as "recordId",
      r.auth_no as "authNo", r.review, r.provider, r.attempts,
      coalesce(r.page_expires_at > ${new Date(setup.clock.now())}, false) as "hasPage",
      exists (select from app.partner_call c where c.object_id = r.id and c.state in ('due', 'sent', 'unknown')) as "isOpening"
    from app.kyc_order o left join app.kyc_record r on r.order_id = o.id
    where o.state in ('pending', 'paid') order by o.id`.execute(setup.db);
  return found.rows;
}

export async function takeSimTurn(crowd: Crowd, person: SimPerson, open: readonly Seen[]): Promise<void> {
  const { random } = person;
  if (crowd.isOver) return;
  for (const seen of open) await goOn(crowd, person, seen);
  if (crowd.isCalm || person.ordersLeft === 0 || random.chance(0.15)) return;
  const purpose: KycPurpose = random.chance(0.75) ? 'system' : 'card';
  const isOpen = open.some((seen) => seen.purpose === purpose);
  if (isOpen && random.chance(0.95)) return;
  const order = await inCall(crowd, person, async (call) => {
    return await crowd.setup.kyc.handlers['kyc/order/create']({ purpose }, call);
  });
  if (order === undefined || order instanceof Refusal) return;
  person.ordersLeft -= 1;
  crowd.made.add(order.orderId);
}

async function goOn(crowd: Crowd, person: SimPerson, seen: Seen): Promise<void> {
  const { random, habit } = person;
  if (seen.state === 'pending') await payOrNot(crowd, person, seen);
  else if (seen.authNo === null || habit === 'never-begins') return;
  else if (seen.review === 'draft' || seen.review === 'again') await sendInOrBegin(crowd, person, seen);
  // Nothing can be begun while somebody checks.
  else if (random.chance(0.02)) await beginAt(crowd, person, seen.authNo, random.pick(crowd.companies).id);
}

async function payOrNot(crowd: Crowd, person: SimPerson, { orderId, expiresAt }: Seen): Promise<void> {
  const { setup, failures } = crowd;
  const { random } = person;
  const isLate = setup.clock.now() >= expiresAt;
  const pay = async (): Promise<void> => {
    const input = {
      orderId,
      currency: random.pick(['USDT', 'USDT', 'USDC']),
      payPassword: '000000',
      google: '000000',
    };
    const answer = await inCall(
      crowd,
      person,
      async (call) => await setup.kyc.handlers['kyc/order/pay'](input, call),
    );
    if (answer === undefined || answer instanceof Refusal) return;
    if (crowd.paid.has(orderId)) failures.push(`an order is paid twice: ${orderId}`);
    crowd.paid.add(orderId);
    if (isLate) failures.push(`an order is paid after its half hour: ${orderId}`);
  };
  const cancel = async (): Promise<void> =>
    void (await inCall(
      crowd,
      person,
      async (call) => await setup.kyc.handlers['kyc/order/cancel']({ orderId }, call),
    ));
  const drawn = random.next();
  if (drawn < 0.68) await pay();
  else if (drawn < 0.74) await Promise.all([pay(), pay()]);
  else if (drawn < 0.84) await cancel();
  else if (drawn < 0.88) await Promise.all([pay(), cancel()]);
}

async function sendInOrBegin(crowd: Crowd, person: SimPerson, seen: Seen): Promise<void> {
  const { random, habit } = person;
  const { authNo, recordId, provider } = seen;
  if (authNo === null || recordId === null) return;
  if (random.chance(0.03)) await pry(crowd, person, authNo);
  if (await giveToHouse(crowd, person, { ...seen, authNo, recordId })) return;
  const chosen = provider ?? random.pick(crowd.companies).id;
  if (!seen.hasPage) {
    if (random.chance(seen.isOpening ? 0.9 : 0.15)) return;
    const isOther = seen.attempts === 0 && random.chance(0.15);
    const at = isOther ? otherThan(crowd, chosen).id : chosen;
    const begin = async (): Promise<void> => await beginAt(crowd, person, authNo, at);
    await (random.chance(0.08) ? Promise.all([begin(), begin()]) : begin());
    return;
  }
  if (habit === 'never-sends' || random.chance(0.2)) return;
  const { handlers } = crowd.setup.kyc;
  const link = await crowd.setup.call(
    person.id,
    async (call) => await handlers['kyc/third/link']({ authNo }, call),
  );
  if (link instanceof Refusal || link.state !== 'open') return;
  const company = crowd.companies.find(({ id }) => id === provider);
  if (company === undefined) return;
  if (company.truthOf(recordId)?.row.rounds === 0) company.destine(recordId, drawDestiny(random));
  company.submit(recordId, typed(random, person.document));
  // Impatience: begun anew, at the other one, before anybody has answered.
  if (seen.attempts === 0 && random.chance(0.05))
    await beginAt(crowd, person, authNo, otherThan(crowd, chosen).id);
}

/** Somebody tries a number that is not theirs: it must be as if it were not there. */
async function pry(crowd: Crowd, { id, random }: SimPerson, authNo: string): Promise<void> {
  const stranger = random.pick(crowd.people);
  if (stranger.id === id) return;
  const { handlers } = crowd.setup.kyc;
  const provider = random.pick(crowd.companies).id;
  const agreed = { contentId: `kyc-${provider}`, version: 1 };
  const tries: Readonly<Record<string, (call: Call<'user'>) => Promise<object>>> = {
    begins: async (call: Call<'user'>) =>
      await handlers['kyc/third/start']({ authNo, provider, agreed }, call),
    reads: async (call: Call<'user'>) => await handlers['kyc/detail']({ authNo }, call),
    opens: async (call: Call<'user'>) => await handlers['kyc/third/link']({ authNo }, call),
    'reads the draft of': async (call: Call<'user'>) => await handlers['kyc/draft']({ authNo }, call),
    'saves into': async (call: Call<'user'>) =>
      await handlers['kyc/save']({ authNo, items: { contact: 'Somewhere else' } }, call),
    'sends in': async (call: Call<'user'>) =>
      await handlers['kyc/submit']({ authNo, agreed: houseAgreed }, call),
    'sends in once more': async (call: Call<'user'>) => await handlers['kyc/resubmit']({ authNo }, call),
  };
  for (const [deed, attempt] of Object.entries(tries)) {
    const isThere = await crowd.setup.call<unknown>(stranger.id, attempt).then(
      () => true,
      (error: unknown) => !(error instanceof TransportError && error.status === 404),
    );
    if (isThere) crowd.failures.push(`a stranger ${deed} the record of somebody else: ${authNo}`);
  }
}

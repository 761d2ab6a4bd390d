/** Every call that a freeze stops, for every reason that freezes its area: read from the contract and the table. */
import { randomBytes, randomUUID } from 'node:crypto';

import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { contract } from '@marigold/contract/contract';
import type { Path } from '@marigold/contract/contract';
import type { Endpoint, WireFields } from '@marigold/contract/endpoint';
import { purposes } from '@marigold/guard/factors';
import {
  type FreezeArea,
  freezeAreas,
  type FreezeReason,
  freezeReasons,
  freezesFrom,
  untilLifted,
} from '@marigold/guard/freezes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { insertPasskey, takePasskeyHandle } from '../src/modules/factor/passkey/store.ts';
import { checkFreeze, freeze, freezeArea } from '../src/modules/spending/freeze.ts';
import type { VerifiedKind } from '../src/modules/spending/operation.ts';
import { insertFreeze } from '../src/modules/spending/store.ts';
import { newRowId } from '../src/platform/process/ids.ts';
import type { TestApi, TestPerson } from '../testing/api.ts';
import { goodPassword, goodPayPassword, startTestApi } from '../testing/api.ts';
import { codeAt } from '../testing/authenticator-code.ts';
import { bindAuthenticator } from '../testing/bind-two-step.ts';
import { asOwner } from '../testing/database.ts';
import { untilWaiting } from '../testing/lock-waits.ts';
import { createAuthenticator } from '../testing/soft-authenticator.ts';
import { baseRequests } from './base-requests.ts';
import { ownedBy, worldOf } from './frozen-owner.ts';
import type { RequestWorld } from './requests/base-request.ts';
import { indexAt } from './trade-world.ts';
import { createWorld } from './world.ts';

/** What is left of a freeze when the calls are made. */
const leftMs = 60_000;

const refusalOf = {
  payout: 'payouts_frozen',
  trade: 'trade_frozen',
  card: 'card_frozen',
  credentials: 'credentials_frozen',
  login: 'login_frozen',
} as const;

const rows = (Object.entries(contract) as [Path, Endpoint][]).flatMap(([path, { frozenIn, despite = [] }]) =>
  frozenIn === undefined || frozenIn === 'none' ? [] : [{ path, area: frozenIn, despite }],
);

/** A reason with an area that it freezes; what an operator says has either end. */
const cases = [
  ...freezeReasons.flatMap((reason) =>
    freezesFrom(reason, 0).map(({ area, until: spanMs }) => ({ reason, area, spanMs })),
  ),
  ...freezeAreas.flatMap((area) =>
    [leftMs, untilLifted].map((spanMs) => ({ reason: 'operator' as const, area, spanMs })),
  ),
].map((one) => ({ ...one, ends: one.spanMs === untilLifted ? ('lifted' as const) : ('time' as const) }));

let api: TestApi;
let world: RequestWorld;
beforeAll(async () => {
  api = await startTestApi({ books: true });
  world = await createWorld(api);
});
afterAll(async () => await api.close());

/** Freezes the person so that a minute is left, or until it is lifted. Answers the end. */
async function freezeFor(
  { id: userId }: TestPerson,
  { reason, area, spanMs }: { reason: FreezeReason; area: FreezeArea; spanMs: number },
): Promise<number> {
  const db = api.databases.main;
  const now = spanMs === untilLifted ? api.clock.now() : api.clock.now() - spanMs + leftMs;
  if (reason === 'operator')
    await insertFreeze(db, { id: newRowId(), userId, area, reason, now, until: now + spanMs });
  else await freeze(db, { userId, reason, now });
  return now + spanMs;
}

/** Two people of the house lift what they find of the person. */
async function lift({ id }: TestPerson): Promise<void> {
  await asOwner(
    api.ownerUrl,
    `update app.freeze set lifted_at = now(), lifted_by = 'support' where user_id = '${id}' and lifted_at is null`,
  );
}

/** Whatever a call can have moved or made. */
async function everything(): Promise<unknown> {
  const found = await sql`
    select (select count(*) from ledger.journal) as journals, (select count(*) from app.transfer) as transfers,
      (select count(*) from app.payout) as payouts, (select count(*) from app.trade_order) as orders,
      (select string_agg(state || wish, ',' order by id) from app.card) as cards,
      (select string_agg(state, ',' order by id) from app.card_application) as applications,
      (select count(*) from app.trade_allowance) as allowances, (select count(*) from app.export) as exports,
      (select count(*) from app.challenge) as challenges, (select count(*) from app.session) as sessions,
      (select string_agg(hash, ',' order by user_id) from app.payment_password) as secrets,
      (select count(trade_confirmed_at) from app.session) as confirmed,
      (select count(*) from app.request_key) as keys`.execute(api.databases.main);
  return found.rows[0];
}

/** The valid request of a call, made by this person. */
async function requestOf(path: Path, person: TestPerson): Promise<{ input: unknown; as: TestPerson }> {
  if (path === 'user/paypwd/set') {
    // The first one is what a freeze stops; whoever knows the old one may change it.
    const digits = { newPassword: goodPayPassword, confirm: goodPayPassword };
    const as = await api.person(undefined, { payPassword: false });
    return { input: { loginPassword: goodPassword, ...digits }, as };
  }
  const own: RequestWorld = {
    ...worldOf(api, world, person),
    owner: { ...world.owner, ...person, ...(await ownedBy(api, path, person)) },
    quote: async () => await quoteFor(person),
  };
  // A log-in that waits for its code, and one by a passkey, are of somebody of the world.
  const ids: Partial<Record<Path, string>> = {
    'user/login/second': world.waitingUserId,
    'user/passkey/login': world.keyedUserId,
  };
  const as = { ...person, id: ids[path] ?? person.id };
  return { input: await baseRequests[path].input(own), as };
}

async function quoteFor({ token }: TestPerson): Promise<string> {
  const input = { currency: 'USDT', chain: 'eth', address: fakeAccount('shop'), amount: '20' };
  const answer = await api.call('transfer/quote', input, { token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.quoteId;
}

async function trader(): Promise<TestPerson> {
  const person = await api.person();
  await api.credit(person, 'USDT', '1000');
  return person;
}

const stoppedBy = (held: { readonly reason: FreezeReason; readonly area: FreezeArea }) =>
  rows.filter(({ area, despite }) => area === held.area && !despite.includes(held.reason));
describe.each(cases.filter((held) => stoppedBy(held).length > 0))(
  '$reason, whose freeze of $area ends by $ends,',
  (held) => {
    let person: TestPerson;
    beforeAll(async () => (person = await trader()));

    it.each(stoppedBy(held))('stops $path until its end', async ({ path }) => {
      const { input, as } = await requestOf(path, person);
      const ask = async () => await api.call(path, input as never, { token: as.token });
      const before = await everything();
      const until = await freezeFor(as, held);
      const end = held.ends === 'lifted' ? { ends: 'lifted' } : { ends: 'time', until };
      expect(await ask()).toMatchObject({ code: 422, data: { refusal: refusalOf[held.area] } });
      const refused = await ask();
      expect(refused.ok ? undefined : refused.data.facts).toEqual({ reason: held.reason, ...end });
      expect(await everything()).toEqual(before);
      if (held.ends === 'lifted') await lift(as);
      else api.clock.move(leftMs + 1);
      await api.refreshRates();
      if (path === 'trade/submit') await indexAt(api, 'BTC_USDT', '67000', await trader());
      const served = await requestAgain(path, as, input);
      const wanted = baseRequests[path].refused;
      expect(served.ok ? undefined : served.data.refusal).toBe(wanted);
      await lift(as);
    });
  },
);

const waysOut = rows.flatMap(({ path, area, despite }) => despite.map((reason) => ({ path, area, reason })));
it.each(waysOut)(
  '$path is the way out of $reason, which does not stop it',
  async ({ path, reason, area }) => {
    const person = await trader();
    const { input, as } = await requestOf(path, person);
    const until = await freezeFor(as, { reason, area, spanMs: untilLifted });
    expect(until).toBe(untilLifted);
    const served = await api.call(path, input as never, { token: as.token });
    expect(served.ok ? undefined : served.data.refusal).toBe(baseRequests[path].refused);
    await lift(as);
  },
);

/** The same request; terms that got too old meanwhile are asked for anew. */
async function requestAgain(path: Path, as: TestPerson, input: unknown) {
  const fresh = path === 'transfer/submit' ? { quoteId: await quoteFor(as) } : {};
  return await api.call(path, { ...(input as object), ...fresh } as never, { token: as.token });
}

it('leaves the change of a payment password to whoever knows the old one', async () => {
  const person = await trader();
  await freeze(api.databases.main, { userId: person.id, reason: 'passwordReset', now: api.clock.now() });
  const input = {
    loginPassword: goodPassword,
    oldPassword: goodPayPassword,
    newPassword: '731946',
    confirm: '731946',
  };
  expect(await api.call('user/paypwd/set', input, { token: person.token })).toMatchObject({ ok: true });
});

it('mails bills to the own address of whoever may not send', async () => {
  const person = await trader();
  await freeze(api.databases.main, { userId: person.id, reason: 'notMe', now: api.clock.now() });
  const input = { from: 1, to: 2, format: 'csv' as const, emails: [], own: true };
  expect(await api.call('bill/export/email', input, { token: person.token })).toMatchObject({
    data: { refusal: 'export_empty' },
  });
});

it('says of an operation that was done before it what was said then', async () => {
  const person = await trader();
  const requestId = randomUUID();
  const input = (await requestOf('transfer/internal', person)).input as WireFields<
    (typeof contract)['transfer/internal']
  >;
  const pay = async () => await api.call('transfer/internal', input, { token: person.token, requestId });
  const first = await pay();
  await freeze(api.databases.main, { userId: person.id, reason: 'notMe', now: api.clock.now() });
  expect(first).toMatchObject({ ok: true });
  expect(await pay()).toEqual(first);
});

describe('a freeze that comes while a call is under way', () => {
  /** What these need first, and what of their request is then another. */
  const begun: Partial<Record<Path, (person: TestPerson) => Promise<object>>> = {
    'user/freeze/lift': async ({ id: userId }) => {
      await freeze(api.databases.main, { userId, reason: 'notMe', now: api.clock.now() });
      return {};
    },
    'user/google/bind': async ({ token }) => {
      expect(await api.call('user/google/new', {}, { token })).toMatchObject({ ok: true });
      return {};
    },
    'kyc/order/pay': digitsFor,
    'card/order/pay': digitsFor,
    'card/activate': digitsFor,
    'card/unlock': digitsFor,
    'user/google/unbind': async (person) => {
      await bindAuthenticator(api, person);
      return {};
    },
    'user/passkey/add': async ({ token }) => {
      const answer = await api.call('user/passkey/add/begin', {}, { token });
      return answer.ok ? { ticket: answer.data.ticket } : {};
    },
    'user/passkey/remove': async ({ id: userId }) => ({ id: await keyOf(userId) }),
  };
  /** Right ones of an authenticator that was bound for this. */
  async function digitsFor(person: TestPerson) {
    const { secret } = await bindAuthenticator(api, person);
    return { google: codeAt(secret, api.clock.now()) };
  }

  /** No secret is looked at, and nothing is changed that somebody could use while the area is frozen. */
  const looksOnce = new Set<Path>(['user/passkey/add/begin', 'trade/submit']);

  async function keyOf(userId: string): Promise<string> {
    const [id, now] = [newRowId(), api.clock.now()];
    const { credential, publicKey } = createAuthenticator();
    const made = { aaguid: newRowId(), transports: [], counter: 0, isBackedUp: false, name: 'A key' };
    const row = { ...made, id, userId, credential, publicKey, now, moneyFrom: now };
    await takePasskeyHandle(api.databases.main, userId, randomBytes(32));
    await insertPasskey(api.databases.main, row);
    return id;
  }

  it.each(rows.filter(({ path }) => !looksOnce.has(path)))('stops $path', async ({ path, area }) => {
    const { main } = api.databases;
    const { input, as } = await requestOf(path, await trader());
    const request = { ...(input as object), ...(await begun[path]?.(as)) };
    const now = api.clock.now();
    const held = { userId: as.id, area, reason: 'operator', until: untilLifted, now } as const;
    const before = await everything();
    const met = await main.transaction().execute(async (tx) => {
      await freezeArea(tx, held);
      const answer = api.call(path, request as never, { token: as.token });
      await untilWaiting(main);
      return { answer };
    });
    expect(await met.answer).toMatchObject({ code: 422, data: { refusal: refusalOf[area] } });
    expect(await everything()).toEqual(before);
    await lift(as);
  });

  it('lets changes of credentials follow each other, of which each may freeze something', async () => {
    const { main } = api.databases;
    const { id: userId } = await api.person();
    const now = api.clock.now();
    const change = async (tx: typeof main) => {
      const no = await checkFreeze({ db: tx, now, session: { userId } }, 'credentials', { isLocking: true });
      await freeze(tx, { userId, reason: 'googleBound', now });
      return no;
    };
    const met = await main.transaction().execute(async (tx) => {
      await checkFreeze({ db: tx, now, session: { userId } }, 'credentials', { isLocking: true });
      const other = main.transaction().execute(change);
      await untilWaiting(main);
      return { first: await change(tx), other };
    });
    expect([met.first, await met.other]).toEqual([undefined, undefined]);
  });
});

describe('a code', () => {
  const subjects: { readonly [Kind in VerifiedKind]: (person: TestPerson) => Promise<object> } = {
    'transfer/internal': async () => ({ subject: { to: world.payee, currency: 'USDT', amount: '1' } }),
    'transfer/submit': async (person) => ({ subject: { quoteId: await quoteFor(person) } }),
    'bill/export/email': async () => ({ subject: { emails: ['somebody@example.com'] } }),
    'trade/allow': async () => ({ subject: { symbol: 'BTC_USDT', amount: '1' } }),
    'user/freeze/lift': async () => ({}),
    'user/limit/set': async () => ({ subject: { single: '40', total: '100', payments: 5 } }),
    'user/google/bind': async () => ({}),
    'user/google/unbind': async () => ({}),
    'user/google/codes': async () => ({}),
    'user/passkey/add': async () => ({}),
    'user/passkey/remove': async () => ({ subject: { id: newRowId() } }),
    'user/password/set': async () => ({}),
    'user/paypwd/reset': async () => ({}),
  };
  const kinds = (Object.keys(subjects) as VerifiedKind[]).map((kind) => {
    const { frozenIn: area = 'none' }: Endpoint = contract[kind];
    return { kind, area };
  });

  /** Asks for a code for an operation of the person, as often as it is called. */
  async function startOf(kind: VerifiedKind, person: TestPerson) {
    // What only the person holds approves these; it is bound before anything is frozen.
    const isStrong = purposes[kind] === 'strong';
    if (isStrong) await bindAuthenticator(api, person);
    const input = { kind, method: isStrong ? 'google' : 'email', ...(await subjects[kind](person)) };
    return async () => await api.call('verify/start', input as never, { token: person.token });
  }

  async function freezeAll(person: TestPerson, which: readonly FreezeArea[]): Promise<void> {
    for (const area of which) await freezeFor(person, { reason: 'operator', area, spanMs: untilLifted });
  }

  it.each(kinds.flatMap(({ kind, area }) => (area === 'none' ? [] : [{ kind, area }])))(
    'for $kind is not sent while $area is frozen',
    async ({ kind, area }) => {
      const person = await trader();
      const start = await startOf(kind, person);
      await freezeAll(person, [area]);
      const before = await everything();
      expect(await start()).toMatchObject({ data: { refusal: refusalOf[area] } });
      expect(await everything()).toEqual(before);
      await lift(person);
      await freezeAll(
        person,
        freezeAreas.filter((other) => other !== area),
      );
      expect(await start()).toMatchObject({ ok: true });
    },
  );

  it.each(kinds.filter(({ area }) => area === 'none'))(
    'for $kind is sent whatever is frozen',
    async ({ kind }) => {
      const person = await trader();
      await freezeAll(person, freezeAreas);
      expect(await (await startOf(kind, person))()).toMatchObject({ ok: true });
    },
  );
});

describe('log-in', () => {
  const answerTo = async ({ username }: { username: string }, password: string, deviceId: string) =>
    await api.call('user/login', { account: username, password }, { deviceId });

  it('says that it is frozen to whoever knows the password, and to nobody else', async () => {
    const person = await api.person();
    await freezeFor(person, { reason: 'operator', area: 'login', spanMs: untilLifted });
    const stranger = await answerTo({ username: 'nobody4711' }, 'Marigold8?', 'a-strangers-device');
    const guess = await answerTo(person, 'Marigold8?', 'a-guessing-device');
    expect(guess).toMatchObject({ data: { refusal: 'account_or_password_incorrect' } });
    expect(guess.data).toEqual(stranger.data);
    const right = await answerTo(person, goodPassword, 'a-guessing-device');
    expect(right).toMatchObject({ data: { refusal: 'login_frozen', facts: { ends: 'lifted' } } });
    const events = await sql<{ event: string }>`
      select event from app.security_event where user_id = ${person.id} order by id desc limit 2`.execute(
      api.databases.main,
    );
    expect(events.rows.map(({ event }) => event)).toEqual(['loginFailed', 'loginFailed']);
  });
});

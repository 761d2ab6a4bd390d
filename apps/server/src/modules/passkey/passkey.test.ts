/** Passkeys of a person: made, used at the door and for a payment, doubted, removed. */
import { hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type TestApi,
  type TestPerson,
  goodPassword,
  goodPayPassword,
  startTestApi,
} from '../../../testing/api.ts';
import {
  createAuthenticator,
  type Mischief,
  type SoftAuthenticator,
  testAppOrigin,
} from '../../../testing/soft-authenticator.ts';

let api: TestApi;
let payee: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  payee = await api.person();
});
afterAll(async () => await api.close());

type Verify =
  | { challengeId: string; code: string }
  | { challengeId: string; passkey: ReturnType<SoftAuthenticator['answer']> };

/** Text of the refusal, or `done`. */
const outcome = (answer: { ok: boolean; data: unknown }): string =>
  answer.ok ? 'done' : (answer.data as { refusal: string }).refusal;

async function begin({ token }: TestPerson) {
  const answer = await api.call('user/passkey/add/begin', {}, { token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}

/** A code by mail for an operation without money. */
async function mailed({ token, email }: TestPerson, request: object): Promise<Verify> {
  api.clock.move(minuteMs);
  const answer = await api.call('verify/start', { ...request, method: 'email' } as never, { token });
  if (!answer.ok) throw new Error(answer.msg);
  return {
    challengeId: answer.data.challengeId,
    code: /\b(\d{6})\b/.exec(await api.lastMail(email))?.[1] ?? '',
  };
}

async function touched(
  { token }: TestPerson,
  request: object,
  key: SoftAuthenticator,
  mischief?: Mischief,
): Promise<Verify> {
  const answer = await api.call('verify/start', { ...request, method: 'passkey' } as never, { token });
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  const { challengeId, options } = answer.data;
  if (options === undefined) throw new Error('a passkey is asked for by options');
  return { challengeId, passkey: key.answer(options, mischief) };
}

async function add(person: TestPerson, key: SoftAuthenticator, verify?: Verify, mischief?: Mischief) {
  const { ticket, options } = await begin(person);
  const proof = verify ?? (await mailed(person, { kind: 'user/passkey/add' }));
  const input = {
    ticket,
    passkey: key.make(options, mischief),
    name: 'My phone',
    loginPassword: goodPassword,
  };
  return await api.call('user/passkey/add', { ...input, verify: proof }, { token: person.token });
}

/** Somebody with a passkey that a code approved. */
async function keyed(): Promise<{ person: TestPerson; key: SoftAuthenticator; id: string }> {
  const person = await api.person();
  const key = createAuthenticator();
  const added = await add(person, key);
  if (!added.ok) throw new Error(JSON.stringify(added));
  return { person, key, id: added.data.passkey.id };
}

async function login(key: SoftAuthenticator, mischief?: Mischief, deviceId = 'a-new-device') {
  const begun = await api.call('user/passkey/begin', {}, { deviceId });
  if (!begun.ok) throw new Error(begun.msg);
  const passkey = key.answer(begun.data.options, mischief);
  return await api.call('user/passkey/login', { ticket: begun.data.ticket, passkey }, { deviceId });
}

const payment = (amount: string) => ({ to: payee.username, currency: 'USDT', amount });

async function pay({ token }: TestPerson, amount: string, verify?: Verify) {
  const input = { ...payment(amount), amountConfirm: amount, payPassword: goodPayPassword };
  return await api.call('transfer/internal', verify === undefined ? input : { ...input, verify }, { token });
}

async function noticesOf({ id }: TestPerson): Promise<string[]> {
  const found = await sql<{ kind: string }>`
    select kind from app.notice where user_id = ${id} and kind like 'passkey%' order by id`.execute(
    api.databases.main,
  );
  return found.rows.map(({ kind }) => kind);
}

describe('a new passkey', () => {
  it('is asked for by what the browser needs, and belongs to its person from then on', async () => {
    const { person, key, id } = await keyed();
    const { options } = await begin(person);
    expect(options.rp).toEqual({ id: 'localhost', name: 'Marigold' });
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257]);
    expect(options.excludeCredentials.map((known) => known.id)).toEqual([
      key.credential.toString('base64url'),
    ]);
    const listed = await api.call('user/passkey/list', {}, { token: person.token });
    expect(listed).toMatchObject({
      data: { list: [{ id, name: 'My phone', state: 'active', lastTime: null }] },
    });
    const info = await api.call('user/info', {}, { token: person.token });
    expect(info).toMatchObject({
      data: { passkeys: 1, freezes: [{ area: 'payout', reason: 'passkeyAdded' }] },
    });
    expect(await noticesOf(person)).toEqual(['passkeyAdded']);
    expect(await api.lastMail(person.email)).toContain('/pages/user/notme#');
  });

  it('needs the password, a code of its own and an answer of its own', async () => {
    const person = await api.person();
    const key = createAuthenticator();
    const { ticket, options } = await begin(person);
    const input = { ticket, passkey: key.make(options), name: 'Key', loginPassword: 'Marigold8?' };
    const { token } = person;
    expect(outcome(await api.call('user/passkey/add', input, { token }))).toBe('password_incorrect');
    const right = { ...input, loginPassword: goodPassword };
    expect(outcome(await api.call('user/passkey/add', right, { token }))).toBe('verification_required');
    const other = await mailed(person, { kind: 'user/paypwd/reset' });
    expect(outcome(await api.call('user/passkey/add', { ...right, verify: other }, { token }))).toBe(
      'verification_void',
    );
    const wrongs: Mischief[] = [
      { origin: 'http://localhost:9999' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { challenge: 'AAAA' },
    ];
    for (const wrong of wrongs) {
      api.clock.move(10 * minuteMs);
      expect(outcome(await add(person, key, undefined, wrong))).toBe('passkey_wrong');
    }
    api.clock.move(10 * minuteMs);
    expect(outcome(await add(person, key))).toBe('done');
    api.clock.move(6 * hourMs);
    const known = await add(person, key, await touched(person, { kind: 'user/passkey/add' }, key));
    expect(outcome(known)).toBe('passkey_known');
  });

  it('is made once by a ticket, which is good for its person and for ten minutes', async () => {
    const person = await api.person();
    const key = createAuthenticator();
    const { ticket, options } = await begin(person);
    const input = { ticket, passkey: key.make(options), name: 'Key', loginPassword: goodPassword };
    const foreign = await api.call('user/passkey/add', input, { token: payee.token });
    expect(outcome(foreign)).toBe('ticket_expired');
    api.clock.move(10 * minuteMs);
    expect(outcome(await api.call('user/passkey/add', input, { token: person.token }))).toBe(
      'ticket_expired',
    );
  });

  it('waits six hours for money and stops sending, unless something as strong approved it', async () => {
    const { person, key } = await keyed();
    await api.credit(person, 'USDT', '1000');
    expect(outcome(await pay(person, '40'))).toBe('payouts_frozen');
    const second = createAuthenticator();
    const added = await add(person, second, await touched(person, { kind: 'user/passkey/add' }, key));
    expect(added).toMatchObject({ ok: true });
    if (!added.ok) return;
    expect(added.data.passkey.moneyTime).toBeLessThanOrEqual(api.clock.now());
    expect(added.data.freezes).toHaveLength(1);
    api.clock.move(6 * hourMs);
    await api.refreshRates();
    expect(await pay(person, '40')).toMatchObject({ data: { facts: { methods: ['passkey', 'email'] } } });
  });

  it('is one of ten at most', async () => {
    const { person, key } = await keyed();
    for (let more = 1; more < 10; more += 1) {
      const proof = await touched(person, { kind: 'user/passkey/add' }, key);
      expect(outcome(await add(person, createAuthenticator(), proof))).toBe('done');
    }
    const eleventh = await api.call('user/passkey/add/begin', {}, { token: person.token });
    expect(outcome(eleventh)).toBe('passkeys_too_many');
  });
});

describe('a log-in by a passkey', () => {
  it('opens a session on an unknown device, which is trusted then', async () => {
    const { person, key } = await keyed();
    const entered = await login(key, {}, 'the-owners-new-phone');
    expect(entered).toMatchObject({ ok: true, data: { user: { username: person.username } } });
    const again = { account: person.username, password: goodPassword };
    const byPassword = await api.call('user/login', again, { deviceId: 'the-owners-new-phone' });
    expect(byPassword.ok && 'token' in byPassword.data).toBe(true);
  });

  it('comes from a native app that the settings name as well, which makes keys too', async () => {
    const inApp = { origin: testAppOrigin };
    const person = await api.person();
    const key = createAuthenticator();
    expect(outcome(await add(person, key, undefined, inApp))).toBe('done');
    expect(await login(key, inApp)).toMatchObject({ data: { user: { username: person.username } } });
  });

  it.each<[string, Mischief]>([
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['another origin', { origin: 'https://marigold.example' }],
    ['another app', { origin: testAppOrigin.replace('kk', 'xx') }],
    ['a page around it that may not frame ours', { topOrigin: 'https://evil.example' }],
    ['another site', { rpId: 'marigold.example' }],
    ['nobody recognised', { isVerified: false }],
    ['the handle of somebody else', { userHandle: 'AAAA' }],
  ])('is refused for %s', async (_name, mischief) => {
    const { person, key } = await keyed();
    expect(outcome(await login(key, mischief))).toBe('passkey_unknown');
    expect(await noticesOf(person)).toEqual(['passkeyAdded']);
  });

  it('is refused for a key that nobody has, in the same words', async () => {
    expect(outcome(await login(createAuthenticator()))).toBe('passkey_unknown');
  });

  it('happens once, however often one answer is sent at the same time', async () => {
    const { key } = await keyed();
    const deviceId = 'a-device-of-fifty';
    const begun = await api.call('user/passkey/begin', {}, { deviceId });
    if (!begun.ok) throw new Error(begun.msg);
    const input = { ticket: begun.data.ticket, passkey: key.answer(begun.data.options) };
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () =>
        outcome(await api.call('user/passkey/login', input, { deviceId })),
      ),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['done', 'ticket_expired']));
    api.clock.move(minuteMs);
    expect(outcome(await login(key))).toBe('done');
  });

  it('makes a key doubtful whose counter went back, for ever, and tells its owner everywhere', async () => {
    const { person, key, id } = await keyed();
    expect(outcome(await login(key, { counter: 9 }))).toBe('done');
    expect(outcome(await login(key, { counter: 8 }))).toBe('passkey_doubtful');
    expect(outcome(await login(key, { counter: 10 }))).toBe('passkey_doubtful');
    expect(await noticesOf(person)).toEqual(['passkeyAdded', 'passkeyDoubtful']);
    const info = await api.call('user/info', {}, { token: person.token });
    expect(info).toMatchObject({ data: { passkeys: 0 } });
    // It proves nothing any more, so a code removes it; and nothing strong ends with it.
    const verify = await mailed(person, { kind: 'user/passkey/remove', subject: { id } });
    const input = { id, loginPassword: goodPassword, verify };
    const removed = await api.call('user/passkey/remove', input, { token: person.token });
    expect(removed).toMatchObject({ ok: true, data: { freezes: [{ reason: 'passkeyAdded' }] } });
  });

  it('never doubts a key that does not count', async () => {
    const { key } = await keyed();
    await sql`update app.passkey set counter = 0 where credential = ${key.credential}`.execute(
      api.databases.main,
    );
    expect(outcome(await login(key, { counter: 0 }))).toBe('done');
    expect(outcome(await login(key, { counter: 0 }))).toBe('done');
  });
});

describe('a second verification by a passkey', () => {
  async function payer() {
    const made = await keyed();
    await api.credit(made.person, 'USDT', '1000');
    api.clock.move(6 * hourMs);
    await api.refreshRates();
    return made;
  }
  const start = (amount: string) => ({ kind: 'transfer/internal', subject: payment(amount) });

  it('pays once by one touch, however often it is sent at the same time', async () => {
    const { person, key } = await payer();
    const verify = await touched(person, start('40'), key);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => outcome(await pay(person, '40', verify))),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await api.available(person, 'USDT')).toBe('960.00000000');
    expect(outcome(await login(key))).toBe('done');
  });

  it('is good for this amount alone, and its answer for no other challenge', async () => {
    const { person, key } = await payer();
    const verify = await touched(person, start('40'), key);
    expect(outcome(await pay(person, '41', verify))).toBe('verification_void');
    const other = await touched(person, start('42'), key);
    const swapped = { ...verify, challengeId: other.challengeId };
    expect(outcome(await pay(person, '42', swapped))).toBe('verification_incorrect');
    // The same operation asked for anew is another challenge.
    const anew = await touched(person, start('42'), key);
    const older = { ...other, challengeId: anew.challengeId };
    expect(outcome(await pay(person, '42', older))).toBe('verification_incorrect');
    expect(outcome(await pay(person, '42', anew))).toBe('done');
  });

  it('is not answered by the key of somebody else', async () => {
    const { person } = await payer();
    const thief = await payer();
    const verify = await touched(person, start('40'), thief.key);
    expect(outcome(await pay(person, '40', verify))).toBe('verification_incorrect');
  });
});

describe('a passkey that goes', () => {
  it('is named by its owner alone, and by another proof for another one', async () => {
    const { person, key, id } = await keyed();
    const { token } = person;
    const named = await api.call('user/passkey/rename', { id, name: ' Laptop ' }, { token });
    expect(named).toMatchObject({ data: { passkey: { name: 'Laptop' } } });
    const foreign = await api.call('user/passkey/rename', { id, name: 'Mine' }, { token: payee.token });
    expect(outcome(foreign)).toBe('passkey_unknown');
    const request = { kind: 'user/passkey/remove', subject: { id: '018f3c1e-0000-7000-8000-00000000aaaa' } };
    const verify = await touched(person, request, key);
    const input = { id, loginPassword: goodPassword, verify };
    expect(outcome(await api.call('user/passkey/remove', input, { token }))).toBe('verification_void');
  });

  it('stops sending and cards for a day where it was the last thing as strong', async () => {
    const { person, key, id } = await keyed();
    const { token } = person;
    const request = { kind: 'user/passkey/remove', subject: { id } };
    const byMail = await api.call('verify/start', { ...request, method: 'email' } as never, { token });
    expect(outcome(byMail)).toBe('method_not_bound');
    const verify = await touched(person, request, key);
    const removed = await api.call(
      'user/passkey/remove',
      { id, loginPassword: goodPassword, verify },
      { token },
    );
    expect(removed).toMatchObject({ ok: true });
    expect(removed.ok && removed.data.freezes.map(({ area, reason }) => `${area} ${reason}`)).toEqual([
      'card strongRemoved',
      'payout strongRemoved',
    ]);
    expect(await noticesOf(person)).toEqual(['passkeyAdded', 'passkeyRemoved']);
    expect(outcome(await login(key))).toBe('passkey_unknown');
  });
});

describe('a password on a device that is new', () => {
  const passwordOn = async ({ username: account }: TestPerson, deviceId: string) => {
    const answer = await api.call('user/login', { account, password: goodPassword }, { deviceId });
    if (!answer.ok || 'token' in answer.data) throw new Error('nothing was asked for');
    return answer.data.need;
  };
  const enter = async (ticket: string, passkey: ReturnType<SoftAuthenticator['answer']>, deviceId: string) =>
    outcome(await api.call('user/login/second', { ticket, passkey }, { deviceId }));

  it('needs a touch beside it, made for this log-in, and a code to a contact is none', async () => {
    const { person, key } = await keyed();
    const [deviceId, elsewhere] = ['touched-device', 'another-device'];
    const [need, other] = [await passwordOn(person, deviceId), await passwordOn(person, elsewhere)];
    expect(need.methods).toEqual([{ method: 'passkey', masked: null }]);
    if (need.passkey === undefined || other.passkey === undefined) throw new Error('no options');
    expect(await enter(need.ticket, key.answer(other.passkey), deviceId)).toBe('code_incorrect');
    expect(await enter(need.ticket, createAuthenticator().answer(need.passkey), deviceId)).toBe(
      'code_incorrect',
    );
    const answer = key.answer(need.passkey);
    expect(await enter(other.ticket, answer, elsewhere)).toBe('code_incorrect');
    const wrong = await sql<{ count: number }>`
      select count(*)::int as count from app.security_event
      where user_id = ${person.id} and event = 'loginCodeFailed'`.execute(api.databases.main);
    expect(wrong.rows).toEqual([{ count: 3 }]);
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => await enter(need.ticket, answer, deviceId)),
    );
    expect(all.filter((one) => one === 'done')).toHaveLength(1);
  });

  it('is asked no more for thirty days where that device is to be remembered', async () => {
    const { person, key } = await keyed();
    const deviceId = 'remembered-device';
    const need = await passwordOn(person, deviceId);
    if (need.passkey === undefined) throw new Error('no options');
    expect(await enter(need.ticket, key.answer(need.passkey), deviceId)).toBe('done');
    const again = { account: person.username, password: goodPassword };
    const answer = await api.call('user/login', again, { deviceId });
    expect(answer.ok && 'token' in answer.data).toBe(true);
  });
});

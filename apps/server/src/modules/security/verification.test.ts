import type { internalTransfer } from '@marigold/contract/calls/transfer';
import type { WireInput } from '@marigold/contract/endpoint';
import { hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPayPassword, startTestApi } from '../../../testing/api.ts';
import { createCheckGoogleCode } from '../identity/google-code.ts';
import { digestOperation } from '../spending/operation.ts';

let api: TestApi;
let payee: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  payee = await api.person('VerifiedPayee');
  await api.person('OtherPayee');
});
afterAll(async () => await api.close());

type Verify = WireInput<typeof internalTransfer>['verify'];
type Order = { to?: string; amount?: string; verify?: Verify };

async function funded(amount = '1000'): Promise<TestPerson> {
  const person = await api.person();
  await api.credit(person, 'USDT', amount);
  return person;
}
async function pay(
  { token }: TestPerson,
  { to = payee.username, amount = '40', verify }: Order = {},
): Promise<string> {
  const order = { to, currency: 'USDT', amount, amountConfirm: amount, payPassword: goodPayPassword };
  return outcomeOf(
    await api.call('transfer/internal', { ...order, ...(verify === undefined ? {} : { verify }) }, { token }),
  );
}
/** As a client does: a program that has too much to do at the moment is asked again. */
async function payInTime(person: TestPerson, order: Order): Promise<string> {
  const triesMax = 100;
  let answer = await pay(person, order);
  for (let tries = 1; tries < triesMax && answer === 'unavailable'; tries += 1)
    answer = await pay(person, order);
  return answer;
}
function outcomeOf({ code, data }: { code: number; data: unknown }): string {
  if (code === 200) return 'right';
  const { refusal, facts } = data as { refusal: string; facts?: { left?: number } };
  return facts?.left === undefined ? refusal : `${refusal} ${facts.left}`;
}
async function start(
  { token }: TestPerson,
  { to = payee.username, amount = '40', method = 'email' as const } = {},
) {
  const subject = { to, currency: 'USDT', amount };
  return await api.call('verify/start', { kind: 'transfer/internal', subject, method }, { token });
}
/** Starts a verification and reads its code from the mail. */
async function approved(
  person: TestPerson,
  order: { to?: string; amount?: string } = {},
): Promise<{ challengeId: string; code: string }> {
  const answer = await start(person, order);
  if (answer.code !== 200) throw new Error(answer.msg);
  const { challengeId } = answer.data as { challengeId: string };
  const code = /Code: (\d{6})/.exec(await api.lastMail(person.email))?.[1] ?? '';
  return { challengeId, code };
}
function wrong(code: string): string {
  return code === '000001' ? '000002' : '000001';
}
async function stateOf(challengeId: string) {
  const found = await sql<{ state: string; tries_left: number }>`
    select state, tries_left from app.challenge where id = ${challengeId}`.execute(api.databases.main);
  return found.rows[0];
}

describe('verify/start', () => {
  it('names the amount and the masked payee, in the answer and in the mail', async () => {
    const person = await funded();
    const answer = await start(person, { amount: '40.5' });
    expect(answer).toMatchObject({
      code: 200,
      data: {
        masked: expect.stringMatching(/^p\*+com$/),
        summary: { currency: 'USDT', amount: '40.50', fee: '0.00', payee: 'V*********yee', chain: null },
      },
    });
    const mail = await api.lastMail(person.email);
    expect(mail).toContain('40.5');
    expect(mail).toContain('V*********yee');
    expect(mail).not.toContain('VerifiedPayee');
  });

  it('refuses a payee, an amount and a method that cannot be', async () => {
    const person = await funded();
    expect(outcomeOf(await start(person, { to: 'nobodyatall' }))).toBe('payee_not_found');
    expect(outcomeOf(await start(person, { to: person.username }))).toBe('payee_is_self');
    expect(outcomeOf(await start(person, { amount: '1.123456789' }))).toBe('too_many_decimals');
    expect(outcomeOf(await start(person, { method: 'sms' as never }))).toBe('method_not_bound');
  });

  it('sends one code a minute, however many ask at once', async () => {
    const person = await funded();
    // Connections first, so that the calls really meet.
    await Promise.all(Array.from({ length: 20 }, () => api.call('user/info', {}, { token: person.token })));
    const answers = await Promise.all(Array.from({ length: 20 }, () => start(person)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(outcomeOf(await start(person))).toBe('code_too_soon');
    // Whoever gets no code does not hear of whom either.
    expect(outcomeOf(await start(person, { to: 'nobodyatall' }))).toBe('code_too_soon');
    api.clock.move(minuteMs);
    expect((await start(person)).code).toBe(200);
  });
});

describe('a challenge', () => {
  it('approves the operation it was made for, once', async () => {
    const person = await funded();
    const verify = await approved(person);
    expect(await pay(person, { amount: '40.00', verify })).toBe('right');
    expect(await pay(person, { verify })).toBe('verification_void');
  });

  it.each([
    ['another payee', { to: 'OtherPayee' }],
    ['another amount', { amount: '41' }],
  ])('is void for %s, and then for its own as well', async (_what, change) => {
    const person = await funded();
    const verify = await approved(person);
    expect(await pay(person, { ...change, verify })).toBe('verification_void');
    expect(await pay(person, { verify })).toBe('verification_void');
    expect(await api.available(person, 'USDT')).toMatch(/^1000\.?0*$/);
  });

  it('belongs to its owner', async () => {
    const verify = await approved(await funded());
    const thief = await funded();
    expect(await pay(thief, { verify })).toBe('verification_void');
    expect(await stateOf(verify.challengeId)).toEqual({ state: 'open', tries_left: 5 });
  });

  it('is void after five wrong codes', async () => {
    const person = await funded();
    const verify = await approved(person);
    const answers = [];
    for (let index = 0; index < 5; index += 1) {
      answers.push(await pay(person, { verify: { ...verify, code: wrong(verify.code) } }));
    }
    expect(answers).toEqual([4, 3, 2, 1, 0].map((left) => `verification_incorrect ${left}`));
    expect(await pay(person, { verify })).toBe('verification_void');
    expect(await stateOf(verify.challengeId)).toMatchObject({ state: 'void' });
  });

  it('is looked at five times by fifty parallel guesses', async () => {
    const person = await funded();
    const verify = await approved(person);
    const guess = { ...verify, code: wrong(verify.code) };
    const answers = await Promise.all(Array.from({ length: 50 }, () => payInTime(person, { verify: guess })));
    expect(answers.filter((answer) => answer.startsWith('verification_incorrect'))).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'verification_void')).toHaveLength(45);
  });

  it('is used once by twenty at the same time', async () => {
    const person = await funded();
    const verify = await approved(person);
    const answers = await Promise.all(Array.from({ length: 20 }, () => payInTime(person, { verify })));
    expect(answers.filter((answer) => answer === 'right')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'verification_void')).toHaveLength(19);
    expect(await api.available(person, 'USDT')).toMatch(/^960\.?0*$/);
  });

  it('expires after five minutes', async () => {
    const person = await funded();
    const verify = await approved(person);
    api.clock.move(5 * minuteMs);
    expect(await pay(person, { verify })).toBe('verification_expired');
  });

  it('stays usable when its operation is rolled back', async () => {
    const person = await funded();
    const verify = await approved(person);
    const { databases } = api;
    const { createCheckVerification } = await import('./verification.ts');
    const { createProofs } = await import('./proof.ts');
    const secretKey = 'a secret key for tests, 32 bytes or more';
    const checkGoogleCode = createCheckGoogleCode(secretKey);
    const check = createCheckVerification(
      createProofs({
        secretKey,
        checkGoogleCode,
        relyingParty: () => {
          throw new Error('nobody touches a key here');
        },
      }),
    );
    const operation = {
      kind: 'transfer/internal',
      asset: 'USDT',
      amount: '40.00000000',
      fee: '0.00000000',
      payee: payee.id,
      chain: null,
    } as const;
    const session = {
      id: person.id,
      userId: person.id,
      deviceId: 'any-device',
      mayTrade: false,
      tradeFrozenUntil: undefined,
    };
    const rolledBack = databases.main.transaction().execute(async (db) => {
      const call = {
        db,
        aside: databases.aside,
        session,
        deviceId: '',
        deviceCookie: undefined,
        outgoing: {},
        deviceName: '',
        deviceFamily: '',
        address: '',
        country: undefined,
        language: 'en',
        now: api.clock.now(),
      } as const;
      expect(await check(call, operation, verify)).toBeUndefined();
      throw new Error('refused afterwards');
    });
    await expect(rolledBack).rejects.toThrow('refused afterwards');
    expect(await stateOf(verify.challengeId)).toEqual({ state: 'open', tries_left: 5 });
    expect(await pay(person, { verify })).toBe('right');
  });
});

describe('secondary limits', () => {
  it('ask above 30 USD', async () => {
    const person = await funded();
    expect(await pay(person, { amount: '29' })).toBe('right');
    const requested = await api.call(
      'transfer/internal',
      {
        to: payee.username,
        currency: 'USDT',
        amount: '31',
        amountConfirm: '31',
        payPassword: goodPayPassword,
      },
      { token: person.token },
    );
    expect(requested).toMatchObject({
      code: 422,
      data: { refusal: 'verification_required', facts: { kind: 'transfer/internal', methods: ['email'] } },
    });
  });

  it('ask at the sixth payment, and start again after a verified one', async () => {
    const person = await funded();
    for (let index = 0; index < 5; index += 1) expect(await pay(person, { amount: '1' })).toBe('right');
    expect(await pay(person, { amount: '1' })).toBe('verification_required');
    const verify = await approved(person, { amount: '1' });
    expect(await pay(person, { amount: '1', verify })).toBe('right');
    for (let index = 0; index < 5; index += 1) expect(await pay(person, { amount: '1' })).toBe('right');
    expect(await pay(person, { amount: '1' })).toBe('verification_required');
  });

  it('ask when the sum goes above 100 USD, and forget after a day', async () => {
    const person = await funded();
    for (let index = 0; index < 3; index += 1) expect(await pay(person, { amount: '29' })).toBe('right');
    expect(await pay(person, { amount: '20' })).toBe('verification_required');
    expect(await pay(person, { amount: '12' })).toBe('right');
    api.clock.move(24 * hourMs);
    expect(await pay(person, { amount: '20' })).toBe('verification_required');
    await sql`update app.rate set fetched_at = ${new Date(api.clock.now())}`.execute(api.databases.main);
    expect(await pay(person, { amount: '20' })).toBe('right');
  });

  it('count payments that are made at the same time', async () => {
    const person = await funded();
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay(person, { amount: '1' })));
    expect(answers.filter((answer) => answer === 'right')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'verification_required')).toHaveLength(7);
  });
});

describe('the digest of an operation', () => {
  const operation = {
    kind: 'transfer/internal',
    asset: 'USDT',
    amount: '10',
    fee: '0',
    payee: 'b',
    chain: null,
  } as const;

  it('is the same for two ways to write one amount', () => {
    expect(digestOperation('a', { ...operation, amount: '10.00' })).toEqual(digestOperation('a', operation));
    expect(digestOperation('a', { ...operation, amount: '100' })).not.toEqual(
      digestOperation('a', operation),
    );
  });

  it('differs with every field', () => {
    const others = [
      digestOperation('c', operation),
      digestOperation('a', { ...operation, asset: 'USDC' }),
      digestOperation('a', { ...operation, amount: '11' }),
      digestOperation('a', { ...operation, fee: '1' }),
      digestOperation('a', { ...operation, payee: null }),
      digestOperation('a', { ...operation, chain: 'TRC20' }),
      digestOperation('a', operation),
    ];
    expect(new Set(others.map((digest) => digest.toString('hex'))).size).toBe(others.length);
  });
});

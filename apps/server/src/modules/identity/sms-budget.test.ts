/** SMS cost money: a day has so many of them, and then everybody is sent to e-mail. */
import { dayMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestApi, TestPerson } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { healthOf } from '../../health.ts';
import { createLimits } from '../../platform/http/limits.ts';
import { createLog } from '../../platform/process/log.ts';
import { smsPerCountryADay } from './rules.ts';
import { areaOf, createSmsBudget } from './sms-budget.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ limits: 'on', smsDailyMax: 3 });
});
afterAll(async () => await api.close());
beforeEach(async () => {
  await sql`delete from app.rate_limit`.execute(api.databases.main);
});

const line = () => {
  const lines: { whose: string }[] = [];
  const log = createLog('warn', { write: (text) => void lines.push(JSON.parse(text) as { whose: string }) });
  return { log, lines };
};

function budgetOf(smsDailyMax: number) {
  const { log, lines } = line();
  const limits = createLimits(api.databases.pool, () => api.clock.now());
  return { budget: createSmsBudget({ limits, log, smsDailyMax }), lines };
}

/** The clock goes on while a test runs. */
const aboutADay: unknown = expect.closeTo(86_370, -2);

let numbers = 0;
const german = () => `+4915${String((numbers += 1)).padStart(9, '0')}`;

async function askFor(phone: string): Promise<string> {
  const from = { deviceId: `device-${phone.slice(1)}`, address: `2001:db8:${phone.slice(-4)}::1` };
  const answer = await api.call('user/code/send', { scene: 'register', phone }, from);
  return answer.ok ? 'sent' : answer.data.refusal;
}

async function withPhone(phone: string): Promise<TestPerson> {
  const person = await api.person();
  await sql`update app.person set phone = ${phone} where id = ${person.id}`.execute(api.databases.main);
  return person;
}

describe('a day of SMS', () => {
  it.each([
    ['+4915112345678', '49'],
    ['+12025550123', '1'],
    ['+77012345678', '7'],
    ['+85251234567', '852'],
    ['+99912345678', 'other'],
  ])('counts %s with the numbers of %s', (phone, area) => {
    expect(areaOf(phone)).toBe(area);
  });

  it('has so many for one country, whoever asks, and as many again for the next', async () => {
    const { budget, lines } = budgetOf(10_000);
    const answers: (string | undefined)[] = [];
    for (let count = 0; count <= smsPerCountryADay; count += 1)
      answers.push((await budget.take(german()))?.code);
    expect(answers.map((code) => code ?? 'sent').filter((code) => code !== 'sent')).toEqual(['sms_closed']);
    expect(answers.at(-1)).toBe('sms_closed');
    expect(await budget.take('+442071838750')).toBeUndefined();
    expect(await budget.take(german())).toMatchObject({ code: 'sms_closed', facts: { seconds: aboutADay } });
    expect(lines.map(({ whose }) => whose)).toEqual(['+49']);
  });

  it('has so many in all; operators are told once and see it, and the next day begins anew', async () => {
    const { budget, lines } = budgetOf(2);
    const stateOf = async () => (await healthOf(api.databases.main, true)).parts['sms'];
    const phones = ['+4915111111111', '+442071838750', '+33612345678', '+12025550123'];
    const answers = [];
    for (const phone of phones) answers.push((await budget.take(phone))?.code);
    expect(answers).toEqual([undefined, undefined, 'sms_closed', 'sms_closed']);
    expect(lines).toMatchObject([{ level: 40, whose: 'house', count: 2, seconds: aboutADay }]);
    expect(await stateOf()).toBe('open');
    api.clock.move(dayMs);
    expect(await budget.take('+4915111111111')).toBeUndefined();
    await sql`update app.rate_limit set expire = 0`.execute(api.databases.main);
    expect(await stateOf()).toBe('ok');
  });

  it('is asked wherever a code leaves by SMS, and nobody is kept from e-mail', async () => {
    const person = await withPhone(german());
    const { token } = person;
    const verify = async (method: 'sms' | 'email') =>
      await api.call(
        'verify/start',
        { kind: 'user/password/set', method },
        { token, deviceId: 'device-verify' },
      );
    expect(await askFor(german())).toBe('sent');
    expect(await askFor(german())).toBe('sent');
    expect((await verify('sms')).ok).toBe(true);
    api.clock.move(minuteMs);
    expect(await askFor(german())).toBe('sms_closed');
    expect(await verify('sms')).toMatchObject({ ok: false, data: { refusal: 'sms_closed' } });
    expect((await verify('email')).ok).toBe(true);

    const recover = async (account: string, method: 'sms' | 'email') => {
      const found = await api.call('user/forget/find', { account });
      if (!found.ok) throw new Error(found.msg);
      const sent = await api.call('user/forget/send', { ticket: found.data.ticket, method });
      return sent.ok ? 'sent' : sent.data.refusal;
    };
    expect(await recover(person.username, 'sms')).toBe('sms_closed');
    expect(await recover(person.username, 'email')).toBe('sent');
    // A number that nobody has is refused alike.
    expect(await recover(german(), 'sms')).toBe('sms_closed');
  });

  it('of a country that is used up sends no code of a recovery either, and answers as ever', async () => {
    const person = await withPhone(german());
    const key = 'sms:+49';
    await sql`
      insert into app.rate_limit (key, points, expire)
      values (${key}, ${smsPerCountryADay}, ${api.clock.now() + dayMs})`.execute(api.databases.main);
    const { phone } = (
      await sql<{ phone: string }>`select phone from app.person where id = ${person.id}`.execute(
        api.databases.main,
      )
    ).rows[0] ?? { phone: '' };
    const found = await api.call('user/forget/find', { account: person.username });
    if (!found.ok) throw new Error(found.msg);
    const sent = await api.call('user/forget/send', { ticket: found.data.ticket, method: 'sms' });
    expect(sent.ok).toBe(true);
    await expect(api.lastMail(phone)).rejects.toThrow('no mail');
  });
});

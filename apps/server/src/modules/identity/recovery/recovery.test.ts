import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../../testing/api.ts';
import { goodPassword, goodPayPassword, startTestApi } from '../../../../testing/api.ts';
import { testSecretKey } from '../../../../testing/session-cookies.ts';
import { tokenHash } from '../../../platform/process/ids.ts';
import { digestCode } from '../digests.ts';
import { readRecoveryName } from './ways.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ limits: 'on' });
});
afterAll(async () => await api.close());

const newPassword = 'Marigold8?';
let addresses = 0;
/** Limits of a network address belong to other tests. */
function somewhere() {
  addresses += 1;
  return { address: `203.0.113.${addresses}`, deviceId: `device-somewhere-${addresses}` };
}
async function find(account: string) {
  const answer = await api.call('user/forget/find', { account }, somewhere());
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}
async function send(ticket: string, method: 'email' | 'sms' = 'email') {
  return await api.call('user/forget/send', { ticket, method }, somewhere());
}
async function verify(ticket: string, code: string) {
  return await api.call('user/forget/verify', { ticket, code }, somewhere());
}
async function reset(ticket: string, password = newPassword, confirm = password, requestId?: string) {
  const once = requestId === undefined ? {} : { requestId };
  return await api.call('user/forget/reset', { ticket, password, confirm }, { ...somewhere(), ...once });
}
async function mailedCode(person: TestPerson): Promise<string> {
  return /\b(\d{6})\b/.exec(await api.lastMail(person.email))?.[1] ?? '';
}
/** A ticket with which the password may be set. */
async function prove(person: TestPerson): Promise<string> {
  const { ticket } = await find(person.username);
  await send(ticket);
  const answer = await verify(ticket, await mailedCode(person));
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.ticket;
}
function wrongOf(code: string): string {
  return code === '000000' ? '111111' : '000000';
}
function refusalOf(answer: { ok: boolean; data: unknown }): string {
  return answer.ok ? 'right' : (answer.data as { refusal: string }).refusal;
}
describe('a forgotten password', () => {
  it('is set anew by a mailed code; every session ends, payouts wait a day and everybody is told', async () => {
    const person = await api.person();
    const payee = await api.person();
    await api.credit(person, 'USDT', '10');
    const ticket = await prove(person);
    const answer = await reset(ticket);
    expect(answer).toMatchObject({ ok: true });
    const { freezeUntil } = answer.data as { freezeUntil: number };
    expect(Math.round((freezeUntil - api.clock.now()) / hourMs)).toBe(24);
    expect((await api.call('user/info', {}, { token: person.token })).code).toBe(401);
    expect(await api.lastMail(person.email)).toContain('Every device was logged out');

    const old = await api.call(
      'user/login',
      { account: person.username, password: goodPassword },
      somewhere(),
    );
    expect(refusalOf(old)).toBe('account_or_password_incorrect');
    const token = await api.login(person, { password: newPassword, ...somewhere() });
    const held = { reason: 'passwordReset', until: freezeUntil, liftedBy: 'time' };
    expect(await api.call('user/info', {}, { token })).toMatchObject({
      data: {
        freezes: [
          { ...held, area: 'card' },
          { ...held, area: 'credentials', until: freezeUntil + 6 * dayMs },
          { ...held, area: 'payout' },
          { ...held, area: 'trade' },
        ],
      },
    });
    const order = { to: payee.username, currency: 'USDT', amount: '1', amountConfirm: '1' };
    const paid = await api.call('transfer/internal', { ...order, payPassword: goodPayPassword }, { token });
    expect(paid).toMatchObject({ data: { refusal: 'payouts_frozen', facts: { until: freezeUntil } } });
    const log = await api.call('user/security/log', {}, { token });
    expect((log.data as { list: { event: string }[] }).list.map(({ event }) => event)).toContain(
      'passwordReset',
    );
  });

  it('takes a ticket once and for one purpose, and answers a lost answer again', async () => {
    const person = await api.person();
    const open = await find(person.username);
    expect(refusalOf(await reset(open.ticket))).toBe('ticket_expired');
    const ticket = await prove(person);
    expect(refusalOf(await send(ticket))).toBe('ticket_expired');
    expect(refusalOf(await verify(ticket, '123456'))).toBe('ticket_expired');
    const input = { ticket, password: newPassword, confirm: newPassword };
    const same = { ...somewhere(), requestId: '018f3c1e-0000-7000-8000-00000000beef' };
    const first = await api.call('user/forget/reset', input, same);
    expect(await api.call('user/forget/reset', input, same)).toEqual(first);
    expect(first.ok).toBe(true);
    expect(refusalOf(await reset(ticket))).toBe('ticket_expired');
  });

  it('ends with its quarter of an hour, and a code after five minutes', async () => {
    const person = await api.person();
    const { ticket } = await find(person.username);
    await send(ticket);
    const code = await mailedCode(person);
    api.clock.move(5 * minuteMs);
    expect(refusalOf(await verify(ticket, code))).toBe('code_expired');
    expect((await send(ticket)).ok).toBe(true);
    api.clock.move(10 * minuteMs);
    expect(refusalOf(await verify(ticket, await mailedCode(person)))).toBe('ticket_expired');
    const proven = await prove(person);
    api.clock.move(15 * minuteMs);
    expect(refusalOf(await reset(proven))).toBe('ticket_expired');
  });

  it('counts fifty parallel guesses as fifty, and five of them end the code', async () => {
    const person = await api.person();
    const { ticket } = await find(person.username);
    await send(ticket);
    const code = await mailedCode(person);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(ticket, wrongOf(code))));
    expect(answers.filter((answer) => refusalOf(answer) === 'code_incorrect')).toHaveLength(5);
    expect(refusalOf(await verify(ticket, code))).toBe('code_expired');
  });

  it('refuses weak, common and differing passwords, and keeps the ticket', async () => {
    const ticket = await prove(await api.person('Sonnenblume'));
    expect(refusalOf(await reset(ticket, 'short'))).toBe('password_weak');
    expect(refusalOf(await reset(ticket, 'Password1!'))).toBe('password_common');
    // The name is known only once the ticket is.
    expect(refusalOf(await reset(ticket, 'Sonnenblume1!'))).toBe('password_common');
    expect(refusalOf(await reset('x'.repeat(43), 'Sonnenblume1!'))).toBe('ticket_expired');
    expect(refusalOf(await reset(ticket, newPassword, 'Marigold9?'))).toBe('passwords_differ');
    expect(refusalOf(await reset(ticket))).toBe('right');
  });

  it('lets the owner in at once, however often others guessed', async () => {
    const person = await api.person();
    const guess = { account: person.username, password: 'Wrong1234!' };
    for (let index = 0; index < 5; index += 1) await api.call('user/login', guess, somewhere());
    const right = { account: person.username, password: newPassword };
    await reset(await prove(person));
    expect((await api.call('user/login', right, somewhere())).ok).toBe(true);
  });

  it('voids every other recovery of the person', async () => {
    const person = await api.person();
    const other = await find(person.email);
    await reset(await prove(person));
    expect(refusalOf(await send(other.ticket))).toBe('ticket_expired');
  });
});

describe('a name that nobody has', () => {
  it('gets the same answers as one that exists, to the last no', async () => {
    const person = await api.person();
    const walks = await Promise.all(
      [person.username, 'nobodyhere', person.email, 'nobody@example.com', '+995555012467'].map(
        async (account) => {
          const found = await find(account);
          const { method } = found.methods[0] ?? { method: 'email' };
          const sent = await send(found.ticket, method);
          const again = await send(found.ticket, method);
          const wrong: unknown[] = [];
          // The code of the real one is asked for in no mail here: all are guesses.
          for (let index = 0; index < 6; index += 1) wrong.push(await verify(found.ticket, '000000'));
          return {
            find: Object.keys(found).toSorted(),
            ways: found.methods.length,
            isMasked: found.methods.every(({ masked }) => /^.\*{4,}.{3}$/.test(masked)),
            sent: Object.keys(sent.data).toSorted(),
            again: refusalOf(again),
            wrong,
          };
        },
      ),
    );
    for (const walk of walks) expect(walk).toEqual(walks[0]);
  });

  it('is shown the address or number that was typed, and else a contact that never changes', () => {
    const decoy = (name: string) => readRecoveryName('a key', name).decoy;
    expect(decoy('Nobody@Example.com')).toEqual({ email: 'n**************com', sms: null });
    expect(decoy('+995555012467')).toEqual({ email: null, sms: '+*********467' });
    expect(decoy('NobodyHere')).toEqual(decoy('nobodyhere'));
    expect(readRecoveryName('another key', 'nobodyhere').decoy).not.toEqual(decoy('nobodyhere'));
    const many = Array.from({ length: 200 }, (_, index) => decoy(`name${index}`));
    expect(new Set(many.map((ways) => ways.email ?? ways.sms)).size).toBeGreaterThan(100);
    expect(many.filter(({ sms }) => sms !== null).length).toBeGreaterThan(20);
  });

  it('waits and is limited alike, and the limits of a contact tell nobody whose it is', async () => {
    const [person, stranger] = [await api.person(), 'nobodythere'];
    const answers: Record<string, string[]> = {};
    for (const account of [person.username, stranger]) {
      const list: string[] = [];
      for (let index = 0; index < 7; index += 1) {
        const { ticket, methods } = await find(account);
        list.push(refusalOf(await send(ticket, methods[0]?.method)));
        // Another ticket for the same name does not wait less.
        const next = await find(account);
        list.push(refusalOf(await send(next.ticket, methods[0]?.method)));
        api.clock.move(minuteMs);
      }
      answers[account] = list;
    }
    expect(answers[person.username]).toEqual(answers[stranger]);
    expect(answers[stranger]?.slice(-4)).toEqual(['right', 'code_too_soon', 'code_limit', 'code_limit']);
    // The address was written to six times this hour: by its own name nothing is refused, and nothing more leaves.
    const last = await api.lastMail(person.email);
    const { ticket } = await find(person.email);
    expect(refusalOf(await send(ticket))).toBe('right');
    expect(await api.lastMail(person.email)).toBe(last);
  });

  it('is never written to, and its code is never right', async () => {
    const { ticket } = await find('nobody9@example.com');
    await send(ticket);
    await expect(api.lastMail('nobody9@example.com')).rejects.toThrow('no mail');
    // Even a code that fits the row: nobody is behind it.
    const row = await sql<{ id: string }>`
      select id from app.recovery where ticket_hash = ${tokenHash(ticket)}`.execute(api.databases.main);
    const id = row.rows[0]?.id ?? '';
    const hash = digestCode(testSecretKey, 'recovery', [id], '314159');
    await sql`update app.recovery set code_hash = ${hash} where id = ${id}`.execute(api.databases.main);
    expect(refusalOf(await verify(ticket, '314159'))).toBe('code_incorrect');
  });
});

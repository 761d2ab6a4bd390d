/** To a new address no more than the single limit goes for a day, saved or not. */
import type { ChainAccount } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { newPayeeLockMs } from '@marigold/guard/payee-lock';
import { dayMs, hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { giveGoogle } from '../../../testing/factors.ts';
import {
  addressOf,
  moneyOf,
  noOf,
  openChain,
  paidOnChain,
  seenDayAgo,
  transfersOf,
} from '../../../testing/transfers.ts';
import { openOwner } from '../../platform/database/database.ts';

let api: TestApi;
let owner: ReturnType<typeof openOwner>;
let person: TestPerson;
let anna: ReturnType<typeof transfersOf>;
let vault: ChainAccount;

beforeAll(async () => {
  api = await startTestApi();
  owner = openOwner(api.ownerUrl);
  await openChain(api);
});
afterAll(async () => {
  await owner.close();
  await api.close();
});
beforeEach(async () => {
  await api.refreshRates();
  person = await api.person();
  await api.credit(person, 'USDT', '1500');
  anna = transfersOf(api, person);
  vault = fakeAccount(`vault of ${person.id}`);
});

/** More than the single limit to an address, without a code; what was said, and until when. */
async function send(to: ChainAccount = vault, more: { payPassword?: string } = {}) {
  const { quoteId } = await anna.quoted({ address: addressOf(to), amount: '31' });
  const answer = await anna.submit({ quoteId, amount: '31', ...more });
  const facts = answer.ok ? {} : ((answer.data as { facts?: Record<string, unknown> }).facts ?? {});
  return { no: noOf(answer), until: facts['until'], single: facts['single'] };
}

async function save(to: ChainAccount = vault): Promise<string> {
  const answer = await api.call(
    'payee/add',
    { name: 'Vault', to: addressOf(to), chain: 'eth', currency: 'USDT' },
    { token: person.token },
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.data.id;
}

async function seen(): Promise<{ chain: string; first_at: number }[]> {
  const rows = await sql<{ chain: string; first_at: number }>`
    select chain, first_at from app.payee_seen where user_id = ${person.id} order by chain`.execute(owner.db);
  return rows.rows;
}

async function pass(ms: number): Promise<void> {
  api.clock.move(ms);
  await api.refreshRates();
}

/** A payment from before, in one of its states. */
async function paid(state: 'confirming' | 'completed' | 'settled' | 'failed', asset = 'USDT'): Promise<void> {
  await paidOnChain(api, person, { account: vault, state, asset });
}

describe('above the single limit a new address waits a day', () => {
  it('whether it stands in the book or not, and says until when', async () => {
    const before = await moneyOf(api);
    const unsaved = await send();
    expect(unsaved).toMatchObject({ no: 'payee_locked', single: '30' });
    const other = fakeAccount(`another vault of ${person.id}`);
    await save(other);
    expect(await send(other)).toMatchObject({ no: 'payee_locked', single: '30' });
    expect(await moneyOf(api)).toEqual(before);
    for (const { first_at: firstAt } of await seen())
      expect(Math.abs(Number(unsaved.until) - firstAt - newPayeeLockMs)).toBeLessThan(60_000);
  });

  it('from the first try on, which no later one moves; then a code is asked for', async () => {
    const { until } = await send();
    await pass(23 * hourMs);
    expect(await send()).toMatchObject({ no: 'payee_locked', until });
    await pass(2 * hourMs);
    expect(await send()).toMatchObject({ no: 'verification_required' });
  });

  it('from saving it on; taking it out of the book neither ends nor begins it anew', async () => {
    const id = await save();
    const [first] = await seen();
    await pass(hourMs);
    await api.call('payee/delete', { id }, { token: person.token });
    expect(await send()).toMatchObject({
      no: 'payee_locked',
      until: (first?.first_at ?? 0) + newPayeeLockMs,
    });
    await save();
    expect(await seen()).toEqual([first]);
    await pass(newPayeeLockMs);
    expect(await send()).toMatchObject({ no: 'verification_required' });
  });

  it('for each person by themselves', async () => {
    await seenDayAgo(api, await api.person(), vault);
    expect(await send()).toMatchObject({ no: 'payee_locked' });
  });

  it('and keeps its code: none is asked for before', async () => {
    const { quoteId } = await anna.quoted({ address: addressOf(vault), amount: '31' });
    const { verify } = await anna.codeFor(quoteId);
    expect(noOf(await anna.submit({ quoteId, amount: '31', verify }))).toBe('payee_locked');
    await sql`update app.payee_seen set first_at = first_at - interval '1 day' where user_id = ${person.id}`.execute(
      owner.db,
    );
    expect(noOf(await anna.submit({ quoteId, amount: '31', verify }))).toBe('done');
  });

  it('also where nobody knows what it is worth', async () => {
    const { quoteId } = await anna.quoted({ address: addressOf(vault), amount: '20' });
    await sql`delete from app.rate where asset = 'USDT'`.execute(owner.db);
    expect(noOf(await anna.submit({ quoteId, amount: '20' }))).toBe('payee_locked');
  });
});

describe('the day begins', () => {
  it('not with a quote, which says it all the same', async () => {
    const quote = await anna.quoted({ address: addressOf(vault), amount: '31' });
    expect(quote.payeeLock).toEqual({ until: null, single: '30', canBind: true });
    expect(await seen()).toEqual([]);
    const { until } = await send();
    const again = await anna.quoted({ address: addressOf(vault), amount: '31' });
    expect(again.payeeLock).toEqual({ until, single: '30', canBind: true });
    expect((await anna.quoted({ address: addressOf(vault) })).payeeLock).toBeNull();
  });

  it('not with a wrong payment password', async () => {
    expect(await send(vault, { payPassword: '000001' })).toMatchObject({ no: 'payment_password_incorrect' });
    expect(await seen()).toEqual([]);
  });

  it('not with a payment that goes', async () => {
    expect(noOf(await anna.pay({ address: addressOf(vault) }))).toBe('done');
    expect(await seen()).toEqual([]);
  });

  it('once, however many tries come at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, async () => await send()));
    expect(new Set(all.map(({ no }) => no))).toEqual(new Set(['payee_locked']));
    expect(await seen()).toHaveLength(1);
    const [first] = await seen();
    expect(new Set(all.map(({ until }) => until))).toEqual(
      new Set([(first?.first_at ?? 0) + newPayeeLockMs]),
    );
  });

  it('on each chain by itself, where what was paid on another one is not known either', async () => {
    for (const table of ['chain', 'chain_asset'] as const) {
      const changed = table === 'chain' ? { code: 'eth2', is_open: false } : { chain: 'eth2' };
      const key = sql.ref(table === 'chain' ? 'code' : 'chain');
      await sql`
        insert into ${sql.table(`app.${table}`)}
        select (jsonb_populate_record(one, ${JSON.stringify(changed)}::jsonb)).* from ${sql.table(`app.${table}`)} one
        where ${key} = 'eth' on conflict do nothing`.execute(owner.db);
    }
    await paid('settled');
    await sql`update app.payout set chain = 'eth2' where user_id = ${person.id}`.execute(owner.db);
    await seenDayAgo(api, person, vault);
    await sql`update app.payee_seen set chain = 'eth2' where user_id = ${person.id}`.execute(owner.db);
    expect(await send()).toMatchObject({ no: 'payee_locked' });
    expect((await seen()).map(({ chain }) => chain)).toEqual(['eth', 'eth2']);
  });
});

describe('what goes at once', () => {
  it.each(['completed', 'settled'] as const)(
    'is any amount to an address that was paid a day ago, and not sooner: %s',
    async (state) => {
      await paid(state, 'USDC');
      expect(await send()).toMatchObject({ no: 'payee_locked' });
      await pass(dayMs);
      expect(await send()).toMatchObject({ no: 'verification_required' });
    },
  );

  it.each(['confirming', 'failed'] as const)('is not what was only tried: %s', async (state) => {
    await paid(state);
    expect(await send()).toMatchObject({ no: 'payee_locked' });
  });

  it('is the single limit, to the cent', async () => {
    await sql`update app.rate set usd = 1 where asset = 'USDT'`.execute(owner.db);
    const { quoteId } = await anna.quoted({ address: addressOf(vault), amount: '30' });
    expect(noOf(await anna.submit({ quoteId, amount: '30' }))).toBe('done');
    const over = await anna.quoted({ address: addressOf(vault), amount: '30.01' });
    expect(noOf(await anna.submit({ quoteId: over.quoteId, amount: '30.01' }))).toBe('payee_locked');
  });

  it('is any amount to an address of somebody at Marigold', async () => {
    const boris = await api.person();
    const { quoteId, payeeLock } = await anna.quoted({
      address: await transfersOf(api, boris).address(),
      amount: '31',
    });
    expect(payeeLock).toBeNull();
    expect(noOf(await anna.submit({ quoteId, amount: '31' }))).toBe('verification_required');
    expect(await seen()).toEqual([]);
  });
});

describe('an authenticator', () => {
  let digits: () => string;
  beforeEach(async () => (digits = (await giveGoogle(api, person)).code));

  async function limits(values: { single: string; total: string; alwaysWait?: boolean }): Promise<void> {
    const answer = await api.call('user/limit/set', { payments: 5, ...values }, { token: person.token });
    if (!answer.ok) throw new Error(answer.msg);
  }

  it('opens the lock for exactly this payment, and a code to a contact does not', async () => {
    const quote = await anna.quoted({ address: addressOf(vault), amount: '31' });
    expect(quote.payeeLock).toBeNull();
    const { quoteId } = quote;
    const bare = await anna.submit({ quoteId, amount: '31' });
    expect(bare).toMatchObject({
      data: { refusal: 'verification_required', facts: { methods: ['google'] } },
    });
    const { verify } = await anna.codeFor(quoteId);
    const weak = await anna.submit({ quoteId, amount: '31', verify });
    expect(weak).toMatchObject({
      data: { refusal: 'verification_required', facts: { methods: ['google'] } },
    });
    const begun = await api.call(
      'verify/start',
      { kind: 'transfer/submit', subject: { quoteId }, method: 'google' },
      { token: person.token },
    );
    if (!begun.ok) throw new Error(begun.msg);
    const strong = { challengeId: begun.data.challengeId, code: digits() };
    expect(noOf(await anna.submit({ quoteId, amount: '31', verify: strong }))).toBe('done');
  });

  it('that was begun for another payment opens nothing', async () => {
    const other = await anna.quoted({ address: addressOf(vault), amount: '32' });
    const { quoteId } = await anna.quoted({ address: addressOf(vault), amount: '31' });
    const subject = { quoteId: other.quoteId };
    const begun = await api.call(
      'verify/start',
      { kind: 'transfer/submit', subject, method: 'google' },
      { token: person.token },
    );
    if (!begun.ok) throw new Error(begun.msg);
    const verify = { challengeId: begun.data.challengeId, code: digits() };
    expect(noOf(await anna.submit({ quoteId, amount: '31', verify }))).toBe('verification_void');
  });

  it('opens nothing for whoever always waits', async () => {
    await limits({ single: '30', total: '100', alwaysWait: true });
    const quote = await anna.quoted({ address: addressOf(vault), amount: '31' });
    expect(quote.payeeLock).toEqual({ until: null, single: '30', canBind: false });
    expect(await send()).toMatchObject({ no: 'payee_locked' });
    await pass(newPayeeLockMs);
    expect(await send()).toMatchObject({ no: 'verification_required' });
  });

  it('is asked for by the own single limit', async () => {
    await limits({ single: '15', total: '100' });
    const { quoteId } = await anna.quoted({ address: addressOf(vault), amount: '20' });
    expect(noOf(await anna.submit({ quoteId, amount: '20' }))).toBe('verification_required');
  });
});

it('holds a new address by the own single limit, and says it', async () => {
  const values = { single: '15', total: '100', payments: 5 };
  await api.call('user/limit/set', values, { token: person.token });
  expect(await send()).toMatchObject({ no: 'payee_locked', single: '15' });
  const { quoteId } = await anna.quoted({ address: addressOf(vault), amount: '20' });
  expect(noOf(await anna.submit({ quoteId, amount: '20' }))).toBe('payee_locked');
});

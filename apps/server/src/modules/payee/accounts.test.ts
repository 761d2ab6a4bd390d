import { writeAccount } from '@marigold/chain/account';
import type { ChainAccount } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { fillTestPool, readUpTo } from '../../../testing/chain-rows.ts';
import { giveGoogle } from '../../../testing/factors.ts';
import { paidOnChain } from '../../../testing/transfers.ts';
import { bytesOf } from '../chain/registry.ts';

const usdt = { chain: 'eth', currency: 'USDT' } as const;
const shop = fakeAccount('a shop');
const write = (account: ChainAccount) => writeAccount(account, 'evm');
/** Made to be mistaken for another: the same first and last four digits. */
const imitate = (account: ChainAccount): ChainAccount =>
  `0x${account.slice(2, 6)}${'7'.repeat(32)}${account.slice(-4)}`;

let api: TestApi;
let anna: TestPerson;

beforeAll(async () => {
  api = await startTestApi();
  await readUpTo(api.databases.main, 100, { now: api.clock.now() });
  await fillTestPool(api.databases.main, 30);
});
beforeEach(async () => {
  anna = await api.person();
});
afterAll(async () => await api.close());

async function add(
  to: string,
  more: { chain?: string; currency?: string; name?: string } = usdt,
  person = anna,
) {
  return await api.call('payee/add', { name: 'A shop', to, ...more }, { token: person.token });
}

async function book(filter: { chain?: string; currency?: string } = {}, person = anna) {
  const answer = await api.call('payee/list', filter, { token: person.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.list;
}

async function check(address: string, input: { chain?: string; currency?: string } = {}) {
  return await api.call('payee/check', { chain: 'eth', address, ...input }, { token: anna.token });
}

async function known(address: string, input: { chain?: string; currency?: string } = {}) {
  const answer = await check(address, input);
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}

async function pay(account: ChainAccount, state: 'completed' | 'failed' = 'completed', asset = 'USDT') {
  await paidOnChain(api, anna, { account, state, asset });
  api.clock.move(1000);
}

async function addressOf(person: TestPerson): Promise<string> {
  const answer = await api.call('wallet/address/get', usdt, { token: person.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.address;
}

/** What every call that reads an address refuses, and with which word. */
async function problems(): Promise<[string, string][]> {
  const hot = fakeAccount('our hot account');
  await sql`
    insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, created_at)
    values ('evm', 'hot', 0, ${bytesOf(hot)}, '\\x00000000', now())
    on conflict do nothing`.execute(api.databases.main);
  const own = await addressOf(anna);
  const pooled = await sql<{ account: Buffer }>`
    select account from app.chain_address where user_id is null and purpose = 'deposit' limit 1`.execute(
    api.databases.main,
  );
  const good = write(shop);
  const flipped = good.replace(/[a-f](?=[^a-f]*$)/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return [
    ['0x1234', 'address_malformed'],
    [`${good}0`, 'address_malformed'],
    [good.replace('0x', '０x'), 'address_malformed'],
    [flipped, 'address_checksum'],
    ['TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp', 'address_other_chain'],
    [`0x${'0'.repeat(40)}`, 'address_is_zero'],
    ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'address_is_token'],
    [write(hot), 'address_is_ours'],
    [`0x${pooled.rows[0]?.account.toString('hex')}`, 'address_is_ours'],
    [own, 'payee_is_self'],
  ];
}

describe('an account in the address book', () => {
  it('is kept with its checksum for one currency on one chain, locked for a day', async () => {
    const at = api.clock.now();
    const answer = await add(shop.toLowerCase());
    if (!answer.ok) throw new Error(answer.msg);
    const { lockedUntil, ...payee } = answer.data;
    expect(payee).toMatchObject({ ...usdt, address: write(shop), masked: null, count: 0, lastTime: null });
    expect((lockedUntil ?? 0) - at).toBeGreaterThanOrEqual(dayMs);
    expect(await book()).toEqual([answer.data]);
    api.clock.move(dayMs + 60_000);
    expect((await book())[0]?.lockedUntil).toBeNull();
  });

  it('stays locked for its day when it was paid meanwhile, and has no lock where it is somebody’s of Marigold', async () => {
    await add(shop);
    await pay(shop, 'failed');
    expect((await book())[0]?.lockedUntil).not.toBeNull();
    const { lockedUntil } = (await book())[0] ?? {};
    await pay(shop, 'completed', 'USDC');
    expect((await book())[0]?.lockedUntil).toBe(lockedUntil);
    const boris = await api.person();
    const answer = await add(await addressOf(boris));
    expect(answer.ok && answer.data.lockedUntil).toBeNull();
  });

  it('says what opens its lock: a factor that was bound, one that could be, or nothing where its owner waits', async () => {
    await add(shop);
    const opener = async () => (await book())[0]?.lockOpensBy;
    expect(await opener()).toBe('bind');
    await giveGoogle(api, anna);
    expect(await opener()).toBe('strong');
    const limits = { single: '30', total: '100', payments: 5, alwaysWait: true };
    expect(await api.call('user/limit/set', limits, { token: anna.token })).toMatchObject({ ok: true });
    expect(await opener()).toBe('time');
  });

  it('is told to its owner in the app alone, as a person is', async () => {
    const boris = await api.person();
    await add(shop);
    await add(boris.username, { name: 'Boris' });
    const mail = await api.lastMail(anna.email);
    const answer = await api.call('message/list', {}, { token: anna.token });
    const notices = answer.ok ? answer.data.list.filter(({ kind }) => kind === 'payeeAdded') : [];
    expect(notices.map(({ topic, path, body }) => [topic, path, body])).toEqual([
      ['security', '/pages/exchange/payee', expect.stringMatching(/^Boris: .\*+.{3}\. /)],
      ['security', '/pages/exchange/payee', expect.stringContaining(`A shop: ${write(shop)}. `)],
    ]);
    expect(mail).not.toMatch(/Boris|A shop/);
  });

  it('is refused where money would be lost, each with its own word and field', async () => {
    for (const [to, code] of await problems()) {
      const answer = await add(to);
      expect([to, answer.ok ? 'added' : answer.data]).toEqual([to, { refusal: code, field: 'to' }]);
      const checked = await check(to);
      expect([to, checked.ok ? 'good' : checked.data]).toEqual([to, { refusal: code, field: 'address' }]);
    }
    expect(await book()).toEqual([]);
  });

  it('needs a currency that moves on its chain', async () => {
    const code = async (more: { chain?: string; currency?: string }) => {
      const answer = await add(write(shop), more);
      return answer.ok ? 'added' : [answer.data.refusal, answer.data.field];
    };
    expect(await code({ chain: 'eth' })).toEqual(['asset_unknown', 'currency']);
    expect(await code({ currency: 'USDT' })).toEqual(['chain_unknown', 'chain']);
    expect(await code({ chain: 'eth', currency: 'ZZZ' })).toEqual(['asset_unknown', 'currency']);
    expect(await code({ chain: 'eth', currency: 'BTC' })).toEqual(['chain_unknown', 'chain']);
    expect(await code({ chain: 'nowhere', currency: 'USDT' })).toEqual(['chain_unknown', 'chain']);
  });

  it('is there once for a currency, again for another, and counts among the five new ones of a day', async () => {
    const codes = [];
    for (const [to, currency] of [
      [shop, 'USDT'],
      [shop, 'USDT'],
      [shop, 'USDC'],
      [fakeAccount('two'), 'USDT'],
      [fakeAccount('three'), 'USDT'],
      [fakeAccount('four'), 'USDT'],
      [fakeAccount('five'), 'USDT'],
    ] as const) {
      const answer = await add(to, { chain: 'eth', currency });
      codes.push(answer.ok ? 'added' : answer.data.refusal);
    }
    expect(codes).toEqual(['added', 'payee_known', 'added', 'added', 'added', 'added', 'payees_too_many']);
  });

  it('is found by chain and currency, and people take every currency but none on a chain', async () => {
    const boris = await api.person();
    await add(shop);
    await add(shop, { chain: 'eth', currency: 'USDC', name: 'The same shop' });
    await add(boris.username, { name: 'Boris' });
    const names = async (filter: { chain?: string; currency?: string }) =>
      (await book(filter)).map(({ name }) => name);
    expect(await names({})).toEqual(['Boris', 'The same shop', 'A shop']);
    expect(await names({ chain: 'eth' })).toEqual(['The same shop', 'A shop']);
    expect(await names(usdt)).toEqual(['A shop']);
    expect(await names({ currency: 'USDT' })).toEqual(['Boris', 'A shop']);
    expect(await book({}, boris)).toEqual([]);
  });

  it('says how often it was paid and when; what came back does not count', async () => {
    await add(shop);
    await pay(shop);
    await pay(shop, 'failed');
    await pay(shop, 'completed', 'USDC');
    const at = api.clock.now();
    await pay(shop);
    const [payee] = await book();
    expect(payee?.count).toBe(2);
    expect(Math.abs((payee?.lastTime ?? 0) - at)).toBeLessThan(1000);
  });

  it('is renamed and taken out like a person, by its owner alone', async () => {
    const answer = await add(shop);
    if (!answer.ok) throw new Error(answer.msg);
    const { id } = answer.data;
    const boris = await api.person();
    const foreign = await api.call('payee/edit', { id, name: 'Mine' }, { token: boris.token });
    expect(foreign.code).toBe(404);
    const edited = await api.call('payee/edit', { id, name: 'Baker' }, { token: anna.token });
    expect(edited.ok && [edited.data.name, edited.data.address]).toEqual(['Baker', write(shop)]);
    await api.call('payee/delete', { id }, { token: anna.token });
    expect(await book()).toEqual([]);
    expect((await add(shop)).ok).toBe(true);
  });
});

it('suggests the five accounts paid last on a chain, under the names that one gave them', async () => {
  const accounts = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => fakeAccount(name));
  for (const account of accounts) await pay(account);
  const [, second] = accounts;
  if (second === undefined) throw new Error('accounts are there');
  await add(second, { ...usdt, name: 'Second' });
  await pay(second);
  await pay(fakeAccount('gone'), 'failed');
  const recent = async (filter: { chain: string; currency?: string }) => {
    const answer = await api.call('payee/recent', filter, { token: anna.token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data.list;
  };
  // What others call an account is theirs to know.
  const boris = await api.person();
  for (const account of accounts.slice(0, 5))
    expect((await add(account, { ...usdt, name: 'Secret' }, boris)).ok).toBe(true);
  const list = await recent({ chain: 'eth' });
  expect(list.map(({ name }) => name)).toEqual(['Second', null, null, null, null]);
  expect(list[0]).toMatchObject({ name: 'Second', address: write(second), count: 2, masked: null });
  expect(list.map(({ address }) => address)).not.toContain(write(fakeAccount('gone')));
  expect(await recent({ chain: 'eth', currency: 'USDC' })).toEqual([]);
  expect(await recent({ chain: 'nowhere' })).toEqual([]);
});

describe('what is known of an address', () => {
  it('is nothing of a stranger’s', async () => {
    expect(await known(write(shop))).toEqual({
      address: write(shop),
      checksum: 'good',
      internal: null,
      isContract: false,
      lookAlike: null,
      payee: null,
      payeeLock: { until: null, single: '30', canBind: true },
    });
    expect(await known(shop)).toMatchObject({ address: write(shop), checksum: 'missing' });
  });

  it('is the payee it is', async () => {
    const answer = await add(shop);
    if (!answer.ok) throw new Error(answer.msg);
    const { id, name } = answer.data;
    expect((await known(shop)).payee).toEqual({ id, name });
    expect((await known(shop, { currency: 'USDC' })).payee).toBeNull();
  });

  it('is until when only little goes there, whatever is sent; before anybody tried, nobody knows', async () => {
    expect((await known(shop)).payeeLock).toEqual({ until: null, single: '30', canBind: true });
    const answer = await add(shop);
    const until = answer.ok ? answer.data.lockedUntil : null;
    expect(until).not.toBeNull();
    expect((await known(shop, { currency: 'USDC' })).payeeLock).toEqual({
      until,
      single: '30',
      canBind: true,
    });
    api.clock.move(dayMs + 60_000);
    expect((await known(shop)).payeeLock).toBeNull();
    const boris = await api.person();
    expect((await known(await addressOf(boris))).payeeLock).toBeNull();
  });

  it('is the masked name of somebody of Marigold', async () => {
    const boris = await api.person();
    const { internal } = await known(await addressOf(boris));
    expect(internal).toMatch(/^.\*+.{3}$/);
    expect(internal).not.toBe(boris.username);
  });

  it('names a payee or a recipient that it could be mistaken for, and nobody else’s', async () => {
    const like = imitate(shop);
    expect((await known(like)).lookAlike).toBeNull();
    await pay(shop, 'failed');
    expect((await known(like)).lookAlike).toBeNull();
    await pay(shop);
    expect((await known(like)).lookAlike).toEqual({ name: null, address: write(shop) });
    await add(shop);
    expect((await known(like)).lookAlike).toEqual({ name: 'A shop', address: write(shop) });
    expect((await known(shop)).lookAlike).toBeNull();
    const others = `0x${shop.slice(2, 6)}${'7'.repeat(36)}`;
    expect((await known(others)).lookAlike).toBeNull();
    const boris = await api.person();
    const answer = await api.call('payee/check', { chain: 'eth', address: like }, { token: boris.token });
    expect(answer.ok && answer.data.lookAlike).toBeNull();
  });

  it('is whether a program lies there, and nothing of that while the chain cannot be asked', async () => {
    const program = api.chain.createContract('a vault');
    expect((await known(program)).isContract).toBe(true);
    api.chain.onCall = () => {
      throw new ChainUnavailable('a test');
    };
    expect((await known(program)).isContract).toBe(false);
    api.chain.onCall = undefined;
  });

  it('is not waited for longer than a form can wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.chain.onCall = async () => await promise;
    expect((await known(api.chain.createContract('a slow vault'))).isContract).toBe(false);
    resolve();
    api.chain.onCall = undefined;
  });
});

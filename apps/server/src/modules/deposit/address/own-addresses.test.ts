import { writeAccount } from '@marigold/chain/account';
import { watchKey } from '@marigold/chain/hd';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestPerson, CallAnswer, TestApi } from '../../../../testing/api.ts';
import { startTestApi } from '../../../../testing/api.ts';
import { addDeposit, fillTestPool, readUpTo } from '../../../../testing/chain-rows.ts';
import type { Call } from '../../../platform/http/call.ts';
import { drawAddress } from '../../chain/address/pool.ts';
import { bytesOf } from '../../chain/registry.ts';
import { createOwnAddresses } from './own-addresses.ts';

const usdt = { currency: 'USDT', chain: 'eth' } as const;
let api: TestApi;
let anna: TestPerson;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  await readUpTo(api.databases.main, 100, { now: api.clock.now() });
  await sql`delete from app.chain_address where user_id is null`.execute(api.databases.main);
  await fillTestPool(api.databases.main, 30);
  anna = await api.person();
});
afterAll(async () => await api.close());

async function get(person: TestPerson = anna) {
  const answer = await api.call('wallet/address/get', usdt, { token: person.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}

async function draw(person: TestPerson = anna, label?: string) {
  return await api.call(
    'wallet/address/new',
    { chain: 'eth', ...(label === undefined ? {} : { label }) },
    { token: person.token },
  );
}

async function receive(address: string, times: number, state: 'success' | 'orphaned' = 'success') {
  for (let time = 0; time < times; time += 1) {
    await addDeposit(api.databases.main, {
      userId: anna.id,
      address,
      state,
      amount: '10000000',
      height: state === 'orphaned' ? null : 90,
      now: api.clock.now(),
    });
  }
}

const refusalOf = (answer: CallAnswer<'wallet/address/get' | 'wallet/address/new'>) =>
  answer.ok ? 'none' : answer.data.refusal;

describe('the own address', () => {
  it('is drawn the first time and stays the same, with its checksum and what a sender must know', async () => {
    const first = await get();
    expect(first).toMatchObject({
      ...usdt,
      label: null,
      count: 0,
      rotate: false,
      min: '10.00',
      plainOnly: false,
      confirmations: 12,
      minutes: 3,
    });
    expect(first.address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(first.uri).toBe(
      `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@31337/transfer?address=${first.address}`,
    );
    expect(await get()).toEqual(first);
  });

  it('is one when two phones ask for the first at once', async () => {
    const { main } = api.databases;
    const waits = async () => {
      const found = await sql<{ waits: boolean }>`
        select exists (select from pg_locks where locktype = 'advisory' and not granted) as waits`.execute(
        main,
      );
      return found.rows[0]?.waits === true;
    };
    let other: ReturnType<typeof get> | undefined;
    const first = await main.transaction().execute(async (one) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`address:${anna.id}`}, 0))`.execute(one);
      other = get();
      while (!(await waits()));
      return await drawAddress(one, { family: 'evm', label: null, now: api.clock.now(), userId: anna.id });
    });
    expect((await other)?.id).toBe(first?.id);
  });

  it('is never the address of somebody else, also when two draw in the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, async () => await api.person()));
    const drawn = await Promise.all([...people, ...people].map(async (person) => await draw(person)));
    const addresses = drawn.map((answer) => (answer.ok ? answer.data.address : answer.msg));
    expect(new Set(addresses).size).toBe(8);
  });

  it('is not waited for by another draw that holds a row', async () => {
    const { main } = api.databases;
    const boris = await api.person();
    const input = { family: 'evm', label: null, now: api.clock.now() } as const;
    await main.transaction().execute(async (one) => {
      const first = await drawAddress(one, { ...input, userId: anna.id });
      await main.transaction().execute(async (other) => {
        const second = await drawAddress(other, { ...input, userId: boris.id });
        expect(second?.account).not.toBe(first?.account);
        expect(second).toBeDefined();
      });
    });
  });

  it('suggests a new one after five receipts, and what left the chain does not count', async () => {
    const { id } = await get();
    await receive(id, 4);
    await receive(id, 1, 'orphaned');
    expect(await get()).toMatchObject({ count: 4, rotate: false });
    await receive(id, 1);
    expect(await get()).toMatchObject({ id, count: 5, rotate: true });
    const drawn = await draw(anna, ' salary ');
    expect(drawn.ok && drawn.data).toMatchObject({ label: 'salary', count: 0 });
    const now = await get();
    expect(now.id).not.toBe(id);
    expect(now.rotate).toBe(false);
  });

  it('says of the chain’s own coin alone that plain transfers only are credited, while that is so', async () => {
    const { main } = api.databases;
    const ask = async (currency: string) => {
      const answer = await api.call('wallet/address/get', { currency, chain: 'eth' }, { token: anna.token });
      return answer.ok && answer.data.plainOnly;
    };
    await sql`update app.chain_cursor set sees_inner = false`.execute(main);
    expect([await ask('ETH'), await ask('USDT')]).toEqual([true, false]);
    await sql`update app.chain_cursor set sees_inner = true`.execute(main);
    expect(await ask('ETH')).toBe(false);
  });

  it('is refused where nothing would be credited', async () => {
    const { main } = api.databases;
    const ask = async (input: { currency: string; chain: string }) =>
      refusalOf(await api.call('wallet/address/get', input, { token: anna.token }));
    expect(await ask({ currency: 'ZZZ', chain: 'eth' })).toBe('asset_unknown');
    expect(await ask({ currency: 'USDT', chain: 'nowhere' })).toBe('chain_unknown');
    expect(await ask({ currency: 'BTC', chain: 'eth' })).toBe('chain_unknown');
    await sql`update app.chain_cursor set halted_at = now(), halted_reason = 'a test'`.execute(main);
    expect([await ask(usdt), refusalOf(await draw())]).toEqual(['deposits_closed', 'deposits_closed']);
    await sql`update app.chain_cursor set halted_at = null, halted_reason = null`.execute(main);
    await sql`delete from app.chain_cursor`.execute(main);
    expect(await ask(usdt)).toBe('deposits_closed');
  });

  it('says that the pool is empty, and keeps what people have', async () => {
    const mine = await get();
    const boris = await api.person();
    await sql`delete from app.chain_address where user_id is null`.execute(api.databases.main);
    const answer = await api.call('wallet/address/get', usdt, { token: boris.token });
    expect([refusalOf(answer), refusalOf(await draw())]).toEqual([
      'addresses_exhausted',
      'addresses_exhausted',
    ]);
    expect(await get()).toEqual(mine);
  });
});

describe('new addresses', () => {
  it('are at most twenty that nothing has come to, also when many are drawn at once', async () => {
    const answer = await Promise.all(Array.from({ length: 22 }, async () => await draw()));
    expect(answer.filter(({ ok }) => ok)).toHaveLength(20);
    expect(answer.filter(({ ok }) => !ok).map(refusalOf)).toEqual([
      'addresses_too_many',
      'addresses_too_many',
    ]);
    const { id } = await get();
    await receive(id, 1);
    expect([(await draw()).ok, refusalOf(await draw())]).toEqual([true, 'addresses_too_many']);
  });

  it('are listed newest first, page by page, each once and to their owner only', async () => {
    for (let time = 0; time < 5; time += 1) await draw(anna, `number ${time}`);
    const boris = await api.person();
    await draw(boris);
    const list = async (cursor?: string) => {
      const input = { chain: 'eth', size: 2, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await api.call('wallet/address/list', input, { token: anna.token });
      if (!answer.ok) throw new Error(answer.msg);
      return answer.data;
    };
    const one = await list();
    const two = await list(one.next ?? '');
    const three = await list(two.next ?? '');
    const labels = [one, two, three].flatMap((page) => page.list.map(({ label }) => label));
    expect(labels).toEqual(['number 4', 'number 3', 'number 2', 'number 1', 'number 0']);
    expect(three.next).toBeNull();
    const elsewhere = await api.call('wallet/address/list', { chain: 'nowhere' }, { token: anna.token });
    expect(elsewhere.ok && elsewhere.data.list).toEqual([]);
  });

  it('are named by their owner alone; a blank takes the name away', async () => {
    const { id } = await get();
    const boris = await api.person();
    const name = async (label: string, person = anna) =>
      await api.call('wallet/address/label', { id, label }, { token: person.token });
    const named = await name(' rent ');
    expect(named.ok && named.data).toMatchObject({ id, label: 'rent', chain: 'eth' });
    const foreign = await name('mine', boris);
    const missing = await api.call(
      'wallet/address/label',
      { id: '018f3c1e-0000-7000-8000-00000000ffff', label: 'mine' },
      { token: boris.token },
    );
    expect([foreign.code, foreign]).toEqual([404, missing]);
    expect((await get()).label).toBe('rent');
    const blank = await name(' ');
    expect(blank.ok && blank.data.label).toBeNull();
  });
});

describe('an address that is first shown', () => {
  // The account-level key of the seed that everybody knows, m/44'/60'/0'.
  const known = watchKey(
    'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V',
  );
  const call = (): Call<'user'> =>
    ({ db: api.databases.main, session: { userId: anna.id }, now: api.clock.now() }) as Call<'user'>;

  async function put(account: Buffer, index: number) {
    await sql`delete from app.chain_address where user_id is null`.execute(api.databases.main);
    await sql`
      insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, created_at)
      values ('evm', 'deposit', ${index}, ${account}, ${known.fingerprint}, now())`.execute(
      api.databases.main,
    );
  }

  const handlers = () => createOwnAddresses({ chain: () => undefined, watchKey: () => known });

  it('is derived again and given where it is of our key', async () => {
    await put(bytesOf(known.accountAt(900_001)), 900_001);
    const answer = await handlers()['wallet/address/get'](usdt, call());
    expect(answer).toMatchObject({ address: writeAccount(known.accountAt(900_001), 'evm') });
  });

  it('is given to nobody where somebody changed it', async () => {
    await put(bytesOf(known.accountAt(900_003)), 900_002);
    await expect(handlers()['wallet/address/get'](usdt, call())).rejects.toThrow('derived from our key');
    const given = await sql<{ count: bigint }>`
      select count(*) as count from app.chain_address where user_id = ${anna.id}`.execute(api.databases.main);
    expect(given.rows[0]?.count).toBe(0n);
  });
});

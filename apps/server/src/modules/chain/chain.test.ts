import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { readUpTo } from '../../../testing/chain-rows.ts';
import { openOwner } from '../../platform/database/database.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { paymentUri } from './address/payment-uri.ts';

const minute = 60_000;
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  await sql`delete from app.chain_cursor`.execute(api.databases.main);
  await sql`delete from app.chain_block`.execute(api.databases.main);
  await sql`delete from app.chain_halt`.execute(api.databases.main);
});
afterAll(async () => await api.close());

async function currency(code: string) {
  const answer = await api.call('base/currency', {});
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.list.find((one) => one.code === code);
}

async function chain() {
  const answer = await api.call('base/chain', {});
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.list[0];
}

const halt = async (asset: string) =>
  await sql`
    insert into app.chain_halt (id, chain, asset, reason, halted_at) values (${newRowId()}, 'eth', ${asset}, 'a test', now())`.execute(
    api.databases.main,
  );

describe('base/currency', () => {
  it('names every asset with what a form needs to know', async () => {
    const answer = await api.call('base/currency', {});
    if (!answer.ok) throw new Error(answer.msg);
    const codes = answer.data.list.map(({ code }) => code);
    expect(codes).toEqual(['USDT', 'BTC', 'ETH', 'TRX', 'USDC', 'USD', 'EUR', 'HKD', 'CNY', 'JPY', 'RUB']);
    expect(await currency('EUR')).toEqual({
      code: 'EUR',
      name: 'Euro',
      kind: 'fiat',
      scale: 2,
      decimals: 2,
      symbol: '€',
      transferMin: '0.01',
      chains: [],
    });
  });

  it('says what a deposit and a transfer on each chain must be, in the currency', async () => {
    await readUpTo(api.databases.main, 100, { now: api.clock.now() });
    expect((await currency('USDT'))?.chains).toEqual([
      {
        chain: 'eth',
        name: 'Ethereum',
        standard: 'ERC20',
        contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
        scale: 6,
        depositOpen: true,
        payoutOpen: true,
        depositMin: '10.00',
        payoutMin: '20.00',
        payoutMax: '10000.00',
        fee: '5.00',
        feeMode: 'fixed',
        minutes: 5,
        confirmations: 12,
      },
    ]);
    expect((await currency('ETH'))?.chains).toMatchObject([
      { contract: null, scale: 18, depositMin: '0.00500000', fee: '0.00050000', feeMode: 'quoted' },
    ]);
  });

  it('closes what is halted, and everything on a chain that nobody reads', async () => {
    const open = async (code: string) => {
      const [first] = (await currency(code))?.chains ?? [];
      return [first?.depositOpen, first?.payoutOpen];
    };
    expect(await open('USDT')).toEqual([false, false]);
    await readUpTo(api.databases.main, 100, { now: api.clock.now() });
    await halt('USDT');
    expect([await open('USDT'), await open('USDC')]).toEqual([
      [false, false],
      [true, true],
    ]);
    await sql`update app.chain_cursor set halted_at = now(), halted_reason = 'a deep reorganisation'`.execute(
      api.databases.main,
    );
    expect(await open('USDC')).toEqual([false, false]);
  });

  it('keeps one direction open while the other is closed', async () => {
    await readUpTo(api.databases.main, 100, { now: api.clock.now() });
    const owner = openOwner(api.ownerUrl);
    await sql`update app.chain_asset set payout_is_open = false where asset = 'USDC'`.execute(owner.db);
    expect((await currency('USDC'))?.chains).toMatchObject([{ depositOpen: true, payoutOpen: false }]);
    await sql`update app.chain_asset set payout_is_open = true where asset = 'USDC'`.execute(owner.db);
    await owner.close();
  });
});

describe('base/chain', () => {
  it('is off before it was read, then live with its height and id', async () => {
    expect(await chain()).toMatchObject({ state: 'off', height: null, networkId: null, confirmations: 12 });
    await readUpTo(api.databases.main, 4711, { now: api.clock.now() });
    expect(await chain()).toMatchObject({ state: 'live', height: 4711, networkId: '31337' });
  });

  it('is late when its node is silent or brings no new block, and halted when a person must look', async () => {
    const now = api.clock.now();
    await readUpTo(api.databases.main, 100, { now, minedAt: now - minute });
    expect((await chain())?.state).toBe('live');
    await readUpTo(api.databases.main, 101, { now, minedAt: now - 3 * minute });
    expect((await chain())?.state).toBe('late');
    await readUpTo(api.databases.main, 102, { now: now - 3 * minute, minedAt: now });
    expect((await chain())?.state).toBe('late');
    await sql`update app.chain_cursor set halted_at = now(), halted_reason = 'a deep reorganisation'`.execute(
      api.databases.main,
    );
    expect((await chain())?.state).toBe('halted');
  });
});

describe('a payment request', () => {
  const account = fakeAccount('somebody');
  const address = /^0x[0-9a-fA-F]{40}$/;

  it('names the network, and of a token its contract', () => {
    const request = { family: 'evm', networkId: '31337', account } as const;
    const native = paymentUri({ ...request, coin: 'native' });
    expect(native.replace(/^ethereum:/, '').replace(/@31337$/, '')).toMatch(address);
    const coin = '0xdac17f958d2ee523a2206206994597c13d831ec7';
    const token = paymentUri({ ...request, coin });
    const [contract, wanted] = token.replace(/^ethereum:/, '').split('@31337/transfer?address=');
    expect(contract).toBe('0xdAC17F958D2ee523a2206206994597C13D831ec7');
    expect(wanted).toMatch(address);
  });

  it('leaves the network to the wallet before the chain was read, and is the bare address elsewhere', () => {
    const request = { networkId: null, coin: 'native', account } as const;
    expect(paymentUri({ ...request, family: 'evm' })).toMatch(/^ethereum:0x[0-9a-fA-F]{40}$/);
    expect(paymentUri({ ...request, family: 'tron' })).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  });
});

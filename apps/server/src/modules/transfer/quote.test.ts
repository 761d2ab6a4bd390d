import { randomUUID } from 'node:crypto';

import type { ChainAccount } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';
import { toChainUnits } from '@marigold/chain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { hot, moneyOf, noOf, openChain, shop, transfersOf, addressOf } from '../../../testing/transfers.ts';

let api: TestApi;
let person: TestPerson;
let anna: ReturnType<typeof transfersOf>;

beforeAll(async () => {
  api = await startTestApi();
  await openChain(api);
  person = await api.person();
  await api.credit(person, 'USDT', '1500');
  anna = transfersOf(api, person);
});
afterAll(async () => await api.close());

describe('a quote', () => {
  it('says fee and receipt, and what is to be looked at twice', async () => {
    const contract = api.chain.createContract('vault');
    expect(await anna.quoted()).toMatchObject({
      address: addressOf(shop),
      amount: '25.00000000',
      fee: '5.00000000',
      receipt: '20.00000000',
      internal: null,
      minutes: 5,
      warnings: ['new_payee'],
    });
    expect((await anna.quoted({ address: contract })).warnings).toEqual([
      'contract',
      'unchecked',
      'new_payee',
    ]);
    expect((await anna.pay()).ok).toBe(true);
    expect((await anna.quoted()).warnings).toEqual([]);
    const twin: ChainAccount = `0x${shop.slice(2, 6)}${'7'.repeat(32)}${shop.slice(-4)}`;
    expect((await anna.quoted({ address: addressOf(twin) })).warnings).toEqual(['look_alike', 'new_payee']);
  });

  it('is refused for an address that was saved for another currency, until it is saved for this one', async () => {
    const account: ChainAccount = `0x${'5a'.repeat(20)}`;
    const save = async (currency: string) => {
      const input = { name: 'Boris', to: addressOf(account), chain: 'eth', currency };
      expect((await api.call('payee/add', input, { token: person.token })).code).toBe(200);
    };
    await save('USDC');
    expect(await anna.ask({ address: addressOf(account) })).toMatchObject({
      data: { refusal: 'payee_other_currency', field: 'address' },
      msg: expect.stringContaining('Send USDC to it'),
    });
    await save('USDT');
    expect(noOf(await anna.ask({ address: addressOf(account) }))).toBe('done');
  });

  it('asks the network for the fee of its own coin: a fifth more than now, never below the floor', async () => {
    await api.credit(person, 'ETH', '1');
    api.chain.setBaseFee(100_000_000_000n);
    const terms = await api.chain.feeFor(hot, { coin: 'native', to: shop, amount: toChainUnits(1n) });
    const exact = (terms.gas * terms.feeMax * 6n) / 5n;
    const answer = await anna.quoted({ currency: 'ETH', amount: '0.1' });
    // Ledger units of ETH have eight decimals, the chain's eighteen: rounded up.
    const units = (exact + 10n ** 10n - 1n) / 10n ** 10n;
    expect(BigInt(answer.fee.replace('.', ''))).toBe(units);
    expect(BigInt(answer.receipt.replace('.', ''))).toBe(10_000_000n - units);
    const terms2 = await api.call(
      'transfer/config',
      { currency: 'ETH', chain: 'eth' },
      { token: person.token },
    );
    expect(terms2.data).toMatchObject({
      feeMode: 'quoted',
      fee: answer.fee,
      chain: 'eth',
      minutes: 5,
      max: '15.00000000',
    });
    api.chain.setBaseFee(1_000_000n);
    expect((await anna.quoted({ currency: 'ETH', amount: '0.1' })).fee).toBe('0.00050000');
    // So dear that nothing would arrive.
    api.chain.setBaseFee(10_000_000_000_000n);
    expect(await anna.ask({ currency: 'ETH', amount: '0.1' })).toMatchObject({
      data: { refusal: 'amount_below_minimum', field: 'amount' },
    });
    api.chain.setBaseFee(1_000_000_000n);
  });

  it('is refused for a contract that asks for more gas than is paid for anybody', async () => {
    await api.credit(person, 'ETH', '1');
    const address = api.chain.createContract('mill');
    const plain = api.chain.feeFor.bind(api.chain);
    api.chain.feeFor = async (from, payment) => ({ ...(await plain(from, payment)), gas: 100_001n });
    const requested = { currency: 'ETH', amount: '0.1', address };
    for (const language of ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru']) {
      const answer = await anna.ask(requested, { language });
      expect(answer).toMatchObject({ data: { refusal: 'recipient_too_dear', field: 'address' } });
      expect(answer.msg).not.toContain('recipient_too_dear');
    }
    api.chain.feeFor = async (from, payment) => ({ ...(await plain(from, payment)), gas: 100_000n });
    expect(noOf(await anna.ask(requested))).toBe('done');
    api.chain.feeFor = plain;
  });

  it('is refused for a recipient that lets the payment fail, in coins and in tokens', async () => {
    await api.credit(person, 'ETH', '1');
    const address = api.chain.createContract('closed');
    const requested = { currency: 'ETH', amount: '0.1', address };
    api.chain.refuse(address, 'openly');
    // As long as the money of the house is too little to tell, nobody is said to refuse.
    expect(noOf(await anna.ask(requested))).toBe('done');
    api.chain.give(hot, 'native', 10n ** 18n);
    for (const language of ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru']) {
      const answer = await anna.ask(requested, { language });
      expect(answer).toMatchObject({ data: { refusal: 'recipient_refuses', field: 'address' } });
      expect(answer.msg).not.toContain('recipient_refuses');
    }
    api.chain.refuse(address, undefined);
    expect(noOf(await anna.ask(requested))).toBe('done');
    const plain = api.chain.rehearse.bind(api.chain);
    api.chain.rehearse = async () => await Promise.resolve('refused');
    expect(noOf(await anna.ask())).toBe('recipient_refuses');
    api.chain.rehearse = async () => await Promise.reject(new ChainUnavailable('away'));
    expect(noOf(await anna.ask())).toBe('chain_unavailable');
    api.chain.rehearse = plain;
  });

  it('is refused while the chain cannot be asked or is stopped', async () => {
    api.chain.faults.isDown = true;
    expect(noOf(await anna.ask())).toBe('chain_unavailable');
    api.chain.faults.isDown = false;
    api.chain.faults.isOtherChain = true;
    expect(['chain_unavailable', 'done']).toContain(noOf(await anna.ask()));
    api.chain.faults.isOtherChain = false;
    await sql`insert into app.chain_halt (id, chain, asset, reason, halted_at)
      values (${randomUUID()}, 'eth', 'USDT', 'a difference', now())`.execute(api.databases.main);
    expect(noOf(await anna.ask())).toBe('payouts_closed');
    await sql`update app.chain_halt set resumed_at = now(), resumed_by = 'a', second_by = 'b', resume_reason = 'found'`.execute(
      api.databases.main,
    );
    expect(noOf(await anna.ask())).toBe('done');
  });
});

describe('bad input is answered clearly in five languages, and nothing moves:', () => {
  const good = addressOf(shop);
  const wrongCase = `0x${good.slice(2).replace(/[a-f]/, (letter) => letter.toUpperCase())}`;
  const badAddresses: readonly (readonly [string, () => Promise<string> | string, string])[] = [
    ['too short', () => good.slice(0, -1), 'address_malformed'],
    ['too long', () => `${good}0`, 'address_malformed'],
    ['not hexadecimal', () => good.replace(/.$/, 'g'), 'address_malformed'],
    ['a name', () => person.username, 'address_malformed'],
    ['full-width digits', () => `0x${'１'.repeat(40)}`, 'address_malformed'],
    ['a blank inside', () => `${good.slice(0, 20)} ${good.slice(20)}`, 'address_malformed'],
    ['of TRON', () => 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp', 'address_other_chain'],
    ['of Bitcoin', () => 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'address_other_chain'],
    ['with a wrong checksum', () => wrongCase, 'address_checksum'],
    ['zero', () => `0x${'0'.repeat(40)}`, 'address_is_zero'],
    ["a token's contract", () => '0xdac17f958d2ee523a2206206994597c13d831ec7', 'address_is_token'],
    ['our hot account', () => addressOf(hot), 'address_is_ours'],
    ['in the pool', poolAddress, 'address_is_ours'],
    ['their own', async () => await anna.address(), 'payee_is_self'],
  ];

  it.each(badAddresses)('an address %s', async (_what, address, refusal) => {
    const text = await address();
    const before = await moneyOf(api);
    const texts = new Set<string>();
    for (const language of ['en_US', 'zh_CN', 'zh_TW', 'ja_JP', 'ru_RU']) {
      const answer = await anna.ask({ address: text }, { language });
      expect(answer).toMatchObject({ code: 422, data: { refusal, field: 'address' } });
      expect(answer.msg).not.toMatch(/[{}]|refusal/);
      texts.add(answer.msg);
    }
    expect(texts.size).toBe(5);
    expect(await moneyOf(api)).toEqual(before);
  });

  it.each([
    ['below the minimum', { amount: '19.99' }, 'amount_below_minimum'],
    ['above the maximum', { amount: '10000.01' }, 'amount_above_maximum'],
    ['finer than the chain', { amount: '25.0000001' }, 'too_many_decimals'],
    ['in a currency that is on no chain', { currency: 'BTC' }, 'chain_unknown'],
    ['in no currency', { currency: 'ZZZ' }, 'asset_unknown'],
    ['on no chain', { chain: 'tron' }, 'chain_unknown'],
  ])('an amount %s', async (_what, changes, refusal) => {
    const before = await moneyOf(api);
    const answer = await anna.ask(changes, { language: 'ru_RU' });
    expect(noOf(answer)).toBe(refusal);
    expect(answer.msg).toMatch(/[а-я]/);
    expect(await moneyOf(api)).toEqual(before);
  });

  it.each([
    ['128 characters and one', { address: 'x'.repeat(129) }],
    ['a number with an exponent', { amount: '1e2' }],
    ['an amount of full-width digits', { amount: '２５' }],
    ['a negative amount', { amount: '-25' }],
  ])('%s is malformed', async (_what, changes) => {
    expect((await anna.ask(changes)).code).toBe(400);
  });
});

async function poolAddress(): Promise<string> {
  const found = await sql<{ account: string }>`
    select encode(account, 'hex') as account from app.chain_address where user_id is null and purpose = 'deposit' limit 1`.execute(
    api.databases.main,
  );
  return addressOf(`0x${found.rows[0]?.account ?? ''}`);
}

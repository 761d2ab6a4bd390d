import { readFileSync } from 'node:fs';

import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { getContractAddress, hexToString } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { compileContracts, compilerInput } from '../../../scripts/compile-contracts.ts';
import { startTestChain, type TestChain } from '../testing/test-chain.ts';
import { createEvmChain } from './chain.ts';
import { demoFaucet, demoTokens, ensureDemoTokens, fund, sendDemo } from './demo-tokens.ts';

const committed = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../contracts/${name}`, import.meta.url), 'utf8'));
const wei = 10n ** 18n;
const tokenUnit = 10n ** 6n;

describe('the committed contracts', () => {
  it('are what the compiler makes of their source', () => {
    const input = compilerInput();
    expect(committed('contracts.input.json')).toEqual(JSON.parse(input));
    expect(committed('contracts.json')).toEqual(JSON.parse(compileContracts(input)));
    // The compiler is large and starts slowly on a busy machine.
  }, 60_000);
});

describe('the demo tokens', () => {
  let test: TestChain;
  beforeAll(async () => {
    test = await startTestChain();
  });
  afterAll(async () => await test.stop());

  it('lie where the first two transactions of the faucet put them', () => {
    const made = [0n, 1n].map((nonce) => getContractAddress({ from: demoFaucet, nonce }).toLowerCase());
    expect(made).toEqual([demoTokens.USDT, demoTokens.USDC]);
  });

  it.each(['USDT', 'USDC'] as const)('%s says its name and has six decimals', async (name) => {
    const ask = async (data: string): Promise<string> =>
      String(await test.node.request('eth_call', [{ to: demoTokens[name], data }, 'latest']));
    const symbol = await ask('0x95d89b41');
    expect(hexToString(`0x${symbol.slice(2 + 128, 2 + 128 + 8)}`)).toBe(name);
    expect(BigInt(await ask('0x313ce567'))).toBe(6n);
  });

  it('are deployed once, however often they are asked for', async () => {
    const head = await createEvmChain({ urls: [test.url], code: 'eth' }).head();
    await ensureDemoTokens(test.url);
    expect(await createEvmChain({ urls: [test.url], code: 'eth' }).head()).toEqual(head);
  });

  it('are sent to many at once', async () => {
    const chain = createEvmChain({ urls: [test.url], code: 'eth' });
    const people = Array.from({ length: 30 }, (_, index) => fakeAccount(`person ${index}`));
    await Promise.all(
      people.map(async (to) => await sendDemo(test.url, { coin: demoTokens.USDT, to, amount: 1n })),
    );
    await test.mine();
    const held = await Promise.all(people.map(async (one) => await chain.balance(one, demoTokens.USDT)));
    expect(held).toEqual(people.map(() => 1n));
  });

  it('and the native coin are given to our own accounts once', async () => {
    const chain = createEvmChain({ urls: [test.url], code: 'eth' });
    const [hot, gas] = [fakeAccount('hot'), fakeAccount('gas')];
    for (let round = 0; round < 3; round += 1) {
      await fund(test.url, { hot, gas });
      await test.mine();
    }
    expect(await chain.balance(hot, 'native')).toBe(200n * wei);
    expect(await chain.balance(hot, demoTokens.USDT)).toBe(200_000n * tokenUnit);
    expect(await chain.balance(hot, demoTokens.USDC)).toBe(200_000n * tokenUnit);
    expect(await chain.balance(gas, 'native')).toBe(20n * wei);
  });
});

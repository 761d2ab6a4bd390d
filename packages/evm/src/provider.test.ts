/** Nodes that are away, slow, rude, or of another chain; and what happens when there are two. */
import { ChainUnavailable, WrongChain, type BlockRef, type TransactionDraft } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { toChainUnits } from '@marigold/chain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startNodeProxy, type Behaviour, type NodeProxy } from '../testing/node-proxy.ts';
import { startTestChain, type TestChain } from '../testing/test-chain.ts';
import { createEvmChain, type EvmChain, type EvmChainOptions } from './chain.ts';
import { readRow } from './wire.ts';

let test: TestChain;
let [first, second]: [NodeProxy, NodeProxy] = [undefined as never, undefined as never];
const payee = fakeAccount('payee');

function open(options: Partial<EvmChainOptions> = {}): EvmChain {
  return createEvmChain({ urls: [first.url, second.url], code: 'eth', ...options });
}
const always = (behaviour: Behaviour) => () => behaviour;

beforeAll(async () => {
  test = await startTestChain();
  first = await startNodeProxy(test.url);
  second = await startNodeProxy(test.url);
});
beforeEach(() => {
  first.behave = () => undefined;
  second.behave = () => undefined;
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await test.stop();
});

describe('a node that gives no answer', () => {
  it.each<[string, Behaviour, string]>([
    ['hangs up', { kind: 'down' }, 'no connection'],
    ['is silent', { kind: 'silent' }, 'no answer in time'],
    ['stops in the middle', { kind: 'half' }, 'no answer in time'],
    ['answers more than a block can be', { kind: 'huge' }, 'larger than any block'],
    ['forbids', { kind: 'status', status: 403, body: 'no key' }, 'status 403'],
    ['breaks', { kind: 'status', status: 500, body: '<html>' }, 'status 500'],
    ['answers no JSON', { kind: 'status', status: 200, body: 'hello' }, 'no JSON'],
    ['answers nothing', { kind: 'change', change: () => undefined }, 'without a result'],
    [
      'answers with an error',
      { kind: 'error', code: -32000, message: 'header not found' },
      'header not found',
    ],
    ['has enough of us', { kind: 'status', status: 429, retryAfter: 1 }, 'status 429'],
    ['has enough of us in its own words', { kind: 'error', code: -32005, message: '' }, 'fewer questions'],
  ])('is unavailable when it %s, and another one answers in its place', async (_, behaviour, why) => {
    // Only who waits in vain must know how long: on a busy machine an honest node may be slow as well.
    const timeoutMs = why === 'no answer in time' ? 600 : 10_000;
    const [alone, both] = [open({ urls: [first.url], timeoutMs }), open({ timeoutMs })];
    first.behave = always(behaviour);
    const failure: unknown = await alone.head().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChainUnavailable);
    expect(String(failure)).toContain(why);
    expect(await both.head()).toEqual(await open({ urls: [test.url] }).head());
    second.behave = always(behaviour);
    await expect(both.head()).rejects.toThrow(ChainUnavailable);
  });

  it('is left alone for as long as it asks, and no longer', async () => {
    let now = 0;
    const chain = open({ urls: [first.url], now: () => now });
    await chain.head();
    first.behave = always({ kind: 'status', status: 429, retryAfter: 7 });
    await expect(chain.head()).rejects.toThrow(ChainUnavailable);
    const calls = first.counts.get('eth_getBlockByNumber');
    first.behave = () => undefined;
    now = 6999;
    await expect(chain.head()).rejects.toThrow('fewer questions');
    expect(first.counts.get('eth_getBlockByNumber')).toBe(calls);
    now = 7000;
    expect((await chain.head()).height).toBeGreaterThan(0);
  });

  it('never has its address told: a key may be in it', async () => {
    const chain = open({ urls: [`${first.url}/v3/secret-key`] });
    first.behave = always({ kind: 'status', status: 500, body: 'secret-key' });
    const failure: unknown = await chain.head().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChainUnavailable);
    expect(String(failure)).toContain('127.0.0.1');
    expect(
      JSON.stringify([String(failure), (failure as Error).cause, (failure as Error).stack]),
    ).not.toContain('secret-key');
  });

  it('is asked who it is again when it is back', async () => {
    const chain = open({ urls: [first.url] });
    await chain.head();
    first.behave = always({ kind: 'down' });
    await expect(chain.head()).rejects.toThrow(ChainUnavailable);
    first.behave = ({ method }) =>
      method === 'eth_chainId' ? { kind: 'change', change: () => '0x1' } : undefined;
    await expect(chain.head()).rejects.toThrow(WrongChain);
  });
});

describe('a node of another chain', () => {
  it('is refused by its network, by its first block, and by what the first node said', async () => {
    await expect(open({ networkId: 1n }).head()).rejects.toThrow(WrongChain);
    await expect(open({ genesis: `0x${'1'.repeat(64)}` }).head()).rejects.toThrow(WrongChain);
    const chain = open();
    await chain.head();
    second.behave = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === '0x0'
        ? { kind: 'change', change: (block) => ({ ...readRow(block), hash: `0x${'2'.repeat(64)}` }) }
        : undefined;
    first.behave = always({ kind: 'down' });
    await expect(chain.head()).rejects.toThrow(WrongChain);
  });

  it('is sent nothing', async () => {
    const chain = open({ urls: [first.url], networkId: 1n });
    expect(await chain.broadcast({ txId: `0x${'1'.repeat(64)}`, raw: '0x00' })).toBe('unclear');
    expect(first.counts.get('eth_sendRawTransaction')).toBeUndefined();
  });
});

describe('agreement', () => {
  async function pay(): Promise<{ readonly txId: string; readonly block: BlockRef }> {
    const txId = await test.send({ coin: test.tokens.good, to: payee, amount: toChainUnits(1n) });
    await test.mine();
    return { txId, block: await open({ urls: [test.url] }).head() };
  }

  it('takes two providers: one under two names only agrees with itself', async () => {
    const { txId, block } = await pay();
    expect(await open().isAgreed(txId, block)).toBe(true);
    expect(await open({ urls: [first.url] }).isAgreed(txId, block)).toBe(false);
    expect(await open({ urls: [first.url, `${first.url}/`] }).isAgreed(txId, block)).toBe(false);
  });

  it('is missing while one does not know the transaction, and unknown while one does not answer', async () => {
    const { txId, block } = await pay();
    const chain = open();
    second.behave = ({ method }) =>
      method === 'eth_getTransactionByHash' ? { kind: 'change', change: () => null } : undefined;
    expect(await chain.isAgreed(txId, block)).toBe(false);
    expect(await chain.isAgreed(`0x${'1'.repeat(64)}`, block)).toBe(false);
    second.behave = always({ kind: 'down' });
    await expect(chain.isAgreed(txId, block)).rejects.toThrow(ChainUnavailable);
    second.behave = () => undefined;
    expect(await chain.isAgreed(txId, block)).toBe(true);
  });

  it('of two stands while a third is away', async () => {
    const { txId, block } = await pay();
    const chain = open({ urls: [first.url, second.url, test.url] });
    second.behave = always({ kind: 'down' });
    expect(await chain.isAgreed(txId, block)).toBe(true);
  });
});

describe('bytes', () => {
  async function draft(chain: EvmChain): Promise<TransactionDraft> {
    const payment = { coin: 'native', to: payee, amount: toChainUnits(1n) } as const;
    const fee = await chain.feeFor(test.rich, payment);
    const nonce = await chain.nonce(test.rich);
    return { chain: 'eth', networkId: 31_337n, from: test.rich, nonce, kind: 'pay', payment, fee };
  }

  it('go to every provider, and one that takes them is enough', async () => {
    const chain = open();
    const signed = await test.sign(await draft(chain));
    first.behave = always({ kind: 'down' });
    expect(await chain.broadcast(signed)).toBe('accepted');
    first.behave = () => undefined;
    expect(await chain.broadcast(signed)).toBe('known');
    await test.mine();
    expect(await chain.transaction(signed.txId)).toMatchObject({ state: 'mined', isGood: true });
  });

  it('whose answer was lost are unclear, and known when they are sent again', async () => {
    const chain = open({ urls: [first.url] });
    const signed = await test.sign(await draft(chain));
    first.behave = ({ method }) => (method === 'eth_sendRawTransaction' ? { kind: 'lost' } : undefined);
    expect(await chain.broadcast(signed)).toBe('unclear');
    first.behave = () => undefined;
    expect(await chain.broadcast(signed)).toBe('known');
    await test.mine();
  });

  it('replace what waits only on terms that the main network takes', async () => {
    const chain = open({ urls: [first.url] });
    const before = await draft(chain);
    await chain.broadcast(await test.sign(before));
    const { gas, feeMax, tip } = before.fee;
    const little = { gas, feeMax: feeMax + 1n, tip: tip + 1n };
    expect(await chain.broadcast(await test.sign({ ...before, fee: little }))).toBe('refused');
    const fee = await chain.feeToReplace(before.fee);
    expect(await chain.broadcast(await test.sign({ ...before, fee }))).toBe('accepted');
    await test.mine();
  });

  it('are given terms also where the payment would fail now: it may not when it is sent', async () => {
    const chain = open();
    const poor = fakeAccount('poor');
    const fee = await chain.feeFor(poor, { coin: test.tokens.good, to: payee, amount: toChainUnits(1n) });
    expect(fee.gas).toBe(150_000n);
    expect((await chain.feeFor(poor, { coin: 'native', to: payee, amount: toChainUnits(1n) })).gas).toBe(
      21_000n,
    );
  });
});

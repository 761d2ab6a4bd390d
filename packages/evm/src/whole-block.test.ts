/** What a node may leave out or make up, and that nobody believes it. */
import { ChainUnavailable, nativePosition, type ChainAccount, type BlockRef } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { toChainUnits } from '@marigold/chain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startNodeProxy, type NodeProxy, type RpcCall } from '../testing/node-proxy.ts';
import {
  claimData,
  leaveData,
  payAfterFailureData,
  startTestChain,
  type TestChain,
} from '../testing/test-chain.ts';
import { createEvmChain, type EvmChain } from './chain.ts';
import { reorg } from './local-chain.ts';
import { readList, readRow, type WireRow } from './wire.ts';

let test: TestChain;
let proxy: NodeProxy;
let block: BlockRef;
let failed: string;
const people = [1, 2, 3, 4].map((index) => fakeAccount(`person ${index}`));
const [anna, boris, chen, dora] = people as [ChainAccount, ChainAccount, ChainAccount, ChainAccount];
const isPerson = (account: ChainAccount): boolean => people.includes(account);
const open = (): EvmChain => createEvmChain({ urls: [proxy.url], code: 'eth' });

/** The node, but for what it says to one question. */
function lie(method: string, change: (result: unknown) => unknown): void {
  proxy.behave = (call: RpcCall) => (call.method === method ? { kind: 'change', change } : undefined);
}

/** The node of somebody who switched some questions off. */
function withoutMethods(...methods: readonly string[]): void {
  proxy.behave = ({ method }) =>
    methods.includes(method) ? { kind: 'error', code: -32601, message: 'method not found' } : undefined;
}

/** Changes the receipt that holds the first log. */
function inFirstLogged(change: (receipt: WireRow) => WireRow): (result: unknown) => unknown {
  return (result) => {
    const receipts = readList(result).map(readRow);
    const first = receipts.find(({ logs }) => readList(logs).length > 0);
    return receipts.map((receipt) => (receipt === first ? change(receipt) : receipt));
  };
}

beforeAll(async () => {
  test = await startTestChain();
  proxy = await startNodeProxy(test.url);
  const { tokens, send, call, payer } = test;
  await send({ coin: tokens.good, to: anna, amount: toChainUnits(5n) });
  await send({ coin: 'native', to: boris, amount: toChainUnits(7n) });
  await send([
    { kind: 'pay', coin: tokens.good, to: anna, amount: 1n },
    { kind: 'pay', coin: 'native', to: chen, amount: 2n },
    { kind: 'pay', coin: tokens.good, to: anna, amount: 1n },
    { kind: 'pay', coin: 'native', to: chen, amount: 3n },
  ]);
  await call(payer, payAfterFailureData(boris, chen, 11n), 20n);
  await send([{ kind: 'pay', coin: 'native', to: boris, amount: 1000n }, { kind: 'fail' }]);
  failed = await call(payer, '0xffffffff', 9n);
  await call(tokens.silent, claimData(anna, 999n, 'amount'));
  await call(tokens.silent, claimData(anna, 4n, 'collectible'));
  await send({ coin: tokens.good, to: anna, amount: toChainUnits(0n) });
  await send({ coin: tokens.tether, to: dora, amount: toChainUnits(13n) });
  await call(payer, leaveData(dora));
  await test.mine();
  block = await open().head();
});
beforeEach(() => {
  proxy.behave = () => undefined;
});
afterAll(async () => {
  await proxy.stop();
  await test.stop();
});

describe('a block', () => {
  it('tells every movement to us once, and nothing that moved nothing', async () => {
    const { tokens } = test;
    const { transfers } = await open().transfers(block, isPerson);
    const found = transfers.map(({ to, coin, amount, position }) => [to, coin, amount, position]);
    const left = await test.node.request('eth_getBalance', [dora, 'latest']);
    expect(found).toEqual([
      [anna, tokens.good, 5n, 0],
      [boris, 'native', 7n, nativePosition],
      [anna, tokens.good, 1n, 0],
      [anna, tokens.good, 1n, 1],
      [chen, 'native', 2n, nativePosition],
      [chen, 'native', 3n, nativePosition + 1],
      // The payment before it failed inside; the call itself carried the first value.
      [chen, 'native', 11n, nativePosition + 1],
      // A false token: no coin that anybody lists.
      [anna, tokens.silent, 999n, 0],
      [dora, tokens.tether, 13n, 0],
      [dora, 'native', BigInt(String(left)), nativePosition + 1],
    ]);
  });

  it('is told alike by nodes of both kinds of traces', async () => {
    const flat = await open().transfers(block, () => true);
    expect(flat.transfers.filter(({ txId }) => txId === failed)).toEqual([]);
    withoutMethods('trace_block');
    expect(await open().transfers(block, () => true)).toEqual(flat);
  });

  it('lacks inner payments where a node tells none', async () => {
    withoutMethods('trace_block', 'debug_traceBlockByHash');
    const chain = open();
    const { transfers } = await chain.transfers(block, () => true);
    expect(await chain.transaction(failed)).toMatchObject({ isGood: false, transfers: [] });
    const native = transfers.filter(({ coin, to }) => coin === 'native' && isPerson(to));
    expect(native.map(({ to, amount, position }) => [to, amount, position])).toEqual([
      [boris, 7n, nativePosition],
    ]);
  });

  it('is asked of the node that tells inner payments where another tells none', async () => {
    const whole = await open().transfers(block, isPerson);
    withoutMethods('trace_block', 'debug_traceBlockByHash');
    const chain = createEvmChain({ urls: [proxy.url, test.url], code: 'eth' });
    expect(await chain.seesInner()).toBe(true);
    const before = proxy.counts.get('debug_traceBlockByHash');
    expect(await chain.seesInner()).toBe(true);
    expect(proxy.counts.get('debug_traceBlockByHash')).toBe(before);
    expect(await chain.transfers(block, isPerson)).toEqual(whole);
    // Late is better than half: it may be back in a moment.
    const away = createEvmChain({ urls: [proxy.url, 'http://127.0.0.1:9'], code: 'eth' });
    await expect(away.transfers(block, isPerson)).rejects.toThrow(ChainUnavailable);
    await expect(away.seesInner()).rejects.toThrow(ChainUnavailable);
  });

  it('is said to lack inner payments only where no node tells them', async () => {
    expect(await open().seesInner()).toBe(true);
    withoutMethods('trace_block');
    expect(await open().seesInner()).toBe(true);
    withoutMethods('trace_block', 'debug_traceBlockByHash');
    expect(await open().seesInner()).toBe(false);
  });

  it('is read receipt by receipt where a node has no other way', async () => {
    const whole = await open().transfers(block, () => true);
    withoutMethods('eth_getBlockReceipts');
    expect(await open().transfers(block, () => true)).toEqual(whole);
  });
});

describe('a node is not believed', () => {
  const receipts = 'eth_getBlockReceipts';
  it.each<[string, string, (result: unknown) => unknown]>([
    ['a log is left out', receipts, inFirstLogged((receipt) => ({ ...receipt, logs: [] }))],
    [
      'an amount is another',
      receipts,
      inFirstLogged((receipt) => {
        const logs = readList(receipt['logs']).map(readRow);
        return { ...receipt, logs: logs.map((log) => ({ ...log, data: `0x${'f'.repeat(64)}` })) };
      }),
    ],
    [
      'a failed transaction is told as good',
      receipts,
      (result) => readList(result).map((receipt) => ({ ...readRow(receipt), status: '0x1' })),
    ],
    ['the last receipt is left out', receipts, (result) => readList(result).slice(0, -1)],
    ['two receipts change places', receipts, (result) => readList(result).toReversed()],
    ['there are no receipts', receipts, () => []],
    ['the receipts were thrown away', receipts, () => null],
    ['a receipt is something else', receipts, () => ['nothing']],
    [
      'a receipt is of another transaction',
      receipts,
      inFirstLogged((receipt) => ({ ...receipt, transactionHash: `0x${'1'.repeat(64)}` })),
    ],
    [
      'the header has another receipts root',
      'eth_getBlockByNumber',
      (result) => ({ ...readRow(result), receiptsRoot: `0x${'2'.repeat(64)}` }),
    ],
    [
      'the header does not have its hash',
      'eth_getBlockByNumber',
      (result) => ({ ...readRow(result), timestamp: '0x1' }),
    ],
    [
      'it makes up a withdrawal',
      'eth_getBlockByNumber',
      (result) => ({
        ...readRow(result),
        withdrawals: [{ index: '0x1', validatorIndex: '0x1', address: anna, amount: '0x5' }],
      }),
    ],
    [
      'it does not say what was withdrawn',
      'eth_getBlockByNumber',
      (result) => ({ ...readRow(result), withdrawals: undefined }),
    ],
    [
      'the fees go to somebody else',
      'eth_getBlockByNumber',
      (result) => ({ ...readRow(result), miner: anna }),
    ],
    [
      'it tells an empty block',
      'eth_getBlockByNumber',
      (result) => ({ ...readRow(result), transactions: [] }),
    ],
    ['inner calls are left out', 'trace_block', () => []],
    [
      'inner calls are of another block',
      'trace_block',
      (result) => readList(result).map((row) => ({ ...readRow(row), blockHash: `0x${'3'.repeat(64)}` })),
    ],
  ])('when %s', async (_, method, change) => {
    const chain = open();
    await chain.identity();
    lie(method, change);
    await expect(chain.transfers(block, isPerson)).rejects.toThrow(ChainUnavailable);
    proxy.behave = () => undefined;
    expect((await chain.transfers(block, isPerson)).transfers).toHaveLength(10);
  });

  it('when it makes up the value of a transaction and tells no inner calls', async () => {
    const chain = open();
    await chain.identity();
    withoutMethods('trace_block', 'debug_traceBlockByHash');
    await chain.transfers(block, isPerson);
    lie('eth_getBlockByHash', (result) => {
      const rows = readList(readRow(result)['transactions']).map(readRow);
      return { ...readRow(result), transactions: rows.map((row) => ({ ...row, value: '0x5' })) };
    });
    await expect(chain.transfers(block, isPerson)).rejects.toThrow(ChainUnavailable);
  });

  it('when it keeps a block that left the chain, and its header was read before', async () => {
    const chain = open();
    const txId = await test.send({ coin: test.tokens.good, to: anna, amount: toChainUnits(1n) });
    await test.mine();
    const gone = await chain.head();
    const storedReceipts = await test.node.request('eth_getBlockReceipts', [gone.hash]);
    await chain.block(gone.height);
    expect((await chain.transfers(gone, isPerson)).transfers).toHaveLength(1);
    await reorg(test.url, 1);
    await expect(chain.transfers(gone, isPerson)).rejects.toThrow(ChainUnavailable);
    withoutMethods('eth_getBlockReceipts');
    const stubborn = proxy.behave;
    proxy.behave = (call) =>
      call.method === 'eth_getTransactionReceipt'
        ? {
            kind: 'change',
            change: () => ({ ...readRow(readList(storedReceipts)[0]), blockHash: `0x${'4'.repeat(64)}` }),
          }
        : stubborn(call);
    await expect(chain.transfers(gone, isPerson)).rejects.toThrow(ChainUnavailable);
    proxy.behave = () => undefined;
    expect(await chain.transaction(txId)).toEqual({ state: 'unknown' });
  });

  it('when it tells another block for a height', async () => {
    const chain = open();
    await chain.identity();
    const other = await test.node.request('eth_getBlockByNumber', ['0x1', false]);
    lie('eth_getBlockByNumber', () => other);
    await expect(chain.block(block.height)).rejects.toThrow(ChainUnavailable);
  });

  it('when it says that nothing lies where a token is', async () => {
    const chain = open();
    expect(await chain.balance(anna, test.tokens.good)).toBe(7n);
    await expect(chain.balance(anna, anna)).rejects.toThrow(ChainUnavailable);
  });
});

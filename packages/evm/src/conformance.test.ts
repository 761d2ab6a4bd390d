import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeChain } from '@marigold/chain/testing/conformance';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';

import { startNodeProxy, type RpcCall } from '../testing/node-proxy.ts';
import { startTestChain } from '../testing/test-chain.ts';
import { startWithdrawingNode } from '../testing/withdrawing-node.ts';
import { createEvmChain } from './chain.ts';
import { mine, reorg, startLocalChain } from './local-chain.ts';
import { readList, readRow } from './wire.ts';

/** The receipts of a block without the last log that one of them has. */
function withoutOneLog(result: unknown): unknown {
  const receipts = readList(result).map(readRow);
  const last = receipts.findLast(({ logs }) => readList(logs).length > 0);
  return receipts.map((receipt) =>
    receipt === last ? { ...receipt, logs: readList(receipt['logs']).slice(0, -1) } : receipt,
  );
}

describeChain('a local EVM chain', async () => {
  const test = await startTestChain();
  // The same first block, and then a history of its own.
  const elsewhere = mkdtempSync(join(tmpdir(), 'marigold-evm-'));
  mkdirSync(elsewhere, { recursive: true });
  copyFileSync(join(test.folder, 'genesis'), join(elsewhere, 'genesis'));
  const fork = await startLocalChain({ folder: elsewhere, blockMs: 0 });
  await mine(fork.url, 40);
  const withdrawing = await startWithdrawingNode(test.url);
  const [first, second] = [await startNodeProxy(withdrawing.url), await startNodeProxy(withdrawing.url)];
  const hides = ({ method }: RpcCall) =>
    method === 'eth_getBlockReceipts' ? ({ kind: 'change', change: withoutOneLog } as const) : undefined;
  const down = () => ({ kind: 'down' }) as const;
  const { tokens } = test;
  const refusing = fakeAccount('refusing');
  // revert(0, 0)
  await test.node.request('anvil_setCode', [refusing, '0x60006000fd']);
  return {
    chain: createEvmChain({ urls: [first.url, second.url], code: 'eth' }),
    networkId: 31_337n,
    tokens: { good: tokens.good, taxed: tokens.taxed, silent: tokens.silent },
    payer: test.rich,
    refusing,
    sign: test.sign,
    send: test.send,
    mine: test.mine,
    reorg: async (depth, keep) => await reorg(test.url, depth, { resends: keep === 'all' }),
    setBaseFee: async (wei) =>
      void (await test.node.request('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`])),
    setFeeRecipient: async (account) => void (await test.node.request('anvil_setCoinbase', [account])),
    withdraw: withdrawing.withdraw,
    faults: ['none', 'down', 'second-elsewhere', 'second-down', 'hides'],
    async setFault(fault) {
      first.behave = fault === 'hides' ? hides : fault === 'down' ? down : () => undefined;
      second.behave = fault === 'hides' ? hides : fault.endsWith('down') ? down : () => undefined;
      second.target = fault === 'second-elsewhere' ? fork.url : withdrawing.url;
      await Promise.resolve();
    },
    async stop() {
      await Promise.all([first.stop(), second.stop(), fork.stop()]);
      await withdrawing.stop();
      await test.stop();
      rmSync(elsewhere, { recursive: true, force: true });
    },
  };
});

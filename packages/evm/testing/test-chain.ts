/** A real local chain for tests: contracts of every temper, a rich account with a key, and a folder that is thrown away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ChainAccount, TransactionDraft, Hash, ChainPayment, Signed } from '@marigold/chain/port';
import type { FakeStep } from '@marigold/chain/testing/fake-bytes';
import { privateKeyToAccount } from 'viem/accounts';
import { encodeFunctionData, keccak256, parseAbi } from 'viem/utils';

import { contractCode, demoFaucet, demoTokens, ensureDemoTokens, sendDemo } from '../src/demo-tokens.ts';
import { mine, startLocalChain, type LocalChain } from '../src/local-chain.ts';
import { createNode, type EvmNode } from '../src/node.ts';
import { transferData } from '../src/token-abi.ts';
import { readWireAccount, readHash, readRow } from '../src/wire.ts';

const payerAbi = parseAbi([
  'struct Step { uint8 kind; address coin; address to; uint256 amount; }',
  'function run(Step[] steps) payable',
  'function payAfterFailure(address first, address second, uint256 value) payable',
  'function leave(address to) payable',
  'function claim(address to, uint256 value)',
  'function claimOne(address to, uint256 id)',
  'function setFee(uint256 basisPoints)',
]);

const wei = 10n ** 18n;
const tokensHeld = 10n ** 15n;
const callGas = 25_000_000n;
/** Of an account that only tests know. */
const payerKey = `0x${'6d'.repeat(32)}` as const;

export interface TestChain {
  readonly local: LocalChain;
  readonly folder: string;
  readonly url: string;
  readonly node: EvmNode;
  /** `good` and `tether` are the demo's; `taxed` keeps a hundredth; `silent` answers false, moves and logs nothing. */
  readonly tokens: Readonly<Record<'good' | 'tether' | 'taxed' | 'silent', ChainAccount>>;
  /** A contract that does what it is told; rich. */
  readonly payer: ChainAccount;
  /** A rich account whose drafts `sign` signs. */
  readonly rich: ChainAccount;
  readonly sign: (draft: TransactionDraft) => Promise<Signed>;
  /** A payment from outside, or all steps in one transaction of the rich contract; into the pool. */
  readonly send: (sending: ChainPayment | readonly FakeStep[]) => Promise<Hash>;
  /** A call by the faucet. */
  readonly call: (to: ChainAccount, data: `0x${string}`, value?: bigint) => Promise<Hash>;
  readonly mine: (blocks?: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Blocks come only by `mine`. */
export async function startTestChain(): Promise<TestChain> {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-evm-'));
  const local = await startLocalChain({ folder, blockMs: 0 });
  const { url } = local;
  const node = createNode(url);
  await ensureDemoTokens(url);
  const [taxed, silent, payer] = await deploy(node, url, ['DemoTether', 'FalseToken', 'Payer']);
  const tokens = { good: demoTokens.USDC, tether: demoTokens.USDT, taxed, silent };
  const signer = privateKeyToAccount(payerKey);
  const rich = readWireAccount(signer.address);
  const call = createCall(node);
  for (const to of [rich, payer]) {
    await sendDemo(url, { coin: 'native', to, amount: 10_000n * wei });
    for (const coin of [tokens.good, tokens.tether, taxed])
      await sendDemo(url, { coin, to, amount: tokensHeld });
  }
  await mine(url);
  await call(taxed, encodeFunctionData({ abi: payerAbi, functionName: 'setFee', args: [100n] }));
  await mine(url);
  return {
    local,
    folder,
    url,
    node,
    tokens,
    payer,
    rich,
    sign: async (draft) => await signWith(signer, draft),
    async send(sending) {
      return 'coin' in sending ? await sendDemo(url, sending) : await call(payer, runData(sending));
    },
    call,
    mine: async (blocks) => await mine(url, blocks),
    async stop() {
      await local.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A payment that fails inside a transaction that goes on and pays a second account. */
export function payAfterFailureData(first: ChainAccount, second: ChainAccount, value: bigint): `0x${string}` {
  return encodeFunctionData({ abi: payerAbi, functionName: 'payAfterFailure', args: [first, second, value] });
}

/** All that a contract holds, left to an account that is not called. */
export function leaveData(to: ChainAccount): `0x${string}` {
  return encodeFunctionData({ abi: payerAbi, functionName: 'leave', args: [to] });
}

/** A false token's log of a transfer that never was: of an amount, or of a collectible's number. */
export function claimData(to: ChainAccount, value: bigint, kind: 'amount' | 'collectible'): `0x${string}` {
  return encodeFunctionData({
    abi: payerAbi,
    functionName: kind === 'amount' ? 'claim' : 'claimOne',
    args: [to, value],
  });
}

function runData(steps: readonly FakeStep[]): `0x${string}` {
  const nowhere: ChainAccount = `0x${'0'.repeat(40)}`;
  const written = steps.map((step) => {
    if (step.kind === 'fail') return { kind: 3, coin: nowhere, to: nowhere, amount: 0n };
    if (step.kind === 'log') return { kind: 2, coin: nowhere, to: nowhere, amount: BigInt(step.count ?? 1) };
    const { coin, to, amount } = step;
    return coin === 'native' ? { kind: 0, coin: nowhere, to, amount } : { kind: 1, coin, to, amount };
  });
  return encodeFunctionData({ abi: payerAbi, functionName: 'run', args: [written] });
}

function createCall(node: EvmNode): TestChain['call'] {
  return async (to, data, value = 0n) => {
    const sent = { from: demoFaucet, to, data, value: hex(value), gas: hex(callGas) };
    return readHash(await node.request('eth_sendTransaction', [sent]));
  };
}

async function deploy(
  node: EvmNode,
  url: string,
  names: readonly [string, string, string],
): Promise<readonly [ChainAccount, ChainAccount, ChainAccount]> {
  const send = async (name: string): Promise<unknown> =>
    await node.request('eth_sendTransaction', [
      { from: demoFaucet, data: contractCode(name), gas: hex(3_000_000n) },
    ]);
  const find = async (id: unknown): Promise<ChainAccount> =>
    readWireAccount(readRow(await node.request('eth_getTransactionReceipt', [id]))['contractAddress']);
  const [first, second, third] = [await send(names[0]), await send(names[1]), await send(names[2])];
  await mine(url);
  return [await find(first), await find(second), await find(third)];
}

async function signWith(
  signer: ReturnType<typeof privateKeyToAccount>,
  draft: TransactionDraft,
): Promise<Signed> {
  const { payment, fee } = draft;
  const call =
    draft.kind === 'cancel'
      ? { to: draft.from, value: 0n }
      : payment.coin === 'native'
        ? { to: payment.to, value: payment.amount }
        : { to: payment.coin, value: 0n, data: transferData(payment.to, payment.amount) };
  const raw = await signer.signTransaction({
    type: 'eip1559',
    chainId: Number(draft.networkId),
    nonce: Number(draft.nonce),
    gas: fee.gas,
    maxFeePerGas: fee.feeMax,
    maxPriorityFeePerGas: fee.tip,
    ...call,
  });
  return { txId: keccak256(raw), raw };
}

function hex(value: bigint): `0x${string}` {
  return `0x${value.toString(16)}`;
}

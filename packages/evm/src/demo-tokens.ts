/**
 * The tokens of the local chain and the account that has all of them. Their addresses follow from who deploys them and
 * with which nonce, so they are known before the chain exists. No key is here: the local node signs for its own account.
 */
import { readFileSync } from 'node:fs';

import type { ChainAccount, Coin, Hash } from '@marigold/chain/port';

import { createNode, type EvmNode } from './node.ts';
import { balanceData, transferData } from './token-abi.ts';
import { readWireAmount, readHash } from './wire.ts';

/** Account 0 below `demoAccountPath` of the seed that everybody knows; deposit, hot and gas accounts lie elsewhere. */
export const demoFaucet: ChainAccount = '0x9ac4fdc8e5d72aaade30f9ff52d392d60c68a64a';
/** Where the local chain derives its own account, so that none of ours is one that it signs for. */
export const demoAccountPath = "m/44'/60'/9'/0/";
/** What the faucet deploys with its first nonces. */
export const demoTokens = {
  USDT: '0x008eb2b4909db972a400424984930d78479cc246',
  USDC: '0x6848dbd9e031d443e1e8c927f0980d8aa41bb86e',
} as const satisfies Record<string, ChainAccount>;

const wei = 10n ** 18n;
const tokenUnit = 10n ** 6n;
/** What our own accounts start with on a local chain. */
const startOf = { hot: { native: 200n * wei, token: 200_000n * tokenUnit }, gas: 20n * wei };

const transferGas = 120_000n;
const deployGas = 2_000_000n;

/** The bytecode of a contract of ../contracts. */
export function contractCode(name: string): `0x${string}` {
  const file = new URL('../contracts/contracts.json', import.meta.url);
  const codes = JSON.parse(readFileSync(file, 'utf8')) as Record<string, `0x${string}`>;
  const code = codes[name];
  if (code === undefined) throw new Error(`Broken: there is no contract ${name}`);
  return code;
}

/** Deploys what is not there yet. The first thing that happens on a new local chain, by its first two nonces. */
export async function ensureDemoTokens(url: string): Promise<void> {
  const node = createNode(url);
  if (await isDeployed(node, demoTokens.USDC)) return;
  const used = readWireAmount(await node.request('eth_getTransactionCount', [demoFaucet, 'pending']));
  for (const [nonce, name] of ['DemoTether', 'DemoUsdCoin'].entries()) {
    if (used > nonce) continue;
    const data = contractCode(name);
    await node.request('eth_sendTransaction', [
      { from: demoFaucet, data, gas: hex(deployGas), nonce: hex(BigInt(nonce)) },
    ]);
  }
  await node.request('evm_mine');
  if (!(await isDeployed(node, demoTokens.USDT)) || !(await isDeployed(node, demoTokens.USDC)))
    throw new Error(
      'The demo tokens could not be deployed: the local chain was used by somebody else before.',
    );
}

/** Sends coins of the faucet in a transaction like anybody's; it is mined with the next block. */
export async function sendDemo(
  url: string,
  { coin, to, amount }: { readonly coin: Coin; readonly to: ChainAccount; readonly amount: bigint },
): Promise<Hash> {
  return await sendFrom(createNode(url), coin, to, amount);
}

/** Gives our own accounts what they need to begin; what they have already is left as it is. */
export async function fund(
  url: string,
  accounts: { readonly hot?: ChainAccount; readonly gas?: ChainAccount },
): Promise<readonly Hash[]> {
  const node = createNode(url);
  const wanted: readonly (readonly [ChainAccount | undefined, Coin, bigint])[] = [
    [accounts.hot, 'native', startOf.hot.native],
    [accounts.hot, demoTokens.USDT, startOf.hot.token],
    [accounts.hot, demoTokens.USDC, startOf.hot.token],
    [accounts.gas, 'native', startOf.gas],
  ];
  const sent: Hash[] = [];
  for (const [account, coin, amount] of wanted) {
    if (account === undefined || (await held(node, account, coin)) > 0n) continue;
    sent.push(await sendFrom(node, coin, account, amount));
  }
  return sent;
}

async function sendFrom(node: EvmNode, coin: Coin, to: ChainAccount, amount: bigint): Promise<Hash> {
  const call =
    coin === 'native'
      ? { to, value: hex(amount), gas: hex(transferGas) }
      : { to: coin, data: transferData(to, amount), gas: hex(transferGas) };
  return await inTurn(node.host, async () =>
    readHash(await node.request('eth_sendTransaction', [{ from: demoFaucet, ...call }])),
  );
}

/** The node gives two transactions that are sent at once the same nonce, so those of the faucet go one after another. */
const turns = new Map<string, Promise<unknown>>();
async function inTurn<T>(host: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(host) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(host, mine);
  return await mine;
}

async function held(node: EvmNode, account: ChainAccount, coin: Coin): Promise<bigint> {
  if (coin === 'native') return readWireAmount(await node.request('eth_getBalance', [account, 'pending']));
  const data = balanceData(account);
  return readWireAmount(await node.request('eth_call', [{ to: coin, data }, 'pending']));
}

async function isDeployed(node: EvmNode, account: ChainAccount): Promise<boolean> {
  return (await node.request('eth_getCode', [account, 'latest'])) !== '0x';
}

function hex(value: bigint): `0x${string}` {
  return `0x${value.toString(16)}`;
}

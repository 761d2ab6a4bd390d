/**
 * A node in front of the local one, which knows no validators: what is withdrawn here stands in the next block as
 * EIP-4895 has it, and the balance really grows. The hash of a block proves its withdrawals, so that block and all above
 * it have other hashes here than there; every name of them is translated on the way in and out. Before the first
 * withdrawal it changes nothing.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import type { ChainAccount, Hash } from '@marigold/chain/port';

import { createNode, type EvmNode } from '../src/node.ts';
import { headerHash, withdrawalsRoot } from '../src/proof.ts';
import { readWireAmount, readHash, readNumber, readRow, type WireRow } from '../src/wire.ts';

const gwei = 1_000_000_000n;
/** Any: nobody asks which validator it was. */
const validator = '0x7';

export interface WithdrawingNode {
  readonly url: string;
  /** Into the next block that is mined. */
  readonly withdraw: (to: ChainAccount, gwei: bigint) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Ledger {
  /** Of heights from `first` on. */
  readonly withdrawals: Map<number, WireRow[]>;
  first: number;
  made: number;
  /** Names of blocks, as the node behind knows them and as this one tells them. */
  readonly renamed: Map<Hash, Hash>;
  readonly real: Map<Hash, Hash>;
}

export async function startWithdrawingNode(target: string): Promise<WithdrawingNode> {
  const node = createNode(target);
  const ledger: Ledger = {
    withdrawals: new Map(),
    first: Number.POSITIVE_INFINITY,
    made: 0,
    renamed: new Map(),
    real: new Map(),
  };
  const server = createServer((request, response) => {
    answer(node, target, ledger, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port for the node');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async withdraw(to, amount) {
      const height = readNumber(await node.request('eth_blockNumber')) + 1;
      const held = readWireAmount(await node.request('eth_getBalance', [to, 'latest']));
      await node.request('anvil_setBalance', [to, hex(held + amount * gwei)]);
      const index = hex(BigInt(ledger.made));
      ledger.made += 1;
      ledger.first = Math.min(ledger.first, height);
      const before = ledger.withdrawals.get(height) ?? [];
      const one = { index, validatorIndex: validator, address: to, amount: hex(amount) };
      ledger.withdrawals.set(height, [...before, one]);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  node: EvmNode,
  target: string,
  ledger: Ledger,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let method = '';
  for await (const part of request) method += String(part);
  await learn(node, ledger);
  const headers = { 'content-type': 'application/json' };
  const body = translate(method, ledger.real);
  const reply = await fetch(target, { method: 'POST', headers, body });
  const text = translate(await reply.text(), ledger.renamed);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(withWithdrawals(ledger, JSON.parse(text))));
}

/** Names every block from the first that holds a withdrawal up to the head. */
async function learn(node: EvmNode, ledger: Ledger): Promise<void> {
  const head = readNumber(await node.request('eth_blockNumber'));
  for (let height = ledger.first; height <= head; height += 1) {
    const block = readRow(await node.request('eth_getBlockByNumber', [`0x${height.toString(16)}`, false]));
    const real = readHash(block['hash']);
    if (ledger.renamed.has(real)) continue;
    const parent = readHash(block['parentHash']);
    const renamed = headerHash({
      ...block,
      parentHash: ledger.renamed.get(parent) ?? parent,
      ...partOf(ledger, height),
    });
    ledger.renamed.set(real, renamed);
    ledger.real.set(renamed, real);
  }
}

function partOf({ withdrawals }: Ledger, height: number): WireRow {
  const rows = withdrawals.get(height);
  return rows === undefined ? {} : { withdrawals: rows, withdrawalsRoot: withdrawalsRoot(rows) };
}

/** A block is what is named by a height and the root of its receipts; nothing else that nodes tell is. */
function withWithdrawals(ledger: Ledger, reply: unknown): unknown {
  const { result } = readRow(reply);
  if (typeof result !== 'object' || result === null || !('receiptsRoot' in result)) return reply;
  const block = readRow(result);
  return { ...readRow(reply), result: { ...block, ...partOf(ledger, readNumber(block['number'])) } };
}

function translate(text: string, names: ReadonlyMap<Hash, Hash>): string {
  return text.replaceAll(/0x[0-9a-f]{64}(?![0-9a-f])/g, (name) => names.get(name) ?? name);
}

function hex(value: bigint): `0x${string}` {
  return `0x${value.toString(16)}`;
}

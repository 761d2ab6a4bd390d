/** What a node says by itself about who paid whom: neither the product's reader nor its books have a part in it. */
import type { ChainAccount, Coin } from '@marigold/chain/port';
import { createNode, type EvmNode } from '@marigold/evm/node';
import {
  readWireAccount,
  readWireAmount,
  readHash,
  readList,
  readNumber,
  readRow,
  type WireRow,
} from '@marigold/evm/wire';

/** Blocks asked for side by side. */
const atOnce = 32;
/** The first bytes of the call `transfer(address,uint256)`. */
const transferCall = '0xa9059cbb';

export interface MinedPayment {
  readonly from: ChainAccount;
  readonly nonce: number;
  readonly to: ChainAccount;
  readonly coin: Coin;
  readonly amount: bigint;
}

export async function readHeight(url: string): Promise<number> {
  return readNumber(await createNode(url).request('eth_blockNumber'));
}

/** Every payment that succeeded above a height, in the order of the chain. */
export async function listMinedPayments(url: string, above: number): Promise<readonly MinedPayment[]> {
  const node = createNode(url);
  const head = await readHeight(url);
  const found: MinedPayment[] = [];
  for (let first = above + 1; first <= head; first += atOnce) {
    const heights = Array.from({ length: Math.min(atOnce, head - first + 1) }, (_, index) => first + index);
    const blocks = await Promise.all(heights.map(async (height) => await paymentsOf(node, height)));
    found.push(...blocks.flat());
  }
  return found;
}

async function paymentsOf(node: EvmNode, height: number): Promise<MinedPayment[]> {
  const block = readRow(await node.request('eth_getBlockByNumber', [`0x${height.toString(16)}`, true]));
  const found: MinedPayment[] = [];
  for (const one of readList(block['transactions'])) {
    const transaction = readRow(one);
    const receipt = readRow(await node.request('eth_getTransactionReceipt', [readHash(transaction['hash'])]));
    // A contract that is made is no payment.
    if (readNumber(receipt['status']) === 1 && transaction['to'] !== null) found.push(paymentOf(transaction));
  }
  return found;
}

function paymentOf(transaction: WireRow): MinedPayment {
  const sent = { from: readWireAccount(transaction['from']), nonce: readNumber(transaction['nonce']) };
  const input = String(transaction['input']);
  const to = readWireAccount(transaction['to']);
  if (!input.startsWith(transferCall))
    return { ...sent, to, coin: 'native', amount: readWireAmount(transaction['value']) };
  return {
    ...sent,
    to: readWireAccount(`0x${input.slice(34, 74)}`),
    coin: to,
    amount: readWireAmount(`0x${input.slice(74, 138)}`),
  };
}

/** All that happened in one block, or nothing: header, receipts and inner payments that belong together. */
import {
  ChainUnavailable,
  nativePosition,
  type ChainAccount,
  type BlockRef,
  type Hash,
  type ChainTransfer,
} from '@marigold/chain/port';
import { type ChainUnits, toChainUnits } from '@marigold/chain/units';

import { readReward, readWithdrawals } from './direct.ts';
import { headerHash, receiptsRoot, transactionsRoot } from './proof.ts';
import { isUnknownMethod, type Provider } from './provider.ts';
import { listTracedPayments, type TracedPayment } from './trace.ts';
import {
  readWireAccount,
  readWireAmount,
  readBytes,
  readHash,
  readList,
  readNumber,
  readRow,
  type WireRow,
} from './wire.ts';

/** What a token logs when it moves: Transfer(address,address,uint256). */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Receipts that are asked for one by one, at once. */
const receiptsAtOnce = 8;

export interface MinedTransaction {
  readonly id: Hash;
  readonly isGood: boolean;
  readonly transfers: readonly ChainTransfer[];
  readonly feePaid: ChainUnits;
}

export interface WholeBlock {
  readonly ref: BlockRef;
  readonly transactions: readonly MinedTransaction[];
  /** What came without a transaction. */
  readonly direct: readonly ChainTransfer[];
}

export interface Header {
  readonly ref: BlockRef;
  readonly feeRecipient: ChainAccount;
  /** Burned of the price of each unit of gas; what is paid above it is the fee recipient's. */
  readonly baseFee: bigint;
  readonly withdrawals: readonly ChainTransfer[];
  readonly receiptsRoot: Hash;
  readonly transactionsRoot: Hash;
  readonly ids: readonly Hash[];
}

/** A header by height or by name, proven against its own hash; null: there is none. */
export async function findHeader(
  provider: Provider,
  block: number | 'latest' | 'finalized',
): Promise<Header | null> {
  const name = typeof block === 'number' ? `0x${block.toString(16)}` : block;
  const answer = await provider.node.request('eth_getBlockByNumber', [name, false]);
  if (answer === null) return null;
  const row = readRow(answer);
  const hash = readHash(row['hash']);
  if (headerHash(row) !== hash) throw incomplete(provider, `the header of ${hash} has another hash`);
  const height = readNumber(row['number']);
  if (typeof block === 'number' && height !== block)
    throw incomplete(provider, `block ${height} for ${block}`);
  return {
    ref: { height, hash, parent: readHash(row['parentHash']), timeMs: readNumber(row['timestamp']) * 1000 },
    feeRecipient: readWireAccount(row['miner']),
    // Before 2021 nothing was burned.
    baseFee: readWireAmount(row['baseFeePerGas'] ?? '0x0'),
    withdrawals: readWithdrawals(provider, row),
    receiptsRoot: readHash(row['receiptsRoot']),
    transactionsRoot: readHash(row['transactionsRoot']),
    ids: readList(row['transactions']).map(readHash),
  };
}

/** Reads the rest of a block. Throws ChainUnavailable where a part is missing or does not belong to it. */
export async function readWholeBlock(provider: Provider, header: Header): Promise<WholeBlock> {
  const { ref, ids, withdrawals } = header;
  if (ids.length === 0) {
    checkRoot(provider, header, []);
    return { ref, transactions: [], direct: withdrawals };
  }
  const [receipts, payments] = await Promise.all([
    readReceipts(provider, header),
    readPayments(provider, header),
  ]);
  checkRoot(provider, header, receipts);
  let gasBefore = 0n;
  const spent: { readonly gas: bigint; readonly price: bigint }[] = [];
  const transactions = receipts.map((receipt, index) => {
    const gasAfter = readWireAmount(receipt['cumulativeGasUsed']);
    const gas = gasAfter - gasBefore;
    const price = readWireAmount(receipt['effectiveGasPrice']);
    gasBefore = gasAfter;
    spent.push({ gas, price });
    if (readHash(receipt['blockHash']) !== ref.hash)
      throw incomplete(provider, `block ${ref.hash} left the chain`);
    return readMined(provider, receipt, ids[index], payments[index] ?? [], toChainUnits(gas * price));
  });
  return { ref, transactions, direct: [...withdrawals, ...readReward(header, spent)] };
}

function checkRoot(provider: Provider, header: Header, receipts: readonly WireRow[]): void {
  if (receiptsRoot(receipts) !== header.receiptsRoot)
    throw incomplete(provider, `the receipts of ${header.ref.hash} are not all of them`);
}

async function readReceipts(provider: Provider, header: Header): Promise<readonly WireRow[]> {
  const { node, abilities } = provider;
  const { hash, height } = header.ref;
  if (!abilities.blockReceipts) return await readReceiptsOneByOne(provider, header);
  let answer: unknown;
  try {
    // By height and not by hash: a node keeps blocks that left the chain, and these are not to be told as if they had not.
    answer = await node.request('eth_getBlockReceipts', [`0x${height.toString(16)}`]);
  } catch (error) {
    if (!isUnknownMethod(error)) throw error;
    abilities.blockReceipts = false;
    return await readReceiptsOneByOne(provider, header);
  }
  if (answer === null) throw incomplete(provider, `there are no receipts of ${hash}`);
  const receipts = readList(answer).map(readRow);
  if (receipts.length !== header.ids.length)
    throw incomplete(
      provider,
      `${receipts.length} receipts for ${header.ids.length} transactions of ${hash}`,
    );
  return receipts;
}

async function readReceiptsOneByOne(provider: Provider, { ids }: Header): Promise<readonly WireRow[]> {
  const receipts: WireRow[] = [];
  for (let start = 0; start < ids.length; start += receiptsAtOnce) {
    const some = ids.slice(start, start + receiptsAtOnce);
    const answers = await Promise.all(
      some.map(async (id) => await provider.node.request('eth_getTransactionReceipt', [id])),
    );
    for (const answer of answers) {
      if (answer === null) throw incomplete(provider, 'a receipt is missing');
      receipts.push(readRow(answer));
    }
  }
  return receipts;
}

function readMined(
  provider: Provider,
  receipt: WireRow,
  id: Hash | undefined,
  payments: readonly TracedPayment[],
  feePaid: ChainUnits,
): MinedTransaction {
  // The root proves what a receipt says, the order of it whose it is.
  if (id === undefined || readHash(receipt['transactionHash']) !== id)
    throw incomplete(provider, 'a receipt is of another transaction');
  const isGood = receipt['status'] === undefined || readNumber(receipt['status']) === 1;
  if (!isGood) return { id, isGood, transfers: [], feePaid };
  const tokens = readList(receipt['logs']).flatMap((log, position) =>
    readTransfer(readRow(log), id, position),
  );
  const natives = payments.map(({ from, to, amount }, index): ChainTransfer => {
    return { txId: id, position: nativePosition + index, coin: 'native', from, to, amount };
  });
  return { id, isGood, transfers: [...tokens, ...natives], feePaid };
}

/** A log of exactly the form of the standard; collectibles log the same event with four topics and no amount. */
function readTransfer(log: WireRow, txId: Hash, position: number): ChainTransfer[] {
  const [topic, from, to, ...more] = readList(log['topics']);
  const data = readBytes(log['data']);
  if (topic !== transferTopic || from === undefined || to === undefined) return [];
  if (more.length > 0 || data.length !== 66) return [];
  const amount = toChainUnits(BigInt(data));
  if (amount === 0n) return [];
  const coin = readWireAccount(log['address']);
  return [{ txId, position, coin, from: accountOfTopic(from), to: accountOfTopic(to), amount }];
}

function accountOfTopic(topic: unknown): ChainAccount {
  return `0x${readHash(topic).slice(26)}`;
}

/** Payments of the native coin for each transaction, in their order. */
async function readPayments(
  provider: Provider,
  header: Header,
): Promise<readonly (readonly TracedPayment[])[]> {
  const traced = await listTracedPayments(provider, header.ref, header.ids);
  return traced ?? (await readOuterPayments(provider, header));
}

/** Without traces: what the transactions themselves carry. What contracts pay from within is not seen. */
async function readOuterPayments(
  provider: Provider,
  header: Header,
): Promise<readonly (readonly TracedPayment[])[]> {
  const answer = await provider.node.request('eth_getBlockByHash', [header.ref.hash, true]);
  if (answer === null) throw incomplete(provider, `block ${header.ref.hash} left the chain`);
  const rows = readList(readRow(answer)['transactions']).map(readRow);
  const root = transactionsRoot(rows);
  if (rows.length !== header.ids.length || (root !== undefined && root !== header.transactionsRoot))
    throw incomplete(provider, `the transactions of ${header.ref.hash} are not all of them`);
  return rows.map((row, index) => {
    if (readHash(row['hash']) !== header.ids[index])
      throw incomplete(provider, 'transactions changed places');
    const amount = toChainUnits(readWireAmount(row['value']));
    const from = readWireAccount(row['from']);
    // What creates a contract pays an account that did not exist.
    if (amount === 0n || row['to'] === null || row['to'] === undefined) return [];
    return [{ from, to: readWireAccount(row['to']), amount }];
  });
}

function incomplete(provider: Provider, why: string): ChainUnavailable {
  return new ChainUnavailable(`${provider.node.host}: ${why}`);
}

/**
 * Payments of the native coin, those from within contracts included. Nodes tell them in one of two ways; both name the
 * calls of a transaction in the same order, so a payment has the same place whichever node is asked.
 */
import { ChainUnavailable, type ChainAccount, type BlockRef, type Hash } from '@marigold/chain/port';
import { type ChainUnits, noChainUnits, toChainUnits } from '@marigold/chain/units';

import { isUnknownMethod, type Provider } from './provider.ts';
import { readWireAccount, readWireAmount, readHash, readList, readRow, type WireRow } from './wire.ts';

export interface TracedPayment {
  readonly from: ChainAccount;
  readonly to: ChainAccount;
  /** Above zero. */
  readonly amount: ChainUnits;
}

/** Calls within calls, at most; the machine itself allows 1,024. */
const depthMax = 1100;

/** The payments of each transaction of a block; undefined: this node tells no inner calls. */
export async function listTracedPayments(
  provider: Provider,
  block: BlockRef,
  ids: readonly Hash[],
): Promise<readonly (readonly TracedPayment[])[] | undefined> {
  const { node, abilities } = provider;
  if (abilities.trace === 'parity') {
    try {
      const answer = await node.request('trace_block', [`0x${block.height.toString(16)}`]);
      return readFlat(readList(answer).map(readRow), block, ids);
    } catch (error) {
      if (!isUnknownMethod(error)) throw error;
      abilities.trace = 'geth';
    }
  }
  if (abilities.trace === 'none') return undefined;
  try {
    const answer = await node.request('debug_traceBlockByHash', [block.hash, { tracer: 'callTracer' }]);
    return readNested(readList(answer).map(readRow), ids);
  } catch (error) {
    if (!isUnknownMethod(error)) throw error;
    abilities.trace = 'none';
    return undefined;
  }
}

/** One row for each call, a caller before what it calls; where it stands is a path from the outermost call. */
function readFlat(
  rows: readonly WireRow[],
  block: BlockRef,
  ids: readonly Hash[],
): readonly (readonly TracedPayment[])[] {
  const payments = ids.map((): TracedPayment[] => []);
  const failed = ids.map(() => new Set<string>());
  let outermost = 0;
  for (const row of rows) {
    // What miners were given before 2022 belongs to no transaction.
    if (row['type'] === 'reward') continue;
    if (readHash(row['blockHash']) !== block.hash) throw missing('inner calls are of another block');
    const index = typeof row['transactionPosition'] === 'number' ? row['transactionPosition'] : -1;
    const [paid, dead] = [payments[index], failed[index]];
    if (paid === undefined || dead === undefined || readHash(row['transactionHash']) !== ids[index])
      throw missing('inner calls are of another transaction');
    const path = readList(row['traceAddress']).map(String);
    if (path.length === 0) outermost += 1;
    if (isBelow(path, dead) || (row['error'] !== undefined && row['error'] !== null)) {
      dead.add(path.join('/'));
      continue;
    }
    const payment = readFlatPayment(row);
    if (payment !== undefined) paid.push(payment);
  }
  if (outermost !== ids.length) throw missing('calls of some transactions are missing');
  return payments;
}

/** A call that failed undoes all that it called. */
function isBelow(path: readonly string[], failed: ReadonlySet<string>): boolean {
  return path.length > 0 && failed.has(path.slice(0, -1).join('/'));
}

function readFlatPayment(row: WireRow): TracedPayment | undefined {
  const action = readRow(row['action']);
  switch (row['type']) {
    case 'call':
      if (action['callType'] !== 'call') return undefined;
      return paymentOf(action['from'], action['to'], action['value']);
    case 'create':
      return paymentOf(action['from'], readRow(row['result'])['address'], action['value']);
    case 'suicide':
      return paymentOf(action['address'], action['refundAddress'], action['balance']);
    default:
      return undefined;
  }
}

/** One tree for each transaction. */
function readNested(rows: readonly WireRow[], ids: readonly Hash[]): readonly (readonly TracedPayment[])[] {
  if (rows.length !== ids.length) throw missing('calls of some transactions are missing');
  return rows.map((row, index) => {
    // Older nodes do not name the transaction here.
    if (row['txHash'] !== undefined && readHash(row['txHash']) !== ids[index])
      throw missing('inner calls are of another transaction');
    const payments: TracedPayment[] = [];
    walk(readRow(row['result']), payments, 0);
    return payments;
  });
}

function walk(call: WireRow, payments: TracedPayment[], depth: number): void {
  if (depth > depthMax) throw missing('calls lie deeper than any machine goes');
  if (call['error'] !== undefined && call['error'] !== null) return;
  if (/^(CALL|CREATE|CREATE2|SELFDESTRUCT)$/.test(String(call['type']))) {
    const payment = paymentOf(call['from'], call['to'], call['value']);
    if (payment !== undefined) payments.push(payment);
  }
  for (const inner of readList(call['calls'] ?? [])) walk(readRow(inner), payments, depth + 1);
}

function paymentOf(from: unknown, to: unknown, value: unknown): TracedPayment | undefined {
  const amount = value === undefined || value === null ? noChainUnits : toChainUnits(readWireAmount(value));
  return amount === 0n ? undefined : { from: readWireAccount(from), to: readWireAccount(to), amount };
}

function missing(why: string): ChainUnavailable {
  return new ChainUnavailable(why);
}

/**
 * What a block's own hash proves. The hash covers the header, the header the roots of its transactions, receipts and
 * withdrawals: a node that leaves out a log, or tells one more, would have to find another block with the same hash.
 */
import { RLP, type Input } from '@ethereumjs/rlp';
import type { Hash } from '@marigold/chain/port';
import { keccak256 } from 'ox/Hash';

import { readWireAmount, readList, readNumber, readRaw as bytes, readRow, type WireRow } from './wire.ts';

/** Fields of a header in the order of the forks that brought them; a later one only stands behind all before it. */
const headerFields: readonly (readonly [name: string, read: (value: unknown) => Uint8Array])[] = [
  ['parentHash', bytes],
  ['sha3Uncles', bytes],
  ['miner', bytes],
  ['stateRoot', bytes],
  ['transactionsRoot', bytes],
  ['receiptsRoot', bytes],
  ['logsBloom', bytes],
  ['difficulty', quantity],
  ['number', quantity],
  ['gasLimit', quantity],
  ['gasUsed', quantity],
  ['timestamp', quantity],
  ['extraData', bytes],
  ['mixHash', bytes],
  ['nonce', bytes],
  ['baseFeePerGas', quantity],
  ['withdrawalsRoot', bytes],
  ['blobGasUsed', quantity],
  ['excessBlobGas', quantity],
  ['parentBeaconBlockRoot', bytes],
  ['requestsHash', bytes],
];
const headerFieldsOfFirstFork = 15;

const asHex = { as: 'Hex' } as const;

/** The hash that these fields of a header have. */
export function headerHash(header: WireRow): Hash {
  const fields: Uint8Array[] = [];
  for (const [name, read] of headerFields) {
    const value = header[name];
    if (fields.length >= headerFieldsOfFirstFork && (value === undefined || value === null)) break;
    fields.push(read(value));
  }
  return keccak256(RLP.encode(fields), asHex);
}

/** The root of the receipts of one block, all of them, in their order. */
export function receiptsRoot(receipts: readonly WireRow[]): Hash {
  return orderedRoot(receipts.map(receiptBytes));
}

/** The root of what validators withdrew in one block, in its order (EIP-4895). */
export function withdrawalsRoot(withdrawals: readonly WireRow[]): Hash {
  return orderedRoot(
    withdrawals.map(({ index, validatorIndex, address, amount }) =>
      RLP.encode([quantity(index), quantity(validatorIndex), bytes(address), quantity(amount)]),
    ),
  );
}

/** The root of the transactions of one block; undefined where one is of a kind that we cannot write. */
export function transactionsRoot(transactions: readonly WireRow[]): Hash | undefined {
  const written: Uint8Array[] = [];
  for (const transaction of transactions) {
    const one = transactionBytes(transaction);
    if (one === undefined) return undefined;
    written.push(one);
  }
  return orderedRoot(written);
}

function receiptBytes(receipt: WireRow): Uint8Array {
  const logs = readList(receipt['logs']).map((log) => {
    const { address, topics, data } = readRow(log);
    return [bytes(address), readList(topics).map(bytes), bytes(data)];
  });
  // Before 2017 a receipt held a state root in place of its status.
  const outcome = receipt['status'] === undefined ? bytes(receipt['root']) : quantity(receipt['status']);
  const fields = [outcome, quantity(receipt['cumulativeGasUsed']), bytes(receipt['logsBloom']), logs];
  return typed(receipt['type'], fields);
}

/** A kind of transaction puts its number before the list; the first kind has none. */
function typed(type: unknown, fields: Input): Uint8Array {
  const kind = type === undefined || type === null ? 0 : readNumber(type);
  const list = RLP.encode(fields);
  return kind === 0 ? list : Buffer.concat([Uint8Array.of(kind), list]);
}

/** Undefined: of a kind that came after this was written, or that only its own chain knows. */
function transactionBytes(row: WireRow): Uint8Array | undefined {
  const kind = row['type'] === undefined || row['type'] === null ? 0 : readNumber(row['type']);
  const to = row['to'] === null || row['to'] === undefined ? new Uint8Array() : bytes(row['to']);
  const signature = [quantity(row['r']), quantity(row['s'])];
  const call = [quantity(row['gas']), to, quantity(row['value']), bytes(row['input'])];
  if (kind === 0) {
    const fields = [quantity(row['nonce']), quantity(row['gasPrice']), ...call];
    return RLP.encode([...fields, quantity(row['v']), ...signature]);
  }
  const parity = quantity(row['yParity'] ?? row['v']);
  const start = [quantity(row['chainId']), quantity(row['nonce'])];
  const access = kind > 4 ? [] : accessList(row['accessList']);
  const fees = (): Uint8Array[] => [quantity(row['maxPriorityFeePerGas']), quantity(row['maxFeePerGas'])];
  const tail = [parity, ...signature];
  if (kind === 1) return typed('0x1', [...start, quantity(row['gasPrice']), ...call, access, ...tail]);
  if (kind === 2) return typed('0x2', [...start, ...fees(), ...call, access, ...tail]);
  if (kind === 3) {
    const blobs = [quantity(row['maxFeePerBlobGas']), readList(row['blobVersionedHashes']).map(bytes)];
    return typed('0x3', [...start, ...fees(), ...call, access, ...blobs, ...tail]);
  }
  if (kind !== 4) return undefined;
  const granted = readList(row['authorizationList']).map((one) => {
    const { chainId, address, nonce, yParity, r, s } = readRow(one);
    return [quantity(chainId), bytes(address), ...[nonce, yParity, r, s].map(quantity)];
  });
  return typed('0x4', [...start, ...fees(), ...call, access, granted, ...tail]);
}

function accessList(value: unknown): Input {
  return readList(value).map((one) => {
    const { address, storageKeys } = readRow(one);
    return [bytes(address), readList(storageKeys).map(bytes)];
  });
}

interface Leaf {
  /** Half-bytes of the key. */
  readonly path: readonly number[];
  readonly value: Uint8Array;
}

/**
 * The root of the trie that holds values under their indexes. The general trie of a library stores and reads each node
 * again and took ten times as long for a block.
 */
export function orderedRoot(values: readonly Uint8Array[]): Hash {
  if (values.length === 0) return keccak256(RLP.encode(new Uint8Array()), asHex);
  const leaves = values.map((value, index) => ({ path: halves(RLP.encode(index)), value }));
  leaves.sort((a, b) => comparePaths(a.path, b.path));
  return keccak256(RLP.encode(nodeOf(leaves, 0)), asHex);
}

/** The node above sorted leaves, whose paths agree before `depth`. No path is the beginning of another. */
function nodeOf(leaves: readonly Leaf[], depth: number): Input {
  const [first, last] = [leaves[0], leaves.at(-1)];
  if (first === undefined || last === undefined) return new Uint8Array();
  if (leaves.length === 1) return [packed(first.path.slice(depth), true), first.value];
  let end = depth;
  // Ends: two paths differ, and none is the beginning of the other.
  while (first.path[end] === last.path[end]) end += 1;
  if (end > depth) return [packed(first.path.slice(depth, end), false), linkTo(nodeOf(leaves, end))];
  const children: Input[] = Array.from({ length: 17 }, () => new Uint8Array());
  let start = 0;
  // Ends: each turn takes at least one leaf.
  while (start < leaves.length) {
    const half = leaves[start]?.path[depth] ?? 0;
    let stop = start + 1;
    // Ends: each turn takes one leaf more, and leaves have an end.
    while (stop < leaves.length && leaves[stop]?.path[depth] === half) stop += 1;
    children[half] = linkTo(nodeOf(leaves.slice(start, stop), depth + 1));
    start = stop;
  }
  return children;
}

/** A small node stands where its hash would. */
function linkTo(node: Input): Input {
  const encoded = RLP.encode(node);
  return encoded.length < 32 ? node : keccak256(encoded);
}

/** Half-bytes as bytes; the first one says whether they are odd in number and whether a value follows. */
function packed(path: readonly number[], isLeaf: boolean): Uint8Array {
  const isOdd = path.length % 2 === 1;
  const all = [isLeaf ? 2 : 0, ...(isOdd ? [] : [0]), ...path];
  all[0] = (all[0] ?? 0) + (isOdd ? 1 : 0);
  return Uint8Array.from({ length: all.length / 2 }, (_, index) => {
    const [high, low] = [all[2 * index] ?? 0, all[2 * index + 1] ?? 0];
    return high * 16 + low;
  });
}

function halves(key: Uint8Array): number[] {
  return [...key].flatMap((byte) => [byte >> 4, byte & 15]);
}

function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length && index < b.length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** A number as bytes without zeros before it; zero is none at all. */
function quantity(value: unknown): Uint8Array {
  const digits = readWireAmount(value).toString(16);
  if (digits === '0') return new Uint8Array();
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

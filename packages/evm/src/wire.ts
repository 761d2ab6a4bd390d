/** Reads what nodes answer. A node is a stranger: what is not of the right form is no answer. */
import { ChainUnavailable, type ChainAccount, type Hash } from '@marigold/chain/port';

/** Digits of a number of 256 bits, and `0x`. */
const amountCharsMax = 66;

export type WireRow = Readonly<Record<string, unknown>>;

export function readRow(value: unknown): WireRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw nonsense('an object');
  return value as WireRow;
}

export function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw nonsense('a list');
  return value as readonly unknown[];
}

/** A number of 256 bits at most, as `0x…`. Some nodes pad it with zeros. */
export function readWireAmount(value: unknown): bigint {
  if (typeof value !== 'string' || value.length > amountCharsMax || !/^0x[0-9a-fA-F]+$/.test(value))
    throw nonsense('a number');
  return BigInt(value);
}

/** A number small enough to count with. */
export function readNumber(value: unknown): number {
  const read = Number(readWireAmount(value));
  if (!Number.isSafeInteger(read)) throw nonsense('a small number');
  return read;
}

export function readHash(value: unknown): Hash {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(value)) throw nonsense('a hash');
  return value.toLowerCase();
}

export function readWireAccount(value: unknown): ChainAccount {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw nonsense('an account');
  return value.toLowerCase() as ChainAccount;
}

/** Bytes in hex, as they are. */
export function readBytes(value: unknown): `0x${string}` {
  if (typeof value !== 'string' || value.length % 2 !== 0 || !/^0x[0-9a-fA-F]*$/.test(value))
    throw nonsense('bytes');
  return value as `0x${string}`;
}

/** Bytes in hex as bytes. Decoding stops at what is no digit, so the length says whether all of it was. */
export function readRaw(value: unknown): Uint8Array {
  const text = typeof value === 'string' && value.startsWith('0x') ? value.slice(2) : undefined;
  const raw = text === undefined ? undefined : Buffer.from(text, 'hex');
  if (text === undefined || raw === undefined || raw.length * 2 !== text.length) throw nonsense('bytes');
  return raw;
}

function nonsense(what: string): ChainUnavailable {
  return new ChainUnavailable(`the node answered something that is not ${what}`);
}

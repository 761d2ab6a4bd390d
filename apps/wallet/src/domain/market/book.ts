/**
 * An order book as its channel sends it: a snapshot, then changes, each with a checksum of the result. Pure; a book that
 * does not match its checksum is dropped, and its caller asks for a snapshot.
 */
import type { Depth, Level } from '@marigold/contract/calls/market';
import { groupEntries } from '@marigold/contract/rules/order-book';

/** Best first on both sides; prices and amounts as the server wrote them. */
export type BookLevels = {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
};

/** How many levels of each side the checksum covers. */
const checkedLevels = 25;

/** The book of a snapshot; undefined where it does not fit its own checksum. */
export function bookOf(snapshot: Depth): BookLevels | undefined {
  return changeBook({ bids: [], asks: [] }, snapshot);
}

/** The book after a change: an amount replaces what stood at its price, zero takes the level away. */
export function changeBook(book: BookLevels, { bids, asks, checksum }: Depth): BookLevels | undefined {
  const changed = {
    bids: changeSide(book.bids, bids, (left, right) => comparePrices(right, left)),
    asks: changeSide(book.asks, asks, comparePrices),
  };
  return checksumOf(changed) === checksum ? changed : undefined;
}

function changeSide(
  levels: readonly Level[],
  changes: readonly Level[],
  order: (left: string, right: string) => number,
): readonly Level[] {
  if (changes.length === 0) return levels;
  const amounts = new Map(levels);
  for (const [price, amount] of changes) {
    if (isZero(amount)) amounts.delete(price);
    else amounts.set(price, amount);
  }
  return [...amounts].toSorted(([left], [right]) => order(left, right));
}

function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/** Unsigned decimals without leading zeros, compared digit by digit: exact at any length. */
export function comparePrices(left: string, right: string): number {
  const [leftInteger = '', leftDecimals = ''] = left.split('.');
  const [rightInteger = '', rightDecimals = ''] = right.split('.');
  if (leftInteger.length !== rightInteger.length) return leftInteger.length - rightInteger.length;
  if (leftInteger !== rightInteger) return leftInteger < rightInteger ? -1 : 1;
  const scale = Math.max(leftDecimals.length, rightDecimals.length);
  const [first, second] = [leftDecimals.padEnd(scale, '0'), rightDecimals.padEnd(scale, '0')];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Protocol.md: CRC-32 of the best 25 `price:amount`, bids then asks, joined by `|`. */
export function checksumOf({ bids, asks }: BookLevels): number {
  const best = [...bids.slice(0, checkedLevels), ...asks.slice(0, checkedLevels)];
  return crc32(best.map(([price, amount]) => `${price}:${amount}`).join('|'));
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** Of a text of plain ASCII, as zlib counts it. */
export function crc32(text: string): number {
  let rest = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    rest = (crcTable[(rest ^ text.charCodeAt(index)) & 0xff] ?? 0) ^ (rest >>> 8);
  }
  return (rest ^ 0xffffffff) >>> 0;
}

/** How prices are put together: not at all, or by keeping so many decimals (spec 9). */
export const depthChoices = ['default', '1', '2', '3'] as const;
export type DepthChoice = (typeof depthChoices)[number];

/** The first rows of one side at a depth. Grouped prices are cut: they are for looking, never for an order. */
export function levelRows(levels: readonly Level[], depth: DepthChoice, count: number): readonly Level[] {
  if (depth === 'default') return levels.slice(0, count);
  return groupEntries(levels, Number(depth))
    .slice(0, count)
    .map(([price, amount]) => [price, amount]);
}

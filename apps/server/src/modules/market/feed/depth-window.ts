/** The best levels of each side as the depth channel published them last, and how the book differs from them now. */
import { crc32 } from 'node:zlib';

import type { Depth, Level } from '@marigold/contract/calls/market';

import { formatSteps } from '../steps.ts';
import type { FeedLevel } from './feed.ts';

type Side = 'bids' | 'asks';
const sides = ['bids', 'asks'] as const;

export type Decimals = { readonly priceDecimals: number; readonly amountDecimals: number };
export type Window = Readonly<Record<Side, readonly FeedLevel[]>>;

/** How many levels of each side the checksum is over (protocol.md "Live updates"). */
const checkedLevels = 25;

/** CRC-32 of the best levels as they are written, bids then asks. */
export function checksumOf(bids: readonly Level[], asks: readonly Level[]): number {
  const texts = [bids, asks].flatMap((side) =>
    side.slice(0, checkedLevels).map(([price, amount]) => `${price}:${amount}`),
  );
  return crc32(texts.join('|'));
}

export type DepthWindow = {
  /** The levels published so far, best first. */
  published(): Depth;
  checksum(): number;
  /** What has changed since the last call; undefined when nothing has. From now on it counts as published. */
  advance(window: Window): Depth | undefined;
};

export function createDepthWindow({ priceDecimals, amountDecimals }: Decimals): DepthWindow {
  let published: Window = { bids: [], asks: [] };

  const write = ([price, amount]: FeedLevel): Level => [
    formatSteps(price, priceDecimals),
    amount === 0 ? '0' : formatSteps(amount, amountDecimals),
  ];
  const checked = (window: Window): number =>
    checksumOf(
      window.bids.slice(0, checkedLevels).map(write),
      window.asks.slice(0, checkedLevels).map(write),
    );

  return {
    published: () => ({
      bids: published.bids.map(write),
      asks: published.asks.map(write),
      checksum: checked(published),
    }),
    checksum: () => checked(published),
    advance(window) {
      const [bids, asks] = sides.map((side) => changes(published[side], window[side]).map(write));
      published = window;
      if (bids === undefined || asks === undefined || bids.length + asks.length === 0) return undefined;
      return { bids, asks, checksum: checked(window) };
    },
  };
}

/** Levels that are new or have another amount, then those that are gone from the window, with amount 0. */
function changes(before: readonly FeedLevel[], now: readonly FeedLevel[]): FeedLevel[] {
  const left = new Map(before);
  const changed: FeedLevel[] = [];
  for (const level of now) {
    const [price, amount] = level;
    if (left.get(price) !== amount) changed.push(level);
    left.delete(price);
  }
  return [...changed, ...[...left.keys()].map((price): FeedLevel => [price, 0])];
}

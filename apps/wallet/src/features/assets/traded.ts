import type { Market } from '@marigold/contract/calls/market';

/** The market that a coin is traded in: the first open one that it is the base of; undefined where there is none. */
export function marketOfAsset(
  currency: string,
  markets: readonly Pick<Market, 'symbol' | 'base' | 'state'>[],
): string | undefined {
  return markets.find(({ base, state }) => base === currency && state === 'enabled')?.symbol;
}

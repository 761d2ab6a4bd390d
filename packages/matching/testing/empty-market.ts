import { restoreMarket } from '../src/market.ts';
import type { MatchingMarket, MarketRules, MarketState } from '../src/order.ts';

/** A market without orders. */
export function createEmptyMarket(rules: MarketRules, state: MarketState = 'enabled'): MatchingMarket {
  return restoreMarket({ rules, state, bids: [], asks: [] });
}

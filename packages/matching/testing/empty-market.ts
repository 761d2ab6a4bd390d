import { restoreMarket } from '../src/market.ts';
import type { Market, MarketRules, MarketState } from '../src/order.ts';

/** A market without orders. */
export function createMarket(rules: MarketRules, state: MarketState = 'enabled'): Market {
  return restoreMarket({ rules, state, bids: [], asks: [] });
}

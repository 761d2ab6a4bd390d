import type { MarketState } from '@marigold/contract/calls/market';
import { defineStates } from '@marigold/money/states';

/** A market: an operator brings it from each of its states to every other. */
export const marketStates = defineStates<MarketState>({
  thing: 'a market',
  firsts: ['disabled'],
  finals: [],
  next: {
    enabled: ['hidden', 'locked', 'disabled'],
    hidden: ['enabled', 'locked', 'disabled'],
    locked: ['enabled', 'hidden', 'disabled'],
    disabled: ['enabled', 'hidden', 'locked'],
  },
});

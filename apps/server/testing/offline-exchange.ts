import { Refusal } from '@marigold/contract/endpoint';

import type { Exchange } from '../src/modules/trade/port.ts';

/** The books while nobody runs them: everything is refused, and whoever follows a market hears that it is away. */
export const offlineExchange: Exchange = {
  submit: async () => new Refusal('market_away'),
  cancel: async () => new Refusal('market_away'),
  cancelAll: async () => new Refusal('market_away'),
  estimate: async () => new Refusal('market_away'),
  feed: {
    follow(_symbol, { onAway }) {
      onAway();
      return () => undefined;
    },
  },
};

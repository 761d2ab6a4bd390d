/** A feed of markets that a test moves by hand, as whoever runs the books would. */
import type { FeedListener, FeedSnapshot, FeedUpdate, MarketFeed } from '../src/modules/market/feed/feed.ts';

export type HandFeed = {
  readonly feed: MarketFeed;
  snapshot(symbol: string, book?: Partial<FeedSnapshot>): void;
  update(symbol: string, change: Partial<FeedUpdate>): void;
  away(symbol: string): void;
  /** Markets that somebody follows. */
  followed(): string[];
};

export function createHandFeed(): HandFeed {
  const listeners = new Map<string, Set<FeedListener>>();
  const each = (symbol: string, act: (listener: FeedListener) => void): void => {
    for (const listener of listeners.get(symbol) ?? []) act(listener);
  };
  return {
    feed: {
      follow(symbol, listener) {
        const following = listeners.get(symbol) ?? new Set();
        listeners.set(symbol, following.add(listener));
        return () => void following.delete(listener);
      },
    },
    snapshot: (symbol, book) =>
      each(symbol, ({ onSnapshot }) => onSnapshot({ symbol, state: 'enabled', bids: [], asks: [], ...book })),
    update: (symbol, change) =>
      each(symbol, ({ onUpdate }) =>
        onUpdate({ symbol, state: 'enabled', bids: [], asks: [], trades: [], ...change }),
      ),
    away: (symbol) => each(symbol, ({ onAway }) => onAway()),
    followed: () => [...listeners].flatMap(([symbol, following]) => (following.size > 0 ? [symbol] : [])),
  };
}

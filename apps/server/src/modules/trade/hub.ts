/** Who follows one market in this process, and what they hear: a snapshot first, then what changes. */
import type { FeedListener, FeedSnapshot, FeedUpdate } from '../market/feed.ts';

export type Hub = {
  readonly follow: (listener: FeedListener) => () => void;
  readonly snapshot: (snapshot: FeedSnapshot) => void;
  readonly update: (update: FeedUpdate) => void;
  readonly away: () => void;
  /** Somebody waits for a snapshot. */
  readonly isAsked: () => boolean;
  readonly isFollowed: () => boolean;
};

/** `onAsked` is told when a new follower needs a snapshot. */
export function createHub(onAsked: () => void): Hub {
  const waiting = new Set<FeedListener>();
  const following = new Set<FeedListener>();
  return {
    follow(listener) {
      waiting.add(listener);
      onAsked();
      return () => {
        waiting.delete(listener);
        following.delete(listener);
      };
    },
    snapshot(snapshot) {
      for (const listener of waiting) following.add(listener);
      waiting.clear();
      for (const listener of following) listener.onSnapshot(snapshot);
    },
    update(update) {
      for (const listener of following) listener.onUpdate(update);
    },
    away() {
      // Whoever follows needs a snapshot when the market comes back.
      for (const listener of following) waiting.add(listener);
      following.clear();
      for (const listener of waiting) listener.onAway();
    },
    isAsked: () => waiting.size > 0,
    isFollowed: () => waiting.size + following.size > 0,
  };
}

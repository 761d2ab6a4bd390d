/** The followers of one market in this process: each gets a snapshot first, then the updates. */
import type { FeedListener, FeedSnapshot, FeedUpdate } from '../../market/feed/feed.ts';

export type FeedFanout = {
  readonly follow: (listener: FeedListener) => () => void;
  /** Whatever was known is worth nothing any more: everybody begins anew. */
  readonly snapshot: (snapshot: FeedSnapshot) => void;
  /** Only for followers that wait for one; what the others have is still true. */
  readonly welcome: (snapshot: FeedSnapshot) => void;
  readonly update: (update: FeedUpdate) => void;
  readonly away: () => void;
  /** Whether a follower waits for a snapshot. */
  readonly isAwaited: () => boolean;
  readonly isFollowed: () => boolean;
};

/** `onWanted` is called when a new follower needs a snapshot. */
export function createFeedFanout(onWanted: () => void): FeedFanout {
  const waiting = new Set<FeedListener>();
  const following = new Set<FeedListener>();
  function everybodyWaits(): void {
    for (const listener of following) waiting.add(listener);
    following.clear();
  }
  function welcome(snapshot: FeedSnapshot): void {
    for (const listener of waiting) {
      waiting.delete(listener);
      following.add(listener);
      listener.onSnapshot(snapshot);
    }
  }
  return {
    follow(listener) {
      waiting.add(listener);
      onWanted();
      return () => {
        waiting.delete(listener);
        following.delete(listener);
      };
    },
    snapshot(snapshot) {
      everybodyWaits();
      welcome(snapshot);
    },
    welcome,
    update(update) {
      for (const listener of following) listener.onUpdate(update);
    },
    away() {
      // Whoever follows needs a snapshot when the market comes back.
      everybodyWaits();
      for (const listener of waiting) listener.onAway();
    },
    isAwaited: () => waiting.size > 0,
    isFollowed: () => waiting.size + following.size > 0,
  };
}

/**
 * Public channels of the live line (protocol.md "Live updates"): whoever watches one gets a snapshot, then what changes,
 * for as long as somebody watches (channel-story.ts).
 */
import type { Candle, CandleInterval, Depth, PublicTrade, Ticker } from '@marigold/contract/calls/market';
import { useEffect, useEffectEvent } from 'react';

import { type ChannelStory, createChannelStory, type ChannelWatcher } from './channel-story.ts';
import type { LineParts, SendFrame } from './line.ts';
import { liveLine } from './live-state.ts';
import type { Passenger } from './live.ts';

/** A page that follows another one watches the same: what was left a moment ago goes on. */
export const lingerMs = 2_000;

/** What each channel tells; the same form in a snapshot, then whole, and in an update, then only what changed. */
export type ChannelData = {
  readonly [channel: `depth:${string}`]: Depth;
  readonly [channel: `trades:${string}`]: { readonly list: readonly PublicTrade[] };
  readonly [channel: `ticker:${string}`]: Ticker;
  readonly [channel: `candles:${string}:${CandleInterval}`]: { readonly list: readonly Candle[] };
  readonly tickers: { readonly list: readonly Ticker[] };
};
export type Channel = keyof ChannelData;

export type MarketStreamDependencies = Pick<LineParts, 'setTimer' | 'clearTimer'> & {
  /** Rides on the line while somebody watches; undefined gets off. */
  readonly carry: (passenger: Passenger | undefined) => void;
};

export type MarketStream = {
  /** Watches until the answer is called. */
  readonly watch: (channel: string, watcher: ChannelWatcher<unknown>) => () => void;
  /** Something does not fit together: begins with a snapshot again. */
  readonly renew: (channel: string) => void;
};

export function createMarketStream({ carry, setTimer, clearTimer }: MarketStreamDependencies): MarketStream {
  const watched = new Map<string, { readonly story: ChannelStory; leaving?: unknown }>();
  let say: SendFrame | undefined;
  let nextId = 1;

  const passenger: Passenger = {
    onUp(newSay) {
      say = newSay;
      for (const { story } of watched.values()) story.ask();
    },
    onDown() {
      say = undefined;
      for (const { story } of watched.values()) story.interrupt();
    },
    onFrame(frame) {
      if (typeof frame['ch'] === 'string') watched.get(frame['ch'])?.story.hear(frame);
    },
  };

  /** False while there is no line to say it on. */
  function request(op: 'sub' | 'unsub', channel: string): boolean {
    say?.({ op, id: `m${nextId++}`, ch: [channel] });
    return say !== undefined;
  }

  function begin(channel: string) {
    const begun = {
      story: createChannelStory({ request: (op) => request(op, channel), setTimer, clearTimer }),
      leaving: undefined,
    };
    watched.set(channel, begun);
    return begun;
  }

  function leave(channel: string, story: ChannelStory): void {
    watched.delete(channel);
    story.end();
    if (watched.size > 0) return;
    say = undefined;
    carry(undefined);
  }

  return {
    watch(channel, watcher) {
      // The same functions may watch twice.
      const own = { ...watcher };
      const known = watched.get(channel);
      const one = known ?? begin(channel);
      clearTimer(one.leaving);
      one.story.watchers.add(own);
      if (known !== undefined) one.story.askAnew();
      else if (watched.size === 1) carry(passenger);
      else one.story.ask();
      return () => {
        if (!one.story.watchers.delete(own) || one.story.watchers.size > 0) return;
        one.leaving = setTimer(() => leave(channel, one.story), lingerMs);
      };
    },
    renew: (channel) => watched.get(channel)?.story.renew(),
  };
}

const stream = createMarketStream({
  carry: boardLine(),
  setTimer: (run, delayMs) => window.setTimeout(run, delayMs),
  clearTimer: (timer) => window.clearTimeout(timer as number | undefined),
});

/** The line may begin after the first page that watches. */
function boardLine(): MarketStreamDependencies['carry'] {
  let aboard: Passenger | undefined;
  liveLine.subscribe(() => {
    if (aboard !== undefined) liveLine.get()?.carry(aboard);
  });
  return (passenger) => {
    aboard = passenger;
    liveLine.get()?.carry(passenger);
  };
}

/** Watches a public channel until the answer is called; visitors too. */
export function watchChannel<C extends Channel>(
  channel: C,
  watcher: ChannelWatcher<ChannelData[C]>,
): () => void {
  // What arrives under a channel's name has its form: the server's own types, as with every answer to a call.
  return stream.watch(channel, watcher as ChannelWatcher<unknown>);
}

/** What was built from a channel does not hold together: it begins with a snapshot again. */
export function renewChannel(channel: Channel): void {
  stream.renew(channel);
}

/** Watches a public channel while the component is there; undefined watches nothing. */
export function useChannel<C extends Channel>(
  channel: C | undefined,
  watcher: ChannelWatcher<ChannelData[C]>,
): void {
  const onSnapshot = useEffectEvent(watcher.onSnapshot);
  const onUpdate = useEffectEvent(watcher.onUpdate);
  const onState = useEffectEvent((isLive: boolean) => watcher.onState?.(isLive));
  useEffect(() => {
    if (channel === undefined) return;
    return watchChannel(channel, {
      onSnapshot: (data) => onSnapshot(data),
      onUpdate: (data) => onUpdate(data),
      onState: (isLive) => onState(isLive),
    });
  }, [channel]);
}

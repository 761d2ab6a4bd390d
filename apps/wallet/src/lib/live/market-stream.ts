/**
 * Public channels of the live line (protocol.md "Live updates"): whoever watches one gets a snapshot, then what changes,
 * for as long as somebody watches. A gap, a new line and a second watcher all begin with a snapshot again, so nobody
 * ever builds on half a story.
 */
import type { Candle, CandleInterval, Depth, PublicTrade, Ticker } from '@marigold/contract/calls/market';
import { useEffect, useEffectEvent } from 'react';

import { isRecord } from '../device/storage.ts';
import { liveLine } from './live-state.ts';
import type { Passenger, Say } from './live.ts';

/** A snapshot that does not come is asked for again. */
export const askAgainAfterMs = 5_000;
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

export type Watcher<Data> = {
  readonly onSnapshot: (data: Data) => void;
  readonly onUpdate: (data: Data) => void;
  /** True from the first snapshot on until something may have been missed. */
  readonly onState?: (isLive: boolean) => void;
};

export type MarketStreamDependencies = {
  /** Rides on the line while somebody watches; undefined gets off. */
  readonly carry: (passenger: Passenger | undefined) => void;
  readonly setTimer: (run: () => void, delayMs: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
};

export type MarketStream = {
  /** Watches until the answer is called. */
  readonly watch: (channel: string, watcher: Watcher<unknown>) => () => void;
  /** Something does not fit together: begins with a snapshot again. */
  readonly renew: (channel: string) => void;
};

type Subscription = {
  readonly watchers: Set<Watcher<unknown>>;
  /** Of the last frame; undefined while a snapshot is awaited. */
  seq: number | undefined;
  asking: unknown;
  leaving: unknown;
};

export function createMarketStream({ carry, setTimer, clearTimer }: MarketStreamDependencies): MarketStream {
  const subscriptions = new Map<string, Subscription>();
  let say: Say | undefined;
  let nextId = 1;

  const passenger: Passenger = {
    onUp(newSay) {
      say = newSay;
      for (const [channel, subscription] of subscriptions) ask(channel, subscription);
    },
    onDown() {
      say = undefined;
      for (const subscription of subscriptions.values()) interrupt(subscription);
    },
    onFrame: hear,
  };

  function tell(op: 'sub' | 'unsub', channel: string): void {
    say?.({ op, id: `m${nextId++}`, ch: [channel] });
  }

  function ask(channel: string, subscription: Subscription): void {
    subscription.seq = undefined;
    clearTimer(subscription.asking);
    // Without a line nothing is asked; the next one begins with it.
    if (say === undefined) return;
    tell('sub', channel);
    subscription.asking = setTimer(() => askAnew(channel, subscription), askAgainAfterMs);
  }

  function askAnew(channel: string, subscription: Subscription): void {
    tell('unsub', channel);
    ask(channel, subscription);
  }

  function interrupt(subscription: Subscription): void {
    clearTimer(subscription.asking);
    if (subscription.seq === undefined) return;
    subscription.seq = undefined;
    for (const { onState } of subscription.watchers) onState?.(false);
  }

  function hear({ ch, seq, prev, snapshot, data }: Readonly<Record<string, unknown>>): void {
    const subscription = typeof ch === 'string' ? subscriptions.get(ch) : undefined;
    // What has no number is an answer to `sub`: a refused one is asked for again by its timer.
    if (typeof ch !== 'string' || subscription === undefined || typeof seq !== 'number') return;
    if (!isRecord(data)) return;
    if (snapshot === true) {
      const wasLive = subscription.seq !== undefined;
      clearTimer(subscription.asking);
      subscription.seq = seq;
      for (const { onSnapshot, onState } of subscription.watchers) {
        onSnapshot(data);
        if (!wasLive) onState?.(true);
      }
      return;
    }
    if (subscription.seq === undefined) return;
    if (prev !== subscription.seq) return renew(ch);
    subscription.seq = seq;
    for (const { onUpdate } of subscription.watchers) onUpdate(data);
  }

  function renew(channel: string): void {
    const subscription = subscriptions.get(channel);
    // Where a snapshot is on its way already, nothing else helps.
    if (subscription?.seq === undefined) return;
    interrupt(subscription);
    askAnew(channel, subscription);
  }

  function leave(channel: string, subscription: Subscription): void {
    clearTimer(subscription.asking);
    subscriptions.delete(channel);
    tell('unsub', channel);
    if (subscriptions.size > 0) return;
    say = undefined;
    carry(undefined);
  }

  return {
    watch(channel, watcher) {
      // The same functions may watch twice.
      const own = { ...watcher };
      const known = subscriptions.get(channel);
      const subscription = known ?? {
        watchers: new Set(),
        seq: undefined,
        asking: undefined,
        leaving: undefined,
      };
      clearTimer(subscription.leaving);
      subscription.watchers.add(own);
      if (known === undefined) {
        subscriptions.set(channel, subscription);
        if (subscriptions.size === 1) carry(passenger);
        else ask(channel, subscription);
      } else {
        askAnew(channel, subscription);
      }
      return () => {
        if (!subscription.watchers.delete(own) || subscription.watchers.size > 0) return;
        subscription.leaving = setTimer(() => leave(channel, subscription), lingerMs);
      };
    },
    renew,
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
export function watchChannel<C extends Channel>(channel: C, watcher: Watcher<ChannelData[C]>): () => void {
  // What arrives under a channel's name has its form: the server's own types, as with every answer to a call.
  return stream.watch(channel, watcher as Watcher<unknown>);
}

/** What was built from a channel does not hold together: it begins with a snapshot again. */
export function renewChannel(channel: Channel): void {
  stream.renew(channel);
}

/** Watches a public channel while the component is there; undefined watches nothing. */
export function useChannel<C extends Channel>(
  channel: C | undefined,
  watcher: Watcher<ChannelData[C]>,
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

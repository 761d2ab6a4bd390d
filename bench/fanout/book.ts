/** A busy book without anybody behind it: for one seed, each tenth of a second brings the same levels and trades. */
import { meant } from '@marigold/money/testing/plain';

import type { FeedLevel, FeedTrade } from '../../apps/server/src/modules/market/feed/feed.ts';
import { createLiveMarket } from '../../apps/server/src/modules/market/feed/live-market.ts';
import type { MarketRow } from '../../apps/server/src/modules/market/registry.ts';
import type { Channels } from '../../apps/server/src/platform/stream/stream-channels.ts';
import { symbol } from './request.ts';

const levels = 400;
const middle = 6_500_000;
const updatesPerTick = 5;
const changesPerUpdate = 6;
const amountMax = 200_000;
const tickMs = 100;
/** The book has a clock of its own, so that no bench is told of other minutes than another. */
const startedAt = Date.parse('2026-01-01T00:00:00Z');

const row = meant<MarketRow>({
  symbol,
  base: 'BTC',
  quote: 'USDT',
  name: 'Bitcoin',
  state: 'enabled',
  priceDecimals: 2,
  amountDecimals: 5,
  tick: 1,
  lot: 1,
  totalMin: 1,
  totalMax: 1_000_000_000_000,
  bandPpm: 100_000,
  givePpm: 100_000,
  slippagePpm: 50_000,
  lossPercent: '1',
  lossUsd: '20',
  makerPpm: 1000,
  takerPpm: 2000,
  openOrdersMax: 200,
  baseAssetId: 1,
  quoteAssetId: 2,
  baseScale: 8,
  quoteScale: 8,
  terms: { baseUnits: 1000n, quoteUnits: 10n },
});

/** Opens the market on the channels; the answer lets a tenth of a second of trading pass and tells of it. */
export async function createBusyBook(channels: Channels, seed: number): Promise<() => void> {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return state / 2 ** 32;
  };
  const upTo = (max: number): number => Math.floor(random() * max);
  const side = (direction: number): FeedLevel[] =>
    Array.from({ length: levels }, (_, index) => [middle + direction * (index + 1), 1 + upTo(amountMax)]);
  const live = createLiveMarket(row, channels);
  live.listener.onSnapshot({ symbol, state: 'enabled', bids: side(-1), asks: side(1) });
  await live.load(async () => ({
    trades: [],
    minutes: [],
    before: undefined,
    candles: { '1m': [], '5m': [], '15m': [], '1h': [], '4h': [], '1d': [], '1w': [] },
  }));
  let now = startedAt;
  let number = 0;

  function update(): void {
    const changes = { bids: [] as FeedLevel[], asks: [] as FeedLevel[] };
    for (let count = changesPerUpdate; count > 0; count -= 1) {
      const isBid = random() < 0.5;
      // Most of what happens, happens near the best price.
      const away = 1 + upTo(random() < 0.7 ? 25 : levels);
      changes[isBid ? 'bids' : 'asks'].push([middle + (isBid ? -away : away), 1 + upTo(amountMax)]);
    }
    number += 1;
    const isBuy = random() < 0.5;
    const trade: FeedTrade = {
      number,
      price: middle + (isBuy ? 1 : -1) * (1 + upTo(3)),
      amount: 1 + upTo(amountMax),
      takerSide: isBuy ? 'buy' : 'sell',
      time: now,
    };
    live.listener.onUpdate({ symbol, state: 'enabled', ...changes, trades: [trade] });
  }

  return () => {
    now += tickMs;
    for (let count = updatesPerTick; count > 0; count -= 1) update();
    live.publish(now);
  };
}

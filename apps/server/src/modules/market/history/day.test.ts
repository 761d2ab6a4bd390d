import { describe, expect, it } from 'vitest';

import { type CandleRow, openingOf, withTrade } from './candles.ts';
import { createDay } from './day.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const noon = Date.parse('2026-11-22T12:00:00Z');

const at = (time: number, price: number, amount = 1): { price: number; amount: number; time: number } => ({
  price,
  amount,
  time,
});

describe('the last 24 hours', () => {
  it('hold a minute until it began 24 hours ago, and then change from its last price', () => {
    const market = createDay([], undefined);
    expect(market.summary(noon)).toEqual({
      from: undefined,
      to: undefined,
      high: undefined,
      low: undefined,
      volume: 0n,
      turnover: 0n,
    });
    market.add(at(noon, 100));
    market.add(at(noon + minute - 1, 300, 2));
    market.add(at(noon + minute, 200));
    const all = { from: 100, to: 200, high: 300, low: 100, volume: 4n, turnover: 900n };
    expect(market.summary(noon + day - 1)).toEqual(all);
    expect(market.summary(noon + day)).toEqual({
      from: 300,
      to: 200,
      high: 200,
      low: 200,
      volume: 1n,
      turnover: 200n,
    });
    expect(market.summary(noon + day + minute)).toEqual({
      from: 200,
      to: 200,
      high: undefined,
      low: undefined,
      volume: 0n,
      turnover: 0n,
    });
  });

  it('are what a slow look at every trade says, at any moment', () => {
    const seed = Number(process.env['FC_SEED'] ?? Date.now() % 1_000_000);
    console.info(`the day runs with FC_SEED=${seed}`);
    let state = seed;
    const random = (): number => {
      state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
      return state / 2 ** 32;
    };
    const trades: ReturnType<typeof at>[] = [];
    const market = createDay([], undefined);
    let now = noon;
    for (let step = 1; step <= 1500; step += 1) {
      // Mostly seconds apart, at times hours.
      now += Math.floor(random() * (step % 50 === 0 ? day / 2 : 5 * minute));
      const next = at(now, 1 + Math.floor(random() * 1e6), 1 + Math.floor(random() * 1e6));
      trades.push(next);
      market.add(next);
      if (step % 3 !== 0) continue;
      const moment = now + Math.floor(random() * 3 * minute);
      const inside = trades.filter(({ time }) => openingOf('1m', time) > moment - day);
      const before = trades.findLast(({ time }) => openingOf('1m', time) <= moment - day);
      const prices = inside.map(({ price }) => price);
      expect(market.summary(moment)).toEqual({
        from: before?.price ?? trades[0]?.price,
        to: trades.at(-1)?.price,
        high: prices.length === 0 ? undefined : Math.max(...prices),
        low: prices.length === 0 ? undefined : Math.min(...prices),
        volume: inside.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
        turnover: inside.reduce((sum, { price, amount }) => sum + BigInt(price) * BigInt(amount), 0n),
      });
      now = Math.max(now, moment);
    }
  });

  it('have a closing price for each half hour since the first trade, the last of which is the last price', () => {
    const candle = (time: number, price: number): CandleRow => withTrade(undefined, time, at(time, price));
    const old = createDay([candle(noon - 10 * 60 * minute, 70), candle(noon - 5 * minute, 90)], 50);
    const closings = old.closings(noon);
    expect(closings).toHaveLength(48);
    // 14 hours of the price before, then ten of the next; the half hour that ends at ten hours ago has it already.
    expect(closings.slice(0, 27)).toEqual(Array.from({ length: 27 }, () => 50));
    expect(closings.slice(27)).toEqual([...Array.from({ length: 20 }, () => 70), 90]);
    expect(createDay([candle(noon - 45 * minute, 70)], undefined).closings(noon)).toEqual([70, 70]);
  });
});

/** What traders might do, drawn from a seed: crowded prices, few people, every kind of order, wrong ones among them. */
import { meant } from '@marigold/money/testing/plain';

import type { Command, MarketRules, MarketState, Place, TimeInForce } from '../src/order.ts';

export type CommandDraw = (limit: number) => number;

/** A whole number below the limit; the same seed draws the same numbers. */
export function drawFrom(seed: number): CommandDraw {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return Math.floor((((word ^ (word >>> 15)) >>> 0) / 2 ** 32) * limit);
  };
}

const forces: readonly TimeInForce[] = ['gtc', 'gtc', 'gtc', 'ioc', 'fok', 'post'];
const states: readonly MarketState[] = ['enabled', 'enabled', 'hidden', 'locked', 'disabled'];

export function drawRules(draw: CommandDraw): MarketRules {
  const isHuge = draw(4) === 0;
  return meant<MarketRules>({
    tick: 1 + draw(2),
    lot: 1 + draw(3),
    totalMin: 1 + draw(400),
    totalMax: isHuge ? Number.MAX_SAFE_INTEGER : 2000 + draw(100_000),
    bandPpm: 50_000 + draw(800_000),
    givePpm: 20_000 + draw(400_000),
    slippagePpm: 1 + draw(300_000),
    openOrdersMax: 1 + draw(20),
  });
}

export function drawState(draw: CommandDraw): MarketState {
  return states[draw(states.length)] ?? 'enabled';
}

/** The order would get `number`; a cancel is of one that came before. */
export function drawCommand(
  draw: CommandDraw,
  { lot, tick, totalMax }: MarketRules,
  number: number,
): Command {
  if (draw(5) === 0) return { kind: 'cancel', number: 1 + draw(number) };
  const isMarket = draw(4) === 0;
  const isTotal = isMarket && draw(2) === 0;
  const price = 80 + draw(40);
  const many = totalMax === Number.MAX_SAFE_INTEGER && draw(2) === 0 ? 10 ** draw(14) : 1;
  const amount = (1 + draw(60)) * many * (draw(8) === 0 ? 1 : lot);
  return meant<Place>({
    kind: 'place',
    number,
    owner: draw(6),
    side: draw(2) === 0 ? 'buy' : 'sell',
    timeInForce: forces[draw(forces.length)] ?? 'gtc',
    price: isMarket ? undefined : price - (draw(8) === 0 ? 0 : price % tick),
    amount: isTotal ? undefined : amount,
    total: isTotal ? (1 + draw(8000)) * Math.min(many, 1e11) : undefined,
    index: draw(20) === 0 ? undefined : 100,
  });
}

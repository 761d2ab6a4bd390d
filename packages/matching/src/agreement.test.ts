import { toPrice } from '@marigold/money/steps';
import { meant } from '@marigold/money/testing/plain';
import { expect, it } from 'vitest';

import { createEmptyMarket } from '../testing/empty-market.ts';
import { createNaiveMarket, restoreNaiveMarket } from '../testing/naive-market.ts';
import { type CommandDraw, drawCommand, drawFrom, drawRules, drawState } from '../testing/random-commands.ts';
import { restoreMarket } from './market.ts';
import type { MatchingMarket, MarketRules, Outcome } from './order.ts';

/** FC_SEED repeats a run. */
const seed = Number(process.env['FC_SEED'] ?? Date.now() % 1_000_000_000);
console.info(`matching: FC_SEED=${seed}`);

const histories = 250;
const steps = 140;

/** What has come up in all histories, so that no promise is kept by never being asked. */
type Met = Map<string, number>;

it('does in every history what the slow twin does', () => {
  const met: Met = new Map();
  for (let history = 0; history < histories; history += 1) {
    const name = `FC_SEED=${seed}, history ${history}`;
    walk(drawFrom(seed + history), name, met);
  }
  const kinds = [
    'none',
    'rests',
    'remainder',
    'slippage',
    'self_trade',
    'cancelled',
    'missing',
    'refused price_too_fine',
    'refused amount_too_fine',
    'refused total_below_minimum',
    'refused total_above_maximum',
    'refused price_outside_band',
    'refused index_stale',
    'refused no_liquidity',
    'refused book_outside_band',
    'refused open_orders_full',
    'refused would_not_fill',
    'refused would_take',
    'refused self_trade',
    'refused market_closed',
  ];
  expect(kinds.filter((kind) => (met.get(kind) ?? 0) < 20)).toEqual([]);
});

it('comes back to the very same state when a batch is undone', () => {
  for (let history = 0; history < histories; history += 1) {
    const draw = drawFrom(seed + history);
    const rules = drawRules(draw);
    const market = createEmptyMarket(rules);
    let number = 1;
    for (let batch = 0; batch < 12; batch += 1) {
      market.mark();
      const [marked, hash] = [market.snapshot(), market.hash()];
      const firstNumber = number;
      const isUndone = draw(2) === 0;
      for (let step = 0; step < draw(30); step += 1) market.apply(drawCommand(draw, rules, number++));
      if (!isUndone) continue;
      market.undo();
      number = firstNumber;
      const name = `FC_SEED=${seed}, history ${history}, batch ${batch}`;
      expect([market.snapshot(), market.hash()], name).toEqual([marked, hash]);
    }
  }
});

/** One history of both markets, compared after every step. */
function walk(draw: CommandDraw, name: string, met: Met): void {
  let rules = drawRules(draw);
  let fast = createEmptyMarket(rules);
  let slow = createNaiveMarket(rules);
  let isMarked = false;
  for (let number = 1; number <= steps; number += 1) {
    const what = draw(24);
    if (what === 0) {
      fast.mark();
      slow.mark();
      isMarked = true;
    } else if (what === 1 && isMarked) {
      fast.undo();
      slow.undo();
    } else if (what === 2) {
      rules = draw(3) === 0 ? meant<MarketRules>({ ...rules, lot: 1 + draw(4), tick: 1 + draw(3) }) : rules;
      const change = { rules, state: draw(2) === 0 ? drawState(draw) : ('enabled' as const) };
      fast.change(change);
      slow.change(change);
    } else if (what === 3) {
      const restored = restoreMarket(fast.snapshot());
      if (restored.hash() !== fast.hash()) throw new Error(`${name}: restored to another state`);
      fast = restored;
      slow = restoreNaiveMarket(slow.snapshot());
      isMarked = false;
    } else {
      const outcome = step(draw, rules, fast, slow, number, `${name}, step ${number}`);
      const kind = kindOf(outcome);
      met.set(kind, (met.get(kind) ?? 0) + 1);
    }
    compare(draw, fast, slow, `${name}, after step ${number}`);
  }
}

function step(
  draw: CommandDraw,
  rules: MarketRules,
  fast: MatchingMarket,
  slow: MatchingMarket,
  number: number,
  name: string,
): Outcome {
  const command = drawCommand(draw, rules, number);
  if (command.kind === 'place') {
    const before = fast.hash();
    expect(fast.estimate(command), name).toEqual(slow.estimate(command));
    expect(fast.hash(), name).toBe(before);
  }
  const outcome = fast.apply(command);
  expect(outcome, name).toEqual(slow.apply(command));
  return outcome;
}

function compare(draw: CommandDraw, fast: MatchingMarket, slow: MatchingMarket, name: string): void {
  const price = toPrice(80 + draw(40));
  const owner = draw(6);
  const number = 1 + draw(steps);
  const view = (market: MatchingMarket) => ({
    snapshot: market.snapshot(),
    state: market.state(),
    levels: [market.levels('buy', 3), market.levels('sell', 3)],
    best: [market.best('buy'), market.best('sell')],
    amounts: [market.amountAt('buy', price), market.amountAt('sell', price)],
    numbers: market.ordersOf(owner),
    found: market.find(number),
  });
  expect(view(fast), name).toEqual(view(slow));
}

function kindOf(outcome: Outcome): string {
  if (outcome.kind === 'placed') return outcome.rest;
  return outcome.kind === 'refused' ? `refused ${outcome.reason}` : outcome.kind;
}

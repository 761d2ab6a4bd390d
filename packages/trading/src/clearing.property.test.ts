import type { MarketRules } from '@marigold/matching/order';
import { assert } from '@marigold/money/assert';
import { meant } from '@marigold/money/testing/plain';
import { seedProperties } from '@marigold/money/testing/property-seed';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { createClearing } from './clearing.ts';
import type { Clearing, TradePosting, NewOrder, TradeAccount, UnitTerms } from './order.ts';

seedProperties();

const owners = 4;
const rules = meant<MarketRules>({
  tick: 1,
  lot: 1,
  totalMin: 1,
  totalMax: 1_000_000,
  bandPpm: 900_000,
  givePpm: 900_000,
  slippagePpm: 500_000,
  openOrdersMax: 50,
});

/** A command of a history: mostly orders, some cancels, and now and then the batch is taken back. */
const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      owner: fc.nat(owners - 1),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      type: fc.constantFrom('limit' as const, 'limit' as const, 'limit' as const, 'market' as const),
      timeInForce: fc.constantFrom(
        'gtc' as const,
        'gtc' as const,
        'ioc' as const,
        'fok' as const,
        'post' as const,
      ),
      price: fc.integer({ min: 95, max: 105 }),
      amount: fc.integer({ min: 1, max: 60 }),
      byTotal: fc.boolean(),
      makerPpm: fc.constantFrom(0, 1, 1000, 100_000, 1_000_000),
      takerPpm: fc.constantFrom(0, 1, 2000, 100_000, 1_000_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), place: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mark' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
);
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;

const history = fc.array(command, { minLength: 1, maxLength: 80 });
const terms = fc.record({
  baseUnits: fc.constantFrom(1n, 1000n),
  quoteUnits: fc.constantFrom(1n, 7n, 10n ** 10n),
});

/** Balances by the name of their account, as a ledger without an overdraft would keep them. */
type Purse = Map<string, bigint>;

const nameOf = (account: TradeAccount, asset: TradePosting['asset']): string =>
  `${account.kind}${account.kind === 'fee' ? '' : account.owner}:${asset}`;

function fullPurse(units: bigint): Purse {
  const purse: Purse = new Map();
  for (let owner = 0; owner < owners; owner += 1)
    for (const asset of ['base', 'quote'] as const)
      purse.set(nameOf({ kind: 'available', owner }, asset), units);
  return purse;
}

function pay(purse: Purse, postings: readonly TradePosting[]): void {
  for (const { from, to, asset, units } of postings) {
    const [giver, taker] = [nameOf(from, asset), nameOf(to, asset)];
    expect(units).toBeGreaterThan(0n);
    purse.set(giver, (purse.get(giver) ?? 0n) - units);
    purse.set(taker, (purse.get(taker) ?? 0n) + units);
    expect(purse.get(giver)).toBeGreaterThanOrEqual(0n);
  }
}

/** What lies in the accounts of open orders, by their owners and assets. */
function heldIn(clearing: Clearing): Purse {
  const held: Purse = new Map();
  for (const { owner, side, heldUnits } of clearing.orders()) {
    const name = nameOf({ kind: 'order', owner }, side === 'buy' ? 'quote' : 'base');
    held.set(name, (held.get(name) ?? 0n) + heldUnits);
  }
  return held;
}

function sumOf(purse: Purse, asset: TradePosting['asset']): bigint {
  return [...purse].reduce((sum, [name, units]) => (name.endsWith(asset) ? sum + units : sum), 0n);
}

function orderOfCommand(given: Extract<Command, { kind: 'place' }>, number: number): NewOrder {
  const { owner, side, type, timeInForce, makerPpm, takerPpm } = given;
  const isLimit = type === 'limit';
  const byTotal = !isLimit && given.byTotal;
  return meant<NewOrder>({
    number,
    owner,
    side,
    type,
    makerPpm,
    takerPpm,
    index: 100,
    timeInForce: isLimit ? timeInForce : 'ioc',
    price: isLimit ? given.price : undefined,
    amount: byTotal ? undefined : given.amount,
    total: byTotal ? given.amount * 100 : undefined,
  });
}

/** Lives a history; `after` looks at every step. */
function live(
  commands: readonly Command[],
  money: { readonly terms: UnitTerms; readonly units: bigint },
  after: (clearing: Clearing, purse: Purse) => void,
): Clearing {
  const clearing = createClearing({ rules, state: 'enabled', terms: money.terms });
  let purse = fullPurse(money.units);
  let marked = { purse: new Map(purse), hash: clearing.hash() };
  clearing.mark();
  for (const [at, one] of commands.entries()) {
    if (one.kind === 'place') {
      const order = orderOfCommand(one, at + 1);
      const given = order.side === 'buy' ? 'quote' : 'base';
      const placed = clearing.place(
        order,
        purse.get(nameOf({ kind: 'available', owner: order.owner }, given)) ?? 0n,
      );
      if (placed.kind === 'placed') pay(purse, placed.postings);
    } else if (one.kind === 'cancel') {
      const open = [...clearing.orders()];
      const outcome = clearing.cancel(open[one.place % Math.max(open.length, 1)]?.number ?? 0, 'user');
      if (outcome.kind === 'cancelled') pay(purse, outcome.postings);
    } else if (one.kind === 'mark') {
      clearing.mark();
      marked = { purse: new Map(purse), hash: clearing.hash() };
    } else {
      clearing.undo();
      purse = new Map(marked.purse);
      assert(clearing.hash() === marked.hash, 'after an undo the clearing is as it was marked');
    }
    after(clearing, purse);
  }
  return clearing;
}

it('neither makes nor loses money, and sets aside exactly what open orders may cost', () => {
  fc.assert(
    fc.property(history, terms, fc.constantFrom(50n, 3000n, 10n ** 15n), (commands, money, units) => {
      live(commands, { terms: money, units }, (clearing, purse) => {
        clearing.check();
        expect(sumOf(purse, 'base')).toBe(units * BigInt(owners));
        expect(sumOf(purse, 'quote')).toBe(units * BigInt(owners));
        const held = heldIn(clearing);
        for (const [name, there] of [...purse].filter(([account]) => account.startsWith('order')))
          expect(there).toBe(held.get(name) ?? 0n);
      });
    }),
  );
});

it('is the same clearing again when it is made of its open orders', () => {
  fc.assert(
    fc.property(history, terms, (commands, money) => {
      const clearing = live(commands, { terms: money, units: 10n ** 15n }, () => undefined);
      const again = createClearing({
        rules,
        state: 'enabled',
        terms: money,
        orders: [...clearing.orders()].toReversed(),
      });
      expect(again.hash()).toBe(clearing.hash());
    }),
  );
});

it('lets each side pay its own rate on what it receives, rounded up, and never more than that', () => {
  fc.assert(
    fc.property(history, terms, (commands, money) => {
      const clearing = createClearing({ rules, state: 'enabled', terms: money });
      for (const [at, one] of commands.entries()) {
        if (one.kind !== 'place') continue;
        const order = orderOfCommand(one, at + 1);
        const makers = new Map([...clearing.orders()].map((maker) => [maker.number, maker]));
        const placed = clearing.place(order, 10n ** 30n);
        if (placed.kind === 'refused') continue;
        for (const fill of placed.fills) {
          const base = BigInt(fill.amount) * money.baseUnits;
          const quote = BigInt(fill.amount) * BigInt(fill.price) * money.quoteUnits;
          const [makerGets, takerGets] = order.side === 'buy' ? [quote, base] : [base, quote];
          expect(isCeil(fill.makerFee, makerGets, makers.get(fill.maker)?.makerPpm ?? 0)).toBe(true);
          expect(isCeil(fill.takerFee, takerGets, order.takerPpm)).toBe(true);
        }
      }
    }),
  );
});

/** The least number of units that is not below the exact fee, and no more than what is received. */
function isCeil(fee: bigint, received: bigint, ppm: number): boolean {
  const exact = received * BigInt(ppm);
  return fee * 1_000_000n >= exact && (fee === 0n || (fee - 1n) * 1_000_000n < exact) && fee <= received;
}

import { Refusal } from '@marigold/contract/endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { TradingSetup, Trader } from '../../../testing/traders.ts';
import { keyFor, openTradingSetup, readOrderWords, requireWholeBooks } from '../../../testing/traders.ts';
import type { MarketRow } from '../market/registry.ts';
import type { RunningExchange } from './service.ts';

/** Who does what, one after the other, and what everybody has in the end. The index is 100; fees are 0.1 % and 0.2 %. */
type Story = {
  readonly name: string;
  readonly has: Readonly<Record<string, string>>;
  readonly orders: readonly string[];
  /** What each is answered. */
  readonly answers: readonly string[];
  readonly book: readonly string[];
  readonly balances: Readonly<Record<string, string>>;
  readonly bills: Readonly<Record<string, readonly string[]>>;
};

const stories: readonly Story[] = [
  {
    name: 'what rests is set aside, and told as running',
    has: { ann: 'USDT 1000' },
    orders: ['ann buy 2 @ 99'],
    answers: ['wait 0'],
    book: ['ann buy 2 @ 99'],
    balances: { ann: 'USDT 802, USDT order 198' },
    bills: { ann: ['out 198 USDT running'] },
  },
  {
    name: 'a taker pays the price of the maker, each pays the own fee on what comes in',
    has: { ann: 'USDT 1000', bob: 'BTC 3' },
    orders: ['ann buy 2 @ 100', 'bob sell 1 @ 99'],
    answers: ['wait 0', 'done 1'],
    book: ['ann buy 1 @ 100'],
    balances: { ann: 'USDT 800, USDT order 100, BTC 0.999', bob: 'USDT 99.8, BTC 2' },
    bills: {
      ann: ['out 200 USDT running', 'in 0.999 BTC (fee 0.001) success'],
      bob: ['out 1 BTC success', 'in 99.8 USDT (fee 0.2) success'],
    },
  },
  {
    name: 'the better price goes first, then who came first; the rest of the taker rests',
    has: { ann: 'BTC 5', cyd: 'BTC 5', dan: 'BTC 5', bob: 'USDT 1000' },
    orders: [
      'ann sell 1 @ 101',
      'cyd sell 1 @ 100',
      'dan sell 1 @ 101',
      'bob buy 3 @ 101 gtc',
      'bob buy 1 @ 101',
    ],
    answers: ['wait 0', 'wait 0', 'wait 0', 'done 3', 'wait 0'],
    book: ['bob buy 1 @ 101'],
    balances: {
      ann: 'USDT 100.899, BTC 4',
      cyd: 'USDT 99.9, BTC 4',
      dan: 'USDT 100.899, BTC 4',
      bob: 'USDT 597, USDT order 101, BTC 2.994',
    },
    bills: {
      ann: ['out 1 BTC success', 'in 100.899 USDT (fee 0.101) success'],
      bob: ['out 302 USDT success', 'in 2.994 BTC (fee 0.006) success', 'out 101 USDT running'],
    },
  },
  {
    name: 'what is taken back comes back whole, and its bill failed where nothing was filled',
    has: { ann: 'USDT 1000' },
    orders: ['ann buy 2 @ 99', 'ann cancel'],
    answers: ['wait 0', 'cancel 0'],
    book: [],
    balances: { ann: 'USDT 1000' },
    bills: { ann: ['out 198 USDT failed', 'back 198 USDT success'] },
  },
  {
    name: 'what was filled before a cancel stays, and its bill succeeded',
    has: { ann: 'USDT 1000', bob: 'BTC 1' },
    orders: ['ann buy 2 @ 99', 'bob sell 0.5 @ 99', 'ann cancel'],
    answers: ['wait 0', 'done 0.5', 'cancel 0.5'],
    book: [],
    balances: { ann: 'USDT 950.5, BTC 0.4995', bob: 'USDT 49.401, BTC 0.5' },
    bills: { ann: ['out 198 USDT success', 'in 0.4995 BTC (fee 0.0005) success', 'back 148.5 USDT success'] },
  },
  {
    name: 'immediate or cancel leaves nothing behind and costs what it took',
    has: { ann: 'USDT 1000', bob: 'BTC 1' },
    orders: ['bob sell 1 @ 100', 'ann buy 2 @ 100 ioc'],
    answers: ['wait 0', 'cancel 1'],
    book: [],
    balances: { ann: 'USDT 900, BTC 0.998', bob: 'USDT 99.9' },
    bills: { ann: ['out 100 USDT success', 'in 0.998 BTC (fee 0.002) success'] },
  },
  {
    name: 'a market order for a total spends no more than that',
    has: { ann: 'USDT 1000', bob: 'BTC 2' },
    orders: ['bob sell 1 @ 100', 'bob sell 1 @ 101', 'ann buy market for 150.5'],
    answers: ['wait 0', 'wait 0', 'done 1.5'],
    book: ['bob sell 0.5 @ 101'],
    balances: { ann: 'USDT 849.5, BTC 1.497', bob: 'USDT 150.3495, BTC order 0.5' },
    bills: { ann: ['out 150.5 USDT success', 'in 1.497 BTC (fee 0.003) success'] },
  },
  {
    name: 'nobody trades with himself: what would is taken off, what came before it counts',
    has: { ann: 'USDT 1000, BTC 2', bob: 'BTC 1' },
    orders: ['bob sell 1 @ 99', 'ann sell 1 @ 100', 'ann buy 2 @ 100'],
    answers: ['wait 0', 'wait 0', 'cancel 1'],
    book: ['ann sell 1 @ 100'],
    balances: { ann: 'USDT 901, BTC 1.998, BTC order 1', bob: 'USDT 98.901' },
    bills: { ann: ['out 1 BTC running', 'out 99 USDT success', 'in 0.998 BTC (fee 0.002) success'] },
  },
  {
    name: 'what is refused leaves nothing: no money, no order, no bill',
    has: { ann: 'USDT 100', bob: 'BTC 1' },
    orders: [
      'bob sell 1 @ 100',
      'ann buy 2 @ 100',
      'ann buy 2 @ 90 fok',
      'ann buy 1 @ 100 post',
      'ann buy 0.01 @ 100',
      'ann buy 1 @ 200',
      'bob buy market 1',
    ],
    answers: [
      'wait 0',
      'insufficient_balance',
      'would_not_fill',
      'would_take',
      'total_below_minimum',
      'price_outside_band',
      'self_trade',
    ],
    book: ['bob sell 1 @ 100'],
    balances: { ann: 'USDT 100', bob: 'BTC order 1' },
    bills: { ann: [], bob: ['out 1 BTC running'] },
  },
];

let floor: TradingSetup;
let market: MarketRow;
let running: RunningExchange;
let people: Map<string, Trader>;

beforeAll(async () => {
  floor = await openTradingSetup();
  market = await floor.market();
  running = await floor.start();
});
afterAll(async () => await floor.close());

afterEach(async () => {
  await requireWholeBooks(floor.database);
  const symbol = 'BTC_USDT';
  for (const { id: userId } of people.values())
    await running.exchange.cancelAll({ key: undefined, userId, symbol, reason: 'operator' });
  await requireWholeBooks(floor.database);
});

describe('a market, as traders see it:', () => {
  it.each(stories)('$name', async ({ has, orders, answers, book, balances, bills }) => {
    people = new Map();
    for (const [name, money] of Object.entries(has)) people.set(name, await floor.trader(name, purse(money)));
    const last = new Map<string, string>();
    const heard: string[] = [];
    for (const words of orders) heard.push(await act(words, last));
    expect(heard).toEqual(answers);
    expect(await floor.book()).toEqual(book);
    for (const [name, expected] of Object.entries(balances))
      expect(`${name}: ${await floor.balances(get(name))}`).toBe(`${name}: ${expected}`);
    for (const [name, expected] of Object.entries(bills))
      expect(await floor.bills(get(name))).toEqual(expected);
  });

  it('orders that arrive together are decided one after the other, in one transaction', async () => {
    people = new Map();
    for (const name of ['ann', 'bob']) people.set(name, await floor.trader(name, { USDT: '250', BTC: '5' }));
    const last = new Map<string, string>();
    const before = await transactions();
    const heard = await Promise.all(
      ['ann buy 1 @ 100', 'bob sell 1 @ 100', 'ann buy 1 @ 100', 'ann buy 1 @ 100', 'bob sell 2 @ 100'].map(
        async (words) => await act(words, last),
      ),
    );
    // The third would need 300 of 250: what was paid a moment ago is gone already.
    expect(heard).toEqual(['wait 0', 'done 1', 'wait 0', 'insufficient_balance', 'wait 1']);
    expect(await transactions()).toBe(before + 1);
  });
});

/** `ann buy 1 @ 100` or `ann cancel`, of what she placed last. */
async function act(words: string, last: Map<string, string>): Promise<string> {
  const [name = '', ...rest] = words.split(' ');
  const trader = get(name);
  const { exchange } = running;
  const key = keyFor(trader);
  const answer =
    rest[0] === 'cancel'
      ? await exchange.cancel({ key, userId: trader.id, symbol: 'BTC_USDT', orderId: last.get(name) ?? '' })
      : await exchange.submit({ ...readOrderWords(market, trader, rest.join(' ')), key });
  if (answer instanceof Refusal) return answer.code;
  last.set(name, answer.orderId);
  return `${answer.status} ${answer.filled / 1e5}`;
}

/** `USDT 100, BTC 2` */
function purse(money: string): Record<string, string> {
  return Object.fromEntries(money.split(', ').map((one) => one.split(' ') as [string, string]));
}

function get(name: string): Trader {
  const trader = people.get(name);
  if (trader === undefined) throw new Error(`nobody is called ${name}`);
  return trader;
}

/** Each has one journal or more; how many transactions made them. */
async function transactions(): Promise<number> {
  const found = await floor.databases.pool.query<{ count: string }>(
    `select count(distinct tx)::text as count from ledger.journal where scope = 'market:BTC_USDT'`,
  );
  return Number(found.rows[0]?.count);
}

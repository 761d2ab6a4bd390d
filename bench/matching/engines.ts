/** The engines that a stream of commands is brought to, each as a person would use it. */
import { Book, gtc } from '@marigold/matching/book';
import { matchSize } from '@marigold/matching/lines';
import type { MarketRules, Place } from '@marigold/matching/order';
import { createEmptyMarket } from '@marigold/matching/testing/empty-market';
import type { Amount, Price, Total } from '@marigold/money/steps';
import { meant } from '@marigold/money/testing/plain';
import { OrderBook, Side } from 'nodejs-order-book';

import { mix, priceEnd, type Workload } from './workload.ts';

/** Counts the trades of an engine in the order in which it made them. */
export interface TradeCounts {
  trades: number;
  checksum: number;
}

/** Runs the commands of a workload from one place to another on a book of its own. */
export type EngineRun = (from: number, to: number) => void;
export type BenchEngine = (workload: Workload, counts: TradeCounts) => EngineRun;

/** As a market in the registry has them, with the amount step ten thousand times coarser: 5 to 100,000 of the quote asset. */
const rules = meant<MarketRules>({
  tick: 1,
  lot: 1,
  totalMin: 500_000,
  totalMax: 10_000_000_000,
  bandPpm: 100_000,
  givePpm: 100_000,
  slippagePpm: 50_000,
  openOrdersMax: 200,
});

/** The server undoes a batch as a whole when it does not commit. */
const batchSize = 512;

/** The index moves a little, once in a thousand commands. */
function indexAt(at: number): Price {
  return (priceEnd / 2 + ((at >> 10) & 63)) as Price;
}

/** Our engine as the market drives it: rules, owners, refusals and the log for undoing on. */
function runBook(workload: Workload, counts: TradeCounts): EngineRun {
  const { kinds, sides, prices, amounts, numbers, owners } = workload;
  const book = new Book(rules, 'enabled');
  const { lines } = book;
  return (from, to) => {
    for (let at = from; at < to; at += 1) {
      if (at % batchSize === 0) book.mark();
      const number = numbers[at] ?? 0;
      if (kinds[at] === 1) {
        book.cancel(number);
        continue;
      }
      const owner = owners[at] ?? 0;
      const price = (prices[at] ?? 0) as Price;
      const amount = (amounts[at] ?? 0) as Amount;
      const reason = book.place(number, owner, sides[at] ?? 0, gtc, price, amount, 0 as Total, indexAt(at));
      if (reason !== 0) throw new Error(`Order ${number} was refused: ${reason}`);
      const { matches, matchCount } = lines;
      for (let match = 0; match < matchCount * matchSize; match += matchSize) {
        const maker = matches[match] ?? 0;
        const dealt = matches[match + 2] ?? 0;
        counts.trades += 1;
        counts.checksum = mix(counts.checksum, maker, number, dealt, matches[match + 3] ?? 0);
      }
    }
  };
}

/** Our engine in words: an object for each command and each outcome. */
function runMarket(workload: Workload, counts: TradeCounts): EngineRun {
  const { kinds, sides, prices, amounts, numbers, owners } = workload;
  const market = createEmptyMarket(rules);
  return (from, to) => {
    for (let at = from; at < to; at += 1) {
      if (at % batchSize === 0) market.mark();
      const number = numbers[at] ?? 0;
      if (kinds[at] === 1) {
        market.apply({ kind: 'cancel', number });
        continue;
      }
      const order: Place = {
        kind: 'place',
        number,
        owner: owners[at] ?? 0,
        side: sides[at] === 0 ? 'buy' : 'sell',
        timeInForce: 'gtc',
        price: (prices[at] ?? 0) as Price,
        amount: (amounts[at] ?? 0) as Amount,
        total: undefined,
        index: indexAt(at),
      };
      const outcome = market.apply(order);
      if (outcome.kind !== 'placed') throw new Error(`Order ${number} was not placed: ${outcome.kind}`);
      for (const { maker, price, amount } of outcome.matches) {
        counts.trades += 1;
        counts.checksum = mix(counts.checksum, maker, number, price, amount);
      }
    }
  };
}

/** Numbers become texts before the clock starts: the package knows orders by texts. */
function runPackage(workload: Workload, counts: TradeCounts): EngineRun {
  const { kinds, sides, prices, amounts, numbers } = workload;
  const book = new OrderBook({ enableJournaling: false });
  const names = Array.from({ length: numbers.length + 1 }, (_, number) => String(number));
  const count = (maker: string, taker: number, price: number, amount: number) => {
    counts.trades += 1;
    counts.checksum = mix(counts.checksum, Number(maker), taker, price, amount);
  };
  return (from, to) => {
    for (let at = from; at < to; at += 1) {
      const number = numbers[at] ?? 0;
      const id = names[number] ?? '';
      if (kinds[at] === 1) {
        book.cancel(id);
        continue;
      }
      const side = sides[at] === 0 ? Side.BUY : Side.SELL;
      const { done, partial, partialQuantityProcessed } = book.limit({
        id,
        side,
        size: amounts[at] ?? 0,
        price: prices[at] ?? 0,
      });
      // Makers that were filled whole, then the one that was filled in part; the taker may be in either place.
      for (const order of done) {
        if (order.id !== id && 'origSize' in order) count(order.id, number, order.price, order.size);
      }
      if (partial !== null && partial.id !== id)
        count(partial.id, number, partial.price, partialQuantityProcessed);
    }
  };
}

export const engines = { book: runBook, market: runMarket, package: runPackage } as const satisfies Record<
  string,
  BenchEngine
>;

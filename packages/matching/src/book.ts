/**
 * The matching engine in numbers: price first, then time. It speaks no words and makes no objects, so it is as fast as
 * memory lets it be; market.ts puts it into words. 0 stands for whatever is not given.
 */
import type { Amount, Price, Total } from '@marigold/money/steps';

import { headAt, type Ladder, priceAt, totalAt } from './levels.ts';
import { Lines } from './lines.ts';
import { leftAt, nextAt, ownerAt } from './order-slots.ts';
import type { MarketRules, MarketState } from './order.ts';
import * as rule from './rules.ts';

export const buy = 0;
export const sell = 1;

export const gtc = 0;
export const ioc = 1;
export const fok = 2;
export const postOnly = 3;

const max = Number.MAX_SAFE_INTEGER;

export class Book {
  readonly lines = new Lines();
  /** What the last order came to: its matches stand in `lines`. */
  filled = 0 as Amount;
  filledTotal = 0 as Total;
  /** The price of its last match. */
  worst = 0 as Price;
  rest: number = rule.restNone;
  open = 0 as Amount;

  private rules: MarketRules;
  private isOpen: boolean;
  /** How far the order in hand may go, whether it meets anybody there, and where it would stand if not. */
  private bound = 0;
  private crosses = false;
  private level = 0;
  /** The index that was asked about last, and how far from it a price may lie: on the better side for its owner, on the worse. */
  private bandIndex = 0;
  private bandWidth = 0;
  private giveWidth = 0;
  private newest = 0;
  private newestAtMark = 0;

  constructor(rules: MarketRules, state: MarketState) {
    this.rules = rules;
    this.isOpen = false;
    this.change(rules, state);
  }

  change(rules: MarketRules, state: MarketState): void {
    rule.checkRules(rules);
    this.rules = rules;
    this.isOpen = state === 'enabled';
    this.bandIndex = 0;
  }

  /** Brings an order to the book. Answers why it is refused, and nothing has changed then; or 0. */
  place(
    number: number,
    owner: number,
    side: number,
    force: number,
    price: Price,
    amount: Amount,
    total: Total,
    index: Price,
  ): number {
    const reason = this.refusal(owner, side, force, price, amount, total, index);
    if (reason !== 0) return reason;
    rule.assert(number > this.newest, 'the numbers of orders grow');
    this.newest = number;
    this.lines.matchCount = 0;
    this.open = 0 as Amount;
    this.filled = 0 as Amount;
    this.filledTotal = 0 as Total;
    this.rest = rule.restRemainder;
    if (this.crosses) this.match(owner, side, amount, total);
    // Whatever is left of a limit order found nobody within its price.
    if (price === 0 || (this.rest !== rule.restRemainder && this.rest !== rule.restSlippage)) return 0;
    this.rest = rule.restRemainder;
    if (force === ioc) return 0;
    this.rest = rule.restRests;
    this.open = (amount - this.filled) as Amount;
    this.lines.stand(number, owner, side, price, this.open, this.level);
    return 0;
  }

  /** Takes an order out of the book. Answers its slot, which can be read until the next command; 0: it does not stand. */
  cancel(number: number): number {
    return this.lines.cancel(number);
  }

  /** Lets an order stand that stood before; in the order of their numbers. */
  restore(number: number, owner: number, side: number, price: Price, left: Amount): void {
    rule.assert(number > this.newest, 'the numbers of orders grow');
    const { levels } = this.lines;
    const best = this.opposite(side).best;
    const facing = levels.floats[best + priceAt] ?? 0;
    const isApart = best === 0 || (side === buy ? price < facing : price > facing);
    rule.assert(isApart && this.fits(price, left), `order ${number} stands on its own side of the book`);
    this.newest = number;
    this.lines.stand(number, owner, side, price, left, this.level);
  }

  /** Answers as `place`; the book stays as it is, and the fields say what would be matched. */
  look(
    owner: number,
    side: number,
    force: number,
    price: Price,
    amount: Amount,
    total: Total,
    index: Price,
  ): number {
    const reason = this.refusal(owner, side, force, price, amount, total, index);
    if (reason === 0) this.rest = this.walk(owner, side, amount, total) ? rule.restNone : rule.restRemainder;
    return reason;
  }

  mark(): void {
    this.lines.mark();
    this.newestAtMark = this.newest;
  }

  undo(): void {
    this.lines.undo();
    this.newest = this.newestAtMark;
  }

  /** Those whom an order of a side would meet. */
  opposite(side: number): Ladder {
    return side === buy ? this.lines.levels.asks : this.lines.levels.bids;
  }

  /** Why an order is refused, or 0. Sets the bound of one that is not. */
  private refusal(
    owner: number,
    side: number,
    force: number,
    price: Price,
    amount: Amount,
    total: Total,
    index: Price,
  ): number {
    const { rules } = this;
    if (!this.isOpen) return rule.marketClosed;
    if (!rule.isMultiple(price, rules.tick)) return rule.priceTooFine;
    if (!rule.isMultiple(amount, rules.lot)) return rule.amountTooFine;
    const { best: level, bestPrice: best } = this.opposite(side);
    if (price === 0) return this.marketRefusal(owner, side, force, amount, total, index, level, best);
    const worth = price * amount;
    if (worth < rules.totalMin) return rule.totalBelowMinimum;
    if (worth > rules.totalMax) return rule.totalAboveMaximum;
    if (index === 0) return rule.indexStale;
    this.lookAt(index);
    const given = side === buy ? price - index : index - price;
    if (given > this.giveWidth || -given > this.bandWidth) return rule.priceOutsideBand;
    const mayRest = force === gtc || force === postOnly;
    // Also when it would be filled at once: who has no place left can still trade with an order that never rests.
    if (mayRest && this.lines.orders.openBy(owner) >= rules.openOrdersMax) return rule.openOrdersFull;
    this.bound = price;
    this.crosses = level !== 0 && (side === buy ? best <= price : best >= price);
    if (!this.crosses) {
      if (force === fok) return rule.wouldNotFill;
      if (force === ioc) return rule.noLiquidity;
      return mayRest && !this.fits(price, amount) ? rule.totalAboveMaximum : 0;
    }
    if (force === postOnly) return rule.wouldTake;
    // Nobody stands on both sides of one price.
    this.level = 0;
    return this.takerRefusal(owner, side, force, amount, 0 as Total, level, best);
  }

  /** The widths of the band around an index; the same one is asked about again and again. */
  private lookAt(index: Price): void {
    if (index === this.bandIndex) return;
    this.bandIndex = index;
    this.bandWidth = rule.shareFloor(index, this.rules.bandPpm);
    this.giveWidth = rule.shareFloor(index, this.rules.givePpm);
  }

  private marketRefusal(
    owner: number,
    side: number,
    force: number,
    amount: Amount,
    total: Total,
    index: Price,
    level: number,
    best: Price,
  ): number {
    const { rules } = this;
    if (level === 0) return rule.noLiquidity;
    const worth = total === 0 ? best * amount : total;
    if (worth < rules.totalMin) return rule.totalBelowMinimum;
    if (worth > rules.totalMax) return rule.totalAboveMaximum;
    if (force === postOnly) return rule.wouldTake;
    if (index === 0) return rule.indexStale;
    // A total that does not pay for the smallest step meets nothing.
    if (total !== 0 && this.affordable(total, best) === 0) return rule.totalBelowMinimum;
    const slippage = rule.shareFloor(best, rules.slippagePpm);
    this.lookAt(index);
    // As far from the best price as the market allows, and never further than may be given away against the index.
    this.bound =
      side === buy
        ? Math.min(best + slippage, index + this.giveWidth)
        : Math.max(best - slippage, index - this.giveWidth);
    if (side === buy ? best > this.bound : best < this.bound) return rule.bookOutsideBand;
    this.crosses = true;
    return this.takerRefusal(owner, side, force, amount, total, level, best);
  }

  /** For an order that would match at once. */
  private takerRefusal(
    owner: number,
    side: number,
    force: number,
    amount: Amount,
    total: Total,
    level: number,
    best: Price,
  ): number {
    const { levels, orders } = this.lines;
    const first = levels.ints[level * 2 + headAt] ?? 0;
    if (orders.ints[first * 2 + ownerAt] === owner) return rule.selfTrade;
    // Whatever it may come to is counted exactly.
    if ((side === buy ? this.bound : best) * amount > max) return rule.totalAboveMaximum;
    return force === fok && !this.walk(owner, side, amount, total) ? rule.wouldNotFill : 0;
  }

  /** Whether the sum of the level where an order would stand stays exact. */
  private fits(price: Price, amount: Amount): boolean {
    const { levels } = this.lines;
    const level = levels.find(price);
    this.level = level;
    return level === 0 || (levels.floats[level + totalAt] ?? 0) <= max - amount;
  }

  /** How much a total pays for at a price, in whole lots. Below 2^53 no quotient is rounded up to the next whole number. */
  private affordable(total: Total, price: Price): number {
    const { lot } = this.rules;
    return Math.floor(total / (price * lot)) * lot;
  }

  /** Matches up to the bound, as long as anything is wanted. */
  private match(owner: number, side: number, amount: Amount, total: Total): void {
    const { bound, lines } = this;
    const ladder = this.opposite(side);
    let matched = 0 as Amount;
    let spent = 0 as Total;
    // Ends: each turn empties the best price, or nothing more is wanted there; nobody comes meanwhile.
    while (total === 0 ? matched < amount : spent < total) {
      const { best: level, bestPrice: price } = ladder;
      if (level === 0) return this.end(matched, spent, rule.restRemainder);
      if (side === buy ? price > bound : price < bound) return this.end(matched, spent, rule.restSlippage);
      const wanted = total === 0 ? amount - matched : this.affordable((total - spent) as Total, price);
      // What is left of a total pays for no other lot: it is spent as well as it can be.
      if (wanted === 0) break;
      const still = lines.serve(level, price, owner, wanted);
      matched = (matched + (wanted - still)) as Amount;
      spent = (spent + (wanted - still) * price) as Total;
      // The line still stands and something is still wanted: the owner himself is next.
      if (still > 0 && ladder.best === level) return this.end(matched, spent, rule.restSelfTrade);
    }
    this.end(matched, spent, rule.restNone);
  }

  private end(filled: Amount, filledTotal: Total, rest: number): void {
    this.filled = filled;
    this.filledTotal = filledTotal;
    this.rest = rest;
  }

  /** What an order would match, without matching; answers whether that is all of it. */
  private walk(owner: number, side: number, amount: Amount, total: Total): boolean {
    const { bound, lines } = this;
    const { levels, orders } = lines;
    const ladder = this.opposite(side);
    this.filled = 0 as Amount;
    this.filledTotal = 0 as Total;
    this.worst = 0 as Price;
    for (let at = ladder.count - 1; at >= 0; at -= 1) {
      const level = ladder.levels[at] ?? 0;
      const price = (levels.floats[level + priceAt] ?? 0) as Price;
      if (side === buy ? price > bound : price < bound) return false;
      const wanted =
        total === 0 ? amount - this.filled : this.affordable((total - this.filledTotal) as Total, price);
      if (wanted === 0) return true;
      let matched = 0;
      let slot = levels.ints[level * 2 + headAt] ?? 0;
      // Ends: each turn goes to the next in a line, and the last has none behind it.
      while (slot !== 0 && matched < wanted && orders.ints[slot * 2 + ownerAt] !== owner) {
        matched += Math.min(orders.floats[slot + leftAt] ?? 0, wanted - matched);
        slot = orders.ints[slot * 2 + nextAt] ?? 0;
      }
      this.filled = (this.filled + matched) as Amount;
      this.filledTotal = (this.filledTotal + matched * price) as Total;
      if (matched > 0) this.worst = price;
      if (total === 0 ? this.filled === amount : this.filledTotal === total) return true;
      // Somebody still stands here: the owner himself, or what a lot less than is left would not pay for.
      if (matched < (levels.floats[level + totalAt] ?? 0)) return matched === wanted;
    }
    return false;
  }
}

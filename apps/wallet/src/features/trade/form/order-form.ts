/**
 * The order form: what a person typed, what follows from it, and what is wrong with it before anything is sent. Pure. The
 * amount and the total say the same in two ways; whichever was typed last leads, the other follows.
 */
import type { Level, Side } from '@marigold/contract/calls/market';
import type { OrderType, TimeInForce } from '@marigold/contract/calls/trade';
import { type EntryReason, readEntry } from '@marigold/money/entry';

import type { LanguageId } from '../../../lib/text/i18n.ts';
import {
  affordable,
  amountFor,
  bandOf,
  compare,
  isOnStep,
  isPositive,
  largestAmount,
  largestTotal,
  type OrderRules,
  sharePart,
  totalOf,
  worthInBook,
} from './order-math.ts';

export type OrderField = 'price' | 'amount' | 'total';

export type OrderForm = {
  readonly side: Side;
  readonly type: OrderType;
  /** Of a limit order. */
  readonly timeInForce: TimeInForce;
  /** As typed. */
  readonly price: string;
  readonly amount: string;
  readonly total: string;
  /** Which of the two was typed last; of a market order the only one. */
  readonly by: 'amount' | 'total';
};

/** What the form is held against. */
export type FormTerms = {
  readonly rules: OrderRules;
  readonly language: LanguageId;
  /** Median of outside prices; null: unknown now. */
  readonly index: string | null;
  /** Of the asset that would be given; undefined for visitors and until it is known. */
  readonly available: string | undefined;
  /** The side of the book that would be met, best first. */
  readonly opposite: readonly Level[];
};

/** Why a field is not right; each has one text. */
export type Problem =
  | { readonly kind: 'entry'; readonly reason: EntryReason; readonly decimals: number }
  | { readonly kind: 'zero' }
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'band'; readonly low: string; readonly high: string }
  | { readonly kind: 'below'; readonly min: string }
  | { readonly kind: 'above'; readonly max: string }
  | { readonly kind: 'balance'; readonly available: string };

export type ReadForm = {
  /** Undefined where the text is none, or none is wanted. */
  readonly price: string | undefined;
  readonly amount: string | undefined;
  readonly total: string | undefined;
  readonly problems: { readonly [F in OrderField]?: Problem };
};

/** More digits than any order has; the sums of the form stay within what decimals can say. */
const integerDigitsMax = 10;

export function emptyForm(side: Side): OrderForm {
  return { side, type: 'limit', timeInForce: 'gtc', price: '', amount: '', total: '', by: 'amount' };
}

/** Decimals a total may have: those of price and amount together. */
export function totalDecimals({ priceDecimals, amountDecimals }: OrderRules): number {
  return priceDecimals + amountDecimals;
}

/** What the texts mean and what is wrong with them. */
export function readForm(form: OrderForm, terms: FormTerms): ReadForm {
  const { rules } = terms;
  const isLimit = form.type === 'limit';
  const price = isLimit ? readDecimal(form.price, rules.priceDecimals, terms.language) : undefined;
  const amount = readDecimal(form.amount, rules.amountDecimals, terms.language);
  const total = readDecimal(form.total, totalDecimals(rules), terms.language);
  const led = form.by === 'amount' ? amount : total;
  const priceProblem =
    price === undefined ? undefined : (price.problem ?? checkPrice(price.decimal, form.side, terms));
  const ledProblem = led.problem ?? checkSize(form, { price: price?.decimal, led: led.decimal }, terms);
  return {
    price: price?.decimal,
    amount: isLimit || form.by === 'amount' ? amount.decimal : undefined,
    total: isLimit || form.by === 'total' ? total.decimal : undefined,
    problems: {
      ...(priceProblem === undefined ? {} : { price: priceProblem }),
      ...(ledProblem === undefined ? {} : { [form.by]: ledProblem }),
    },
  };
}

type Read = { readonly decimal: string | undefined; readonly problem?: Problem };

function readDecimal(text: string, decimals: number, language: LanguageId): Read {
  const entry = readEntry(text, language, decimals);
  if (!entry.ok) return { decimal: undefined, problem: { kind: 'entry', reason: entry.reason, decimals } };
  const [integer = ''] = entry.decimal.split('.');
  if (integer.length > integerDigitsMax)
    return { decimal: undefined, problem: { kind: 'entry', reason: 'too_many_digits', decimals } };
  return { decimal: entry.decimal };
}

function checkPrice(price: string | undefined, side: Side, { rules, index }: FormTerms): Problem | undefined {
  if (price === undefined) return undefined;
  if (!isPositive(price)) return { kind: 'zero' };
  if (!isOnStep(price, rules.tick)) return { kind: 'step', step: rules.tick };
  const band = bandOf(index, side, rules);
  if (band === undefined || (compare(price, band.low) >= 0 && compare(price, band.high) <= 0))
    return undefined;
  return { kind: 'band', ...band };
}

type Size = { readonly price: string | undefined; readonly led: string | undefined };

/** How much: its step, what it is worth, and whether it is there. */
function checkSize(form: OrderForm, { price, led }: Size, terms: FormTerms): Problem | undefined {
  const { rules, available } = terms;
  if (led === undefined) return undefined;
  if (!isPositive(led)) return { kind: 'zero' };
  const isByAmount = form.by === 'amount';
  if (isByAmount && !isOnStep(led, rules.lot)) return { kind: 'step', step: rules.lot };
  if (!isByAmount && form.type === 'market' && !isOnStep(led, totalOf(rules.tick, rules.lot)))
    return { kind: 'step', step: totalOf(rules.tick, rules.lot) };
  const size = sizeOf(form, { price, led }, terms);
  if (size.total !== undefined) {
    if (compare(size.total, rules.totalMin) < 0) return { kind: 'below', min: rules.totalMin };
    if (compare(size.total, rules.totalMax) > 0) return { kind: 'above', max: rules.totalMax };
  }
  const given = form.side === 'buy' ? size.total : size.amount;
  if (given === undefined || available === undefined || compare(given, available) <= 0) return undefined;
  return { kind: 'balance', available };
}

/** The order's amount and total, as far as they are known: what was not typed follows from the price or the book. */
function sizeOf(
  form: OrderForm,
  { price, led }: { readonly price: string | undefined; readonly led: string },
  { rules, opposite }: FormTerms,
): { readonly amount: string | undefined; readonly total: string | undefined } {
  if (form.type === 'market') {
    if (form.by === 'total') return { amount: affordable(opposite, led, rules), total: led };
    return { amount: led, total: worthInBook(opposite, led) };
  }
  if (price === undefined || !isPositive(price))
    return form.by === 'amount' ? { amount: led, total: undefined } : { amount: undefined, total: led };
  const amount = form.by === 'amount' ? led : amountFor(led, price, rules);
  return { amount, total: totalOf(price, amount) };
}

/** A decimal as this reader types it. */
export function entryText(decimal: string, language: LanguageId): string {
  return language === 'ru' ? decimal.replace('.', ',') : decimal;
}

/** The form after a field was changed, with the other of amount and total following. */
export function changeForm(form: OrderForm, change: Partial<OrderForm>, terms: FormTerms): OrderForm {
  return follow({ ...form, ...change }, terms);
}

function follow(form: OrderForm, { rules, language }: FormTerms): OrderForm {
  if (form.type === 'market') return form.by === 'amount' ? { ...form, total: '' } : { ...form, amount: '' };
  const price = readDecimal(form.price, rules.priceDecimals, language).decimal;
  const decimals = form.by === 'amount' ? rules.amountDecimals : totalDecimals(rules);
  const led = readDecimal(form[form.by], decimals, language).decimal;
  const other = form.by === 'amount' ? 'total' : 'amount';
  if (led === undefined || price === undefined || !isPositive(price)) return { ...form, [other]: '' };
  const value = other === 'total' ? totalOf(price, led) : amountFor(led, price, rules);
  return { ...form, [other]: entryText(value, language) };
}

/** The form of an order over so many percent of what is there; as it was where that cannot be said. */
export function takeShare(form: OrderForm, percent: number, terms: FormTerms): OrderForm {
  const largest = largestOrderAmount(form, terms);
  if (largest === undefined) return form;
  const step =
    form.by === 'total' && form.type === 'market'
      ? totalOf(terms.rules.tick, terms.rules.lot)
      : terms.rules.lot;
  const share = sharePart(largest, percent, step);
  // Nothing is no order: the field is empty then.
  const value = isPositive(share) ? entryText(share, terms.language) : '';
  if (form.type === 'market') return { ...form, [form.by]: value };
  return follow({ ...form, amount: value, by: 'amount' }, terms);
}

/** The most that what leads the form can be, and therefore what 100 % is. */
export function largestOrderAmount(form: OrderForm, terms: FormTerms): string | undefined {
  const { rules, available, opposite } = terms;
  if (available === undefined) return undefined;
  if (form.type === 'market') {
    if (form.side === 'sell') {
      const amount = largestAmount('sell', '1', available, rules);
      return form.by === 'amount' ? amount : largestTotal(worthInBook(opposite, amount) ?? '0', rules);
    }
    return form.by === 'total' ? largestTotal(available, rules) : affordable(opposite, available, rules);
  }
  if (form.side === 'sell') return largestAmount('sell', '1', available, rules);
  const price = readDecimal(form.price, rules.priceDecimals, terms.language).decimal;
  if (price === undefined || !isPositive(price)) return undefined;
  return largestAmount('buy', price, available, rules);
}

/** What `trade/submit` and `trade/estimate` are asked. */
export type OrderInput = {
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly price?: string;
  readonly amount?: string;
  readonly total?: string;
  readonly timeInForce?: TimeInForce;
};

/** The order of a form; undefined while something is wrong or missing. */
export function orderOfForm(symbol: string, form: OrderForm, read: ReadForm): OrderInput | undefined {
  if (Object.keys(read.problems).length > 0) return undefined;
  const { side, type, timeInForce } = form;
  const { price, amount, total } = read;
  if (type === 'limit') {
    if (price === undefined || amount === undefined) return undefined;
    return { symbol, side, type, price, amount, timeInForce };
  }
  if (form.by === 'amount') return amount === undefined ? undefined : { symbol, side, type, amount };
  return total === undefined ? undefined : { symbol, side, type, total };
}

import type { Market, Side } from '@marigold/contract/calls/market';
import type { OrderType, TimeInForce } from '@marigold/contract/calls/trade';
import { useState } from 'react';

import type { LiveBook } from '../../../domain/market/use-book.ts';
import { useTradeConfig } from '../../../domain/order/trade-queries.ts';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import {
  changeForm,
  emptyForm,
  entryText,
  type OrderField,
  type FormTerms,
  largestOrderAmount,
  orderOfForm,
  type OrderForm,
  type OrderInput,
  type Problem,
  readForm,
  type ReadForm,
  takeShare,
} from './order-form.ts';
import { percentOf, stepFrom } from './order-math.ts';

export type OrderEntry = {
  readonly form: OrderForm;
  readonly read: ReadForm;
  /** What is wrong and is time to be said. */
  readonly problems: { readonly [F in OrderField]?: Problem };
  readonly order: OrderInput | undefined;
  readonly config: ReturnType<typeof useTradeConfig>;
  readonly available: string | undefined;
  /** How much of what is available, in percent; undefined while that cannot be said. */
  readonly share: number | undefined;
  readonly type: (field: OrderField, text: string) => void;
  readonly step: (field: 'price' | 'amount', direction: 1 | -1) => void;
  readonly takeShare: (percent: number) => void;
  readonly chooseSide: (side: Side) => void;
  readonly chooseType: (type: OrderType, timeInForce: TimeInForce) => void;
  readonly chooseBy: (by: 'amount' | 'total') => void;
  /** A price of the book. */
  readonly usePrice: (price: string) => void;
  /** The field was left: what is wrong with it may be said now. */
  readonly leave: (field: OrderField) => void;
  /** The order was asked for: whatever is wrong is said. */
  readonly insist: () => void;
  /** It was placed: the form is ready for the next one. */
  readonly clear: () => void;
};

/** What was chosen by share, so that the knob stays where it was put although the amount was cut to a lot. */
type Chosen = { readonly percent: number; readonly text: string };

/** The order form of one market, with what it is held against. */
export function useOrderEntry(market: Market, { book }: LiveBook, side: Side): OrderEntry {
  const language = currentLanguage();
  const config = useTradeConfig(market.symbol);
  const [form, setForm] = useState<OrderForm>(() => ({
    ...emptyForm(side),
    price: firstPrice(market),
  }));
  const [left, setLeft] = useState<ReadonlySet<OrderField>>(new Set());
  const [isInsisted, setInsisted] = useState(false);
  const [chosen, setChosen] = useState<Chosen>();
  const available = form.side === 'buy' ? config.data?.availableQuote : config.data?.availableBase;
  const terms: FormTerms = {
    rules: market,
    language,
    index: market.ticker.index,
    available,
    opposite: (form.side === 'buy' ? book?.asks : book?.bids) ?? [],
  };
  const read = readForm(form, terms);

  function change(part: Partial<OrderForm>): void {
    setForm((before) => changeForm(before, part, terms));
  }

  /** Another kind of order: what was typed belongs to the one before, and nothing of it is wrong yet. */
  function begin(part: Partial<OrderForm>): void {
    setForm((before) => ({ ...before, amount: '', total: '', by: byOf({ ...before, ...part }), ...part }));
    setLeft(new Set());
    setInsisted(false);
  }

  return {
    form,
    read,
    problems: timely(read.problems, form, left, isInsisted),
    order: orderOfForm(market.symbol, form, read),
    config,
    available,
    share: shareNow(form, read, terms, chosen),
    type: (field, text) => change(field === 'price' ? { price: text } : { [field]: text, by: field }),
    step(field, direction) {
      const from = read[field] ?? (field === 'price' ? (market.ticker.last ?? '0') : '0');
      const next = entryText(
        stepFrom(from, field === 'price' ? market.tick : market.lot, direction),
        language,
      );
      change(field === 'price' ? { price: next } : { amount: next, by: 'amount' });
      setLeft((fields) => new Set([...fields, field]));
    },
    takeShare(percent) {
      const next = takeShare(form, percent, terms);
      setForm(next);
      setChosen({ percent, text: next[next.by] });
      setLeft((fields) => new Set([...fields, next.by]));
    },
    chooseSide: (next) => begin({ side: next }),
    chooseType: (type, timeInForce) =>
      begin({ type, timeInForce, ...(form.price === '' ? { price: firstPrice(market) } : {}) }),
    chooseBy: (by) => begin({ by }),
    usePrice: (price) => change({ price: entryText(price, language) }),
    leave: (field) => setLeft((fields) => new Set([...fields, field])),
    insist: () => setInsisted(true),
    clear: () => begin({ by: form.by }),
  };
}

/** The last price, or the index where nobody has traded: never a price that was put together for looking. */
function firstPrice({ ticker }: Market): string {
  return entryText(ticker.last ?? ticker.index ?? '', currentLanguage());
}

/** A market order to buy says what may be spent, one to sell what is sold; a limit order is about an amount. */
function byOf({ type, side }: OrderForm): 'amount' | 'total' {
  return type === 'market' && side === 'buy' ? 'total' : 'amount';
}

/** An empty field is wrong only once the order was asked for, a half-typed one once it was left. */
function timely(
  problems: ReadForm['problems'],
  form: OrderForm,
  left: ReadonlySet<OrderField>,
  isInsisted: boolean,
): ReadForm['problems'] {
  const fields = (['price', 'amount', 'total'] as const).filter(
    (field) => isInsisted || (left.has(field) && form[field].trim() !== ''),
  );
  return Object.fromEntries(
    fields.flatMap((field) => (problems[field] === undefined ? [] : [[field, problems[field]]])),
  );
}

function shareNow(
  form: OrderForm,
  read: ReadForm,
  terms: FormTerms,
  chosen: Chosen | undefined,
): number | undefined {
  const largest = largestOrderAmount(form, terms);
  if (largest === undefined) return undefined;
  if (chosen !== undefined && chosen.text === form[form.by]) return chosen.percent;
  const led = form.type === 'market' ? read[form.by] : read.amount;
  return led === undefined ? 0 : percentOf(led, largest);
}

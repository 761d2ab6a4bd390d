import '../ui/base/skeleton.css';
import './order-book.css';
import './market-tokens.css';
import type { CSSProperties, ReactNode } from 'react';

/** A price and what stands there, as decimal strings. */
export type BookRow = readonly [price: string, amount: string];

export type BookWords = {
  /** What the table is, for readers. */
  readonly caption: string;
  /** Heads of the columns with their units. */
  readonly price: string;
  readonly amount: string;
  readonly asks: string;
  readonly bids: string;
  readonly noAsks: string;
  readonly noBids: string;
  /** What a tap on a price does. */
  readonly usePrice: (price: string) => string;
};

interface OrderBookProps {
  /** Best first; undefined while they are on their way. */
  asks: readonly BookRow[] | undefined;
  bids: readonly BookRow[] | undefined;
  /** Rows of each side; 0 leaves a side out. */
  counts: { readonly asks: number; readonly bids: number };
  /** The last price with what belongs to it, between the sides. */
  last: ReactNode;
  format: { readonly price: (decimal: string) => string; readonly amount: (decimal: string) => string };
  words: BookWords;
  /** Fills a price into an order; without it prices are only read. */
  onPrice?: ((price: string) => void) | undefined;
  /** Out of date: drawn pale. */
  isStale?: boolean | undefined;
}

/** Both sides of a book as one table, the best prices in its middle. The bar of a row is its amount over the largest in view. */
export function OrderBook(props: OrderBookProps) {
  const { asks, bids, counts, last, words, isStale } = props;
  const [visibleAsks, visibleBids] = [asks?.slice(0, counts.asks), bids?.slice(0, counts.bids)];
  // Only for drawing.
  const largest = Math.max(
    0,
    ...[...(visibleAsks ?? []), ...(visibleBids ?? [])].map(([, amount]) => Number(amount)),
  );
  const side = { ...props, largest };
  return (
    <div className="order-book" data-stale={isStale || undefined}>
      <table>
        <caption className="visually-hidden">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.price}</th>
            <th scope="col">{words.amount}</th>
          </tr>
        </thead>
        {counts.asks === 0 ? null : (
          <BookSide {...side} name="asks" rows={visibleAsks} count={counts.asks} isReversed />
        )}
        <tbody>
          <tr>
            <td className="order-book-last" colSpan={2}>
              {last}
            </td>
          </tr>
        </tbody>
        {counts.bids === 0 ? null : <BookSide {...side} name="bids" rows={visibleBids} count={counts.bids} />}
      </table>
    </div>
  );
}

type BookSideProps = Pick<OrderBookProps, 'format' | 'words' | 'onPrice'> & {
  name: 'asks' | 'bids';
  rows: readonly BookRow[] | undefined;
  count: number;
  largest: number;
  isReversed?: boolean;
};

function BookSide({ name, rows, count, largest, isReversed, format, words, onPrice }: BookSideProps) {
  const lines = (rows ?? []).map(([price, amount]) => (
    <tr key={price} className="order-book-row" style={barStyle(Number(amount) / (largest || 1))}>
      <td>
        {onPrice === undefined ? (
          <span>{format.price(price)}</span>
        ) : (
          <button
            type="button"
            aria-label={words.usePrice(format.price(price))}
            onClick={() => onPrice(price)}
          >
            {format.price(price)}
          </button>
        )}
      </td>
      <td>{format.amount(amount)}</td>
    </tr>
  ));
  const isEmpty = rows?.length === 0;
  const blanks = Array.from({ length: count - lines.length }, (_, index) => (
    <tr key={`blank ${index}`} aria-hidden={!(isEmpty && index === 0) || undefined}>
      <td colSpan={2} className="order-book-none">
        {rows === undefined ? (
          <span className="skeleton skeleton-late" style={{ width: skeletonWidth(index) }} />
        ) : null}
        {isEmpty && index === 0 ? words[name === 'asks' ? 'noAsks' : 'noBids'] : null}
      </td>
    </tr>
  ));
  const all = [...lines, ...blanks];
  return (
    <tbody className={`order-book-${name}`} aria-label={words[name]}>
      {isReversed ? all.toReversed() : all}
    </tbody>
  );
}

function barStyle(part: number): CSSProperties {
  return { ['--bar' as string]: `${Math.round(part * 100)}%` };
}

function skeletonWidth(index: number): string {
  return `${60 + ((index * 17) % 40)}%`;
}

import './market-empty.css';
import './tone.css';
import './trades-list.css';

export type TradeRow = {
  readonly number: number;
  readonly price: string;
  readonly amount: string;
  /** The side that took. */
  readonly side: 'buy' | 'sell';
  readonly time: number;
};

export type TradesWords = {
  readonly title: string;
  /** Column heads; the kit adds no unit. */
  readonly price: string;
  readonly amount: string;
  readonly time: string;
  readonly bought: string;
  readonly sold: string;
  readonly none: string;
};

interface TradesListProps {
  /** Newest first. */
  trades: readonly TradeRow[];
  /** As many as there is room for. */
  count?: number | undefined;
  format: {
    readonly price: (decimal: string) => string;
    readonly amount: (decimal: string) => string;
    readonly time: (timeMs: number) => string;
  };
  words: TradesWords;
  /** Only what a sighted reader sees elsewhere: no heads over the columns. */
  hasHeads?: boolean | undefined;
}

/** The latest trades of a market in rows of 24 px; the colour is the side that took, and readers hear it. */
export function TradesList({ trades, count, format, words, hasHeads = true }: TradesListProps) {
  if (trades.length === 0) return <p className="market-empty">{words.none}</p>;
  return (
    <table className="trades-list">
      <caption className="visually-hidden">{words.title}</caption>
      <thead className={hasHeads ? undefined : 'visually-hidden'}>
        <tr>
          <th scope="col">{words.price}</th>
          <th scope="col">{words.amount}</th>
          <th scope="col">{words.time}</th>
        </tr>
      </thead>
      <tbody>
        {trades.slice(0, count).map(({ number, price, amount, side, time }) => (
          <tr key={number}>
            <td data-side={side === 'buy' ? 'bids' : 'asks'}>
              <span className="visually-hidden">{side === 'buy' ? words.bought : words.sold} </span>
              {format.price(price)}
            </td>
            <td>{format.amount(amount)}</td>
            <td>{format.time(time)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

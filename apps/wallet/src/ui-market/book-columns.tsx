import './book-columns.css';
import './tone.css';
import type { DepthLevel } from './depth-shape.ts';

interface BookColumnsProps {
  /** Best first. */
  bids: readonly DepthLevel[];
  asks: readonly DepthLevel[];
  format: { readonly price: (decimal: string) => string; readonly amount: (decimal: string) => string };
  words: {
    readonly bids: string;
    readonly asks: string;
    readonly price: string;
    readonly amount: string;
  };
  isStale?: boolean | undefined;
}

/** Both sides of a book beside each other, best on top; a bar is a level's share of the largest in view. */
export function BookColumns({ bids, asks, format, words, isStale }: BookColumnsProps) {
  const most = Math.max(...[...bids, ...asks].map(([, amount]) => Number(amount)));
  return (
    <div className="book-columns" data-stale={isStale || undefined}>
      {[['bids', bids] as const, ['asks', asks] as const].map(([side, levels]) => (
        <table key={side}>
          <caption className="visually-hidden">{words[side]}</caption>
          <thead>
            <tr>
              <th scope="col">{side === 'bids' ? words.amount : words.price}</th>
              <th scope="col">{side === 'bids' ? words.price : words.amount}</th>
            </tr>
          </thead>
          <tbody>
            {levels.map(([price, amount]) => (
              <tr key={price}>
                {side === 'bids' ? <td>{format.amount(amount)}</td> : null}
                <td data-side={side}>
                  {format.price(price)}
                  <i style={{ width: `${(100 * Number(amount)) / most}%` }} />
                </td>
                {side === 'asks' ? <td>{format.amount(amount)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

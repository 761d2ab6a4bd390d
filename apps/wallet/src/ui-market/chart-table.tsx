import type { ChartFormat } from './chart-canvas.ts';
import type { ChartCandle } from './chart-data.ts';
import type { ChartWords } from './chart-words.ts';

/** So many candles are read out; more than anybody listens to. */
const rowsMax = 20;

interface TableProps {
  name: string;
  candles: readonly ChartCandle[];
  words: ChartWords;
  format: ChartFormat;
}

/** The newest candles as numbers, for readers: a canvas tells them nothing. */
export function ChartTable({ name, candles, words, format }: TableProps) {
  const rows = candles.slice(-rowsMax).toReversed();
  if (rows.length === 0) return null;
  return (
    <div className="visually-hidden">
      <table>
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            {[words.open, words.high, words.low, words.close, words.volume].map((word) => (
              <th key={word.name} scope="col">
                {word.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([time, open, high, low, close, volume]) => (
            <tr key={time}>
              <th scope="row">{format.time(time)}</th>
              <td>{format.price(open)}</td>
              <td>{format.price(high)}</td>
              <td>{format.price(low)}</td>
              <td>{format.price(close)}</td>
              <td>{format.volume(volume)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

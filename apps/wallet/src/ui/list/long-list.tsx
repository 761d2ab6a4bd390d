import './list.css';
import { Fragment, type Key, type ReactElement } from 'react';
import { WindowVirtualizer } from 'virtua';

import { List } from './list.tsx';

interface LongListProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => Key;
  /** Draws one `ListRow`. */
  row: (row: Row) => ReactElement;
}

/** Rows that are drawn and dropped together. */
const rowsInPiece = 25;
/** Pixels drawn before and after what is seen, so that a quick thumb meets rows and no gap. */
const bufferPx = 1600;
/** Drawn before anybody scrolls: whoever listens instead of looking meets rows below the window as well. */
const piecesAtFirst = 2;

/** One list of any length on one surface; only the pieces near the reader are in the document. */
export function LongList<Row>({ label, rows, keyOf, row }: LongListProps<Row>) {
  const starts = Array.from(
    { length: Math.ceil(rows.length / rowsInPiece) },
    (_, index) => index * rowsInPiece,
  );
  return (
    <WindowVirtualizer bufferSize={bufferPx} ssrCount={piecesAtFirst}>
      {starts.map((start) => {
        const isLast = start + rowsInPiece >= rows.length;
        return (
          <List
            key={start}
            label={label}
            className={`${start === 0 ? '' : 'list-goes-on'} ${isLast ? '' : 'list-to-go-on'}`.trim()}
          >
            {rows.slice(start, start + rowsInPiece).map((one, index) => (
              <Fragment key={keyOf(one, start + index)}>{row(one)}</Fragment>
            ))}
          </List>
        );
      })}
    </WindowVirtualizer>
  );
}

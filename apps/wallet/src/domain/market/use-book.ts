/** The live book of one market for a screen: at most four pictures a second, and it says when it is out of date. */
import type { Depth } from '@marigold/contract/calls/market';
import { useEffect, useState } from 'react';

import { renewChannel, watchChannel } from '../../lib/live/market-stream.ts';
import { type BookLevels, bookOf, changeBook } from './book.ts';

/** DESIGN.md 7: the book is painted at most four times a second. */
const paintEveryMs = 250;
/** The server sends something of each book every two seconds; after this silence it is unknown how the book stands. */
export const staleAfterMs = 5_000;

export type BookState = 'loading' | 'live' | 'stale';

export type LiveBook = {
  /** The last one that fitted; undefined while none has come. */
  readonly book: BookLevels | undefined;
  /** `loading` only while nothing has come and it is too early to say more. */
  readonly state: BookState;
};

const nothing: LiveBook = { book: undefined, state: 'loading' };

/** Watches the depth of a market; undefined watches nothing. Readers of the page decide what of it they draw. */
export function useBook(symbol: string | undefined): LiveBook {
  const [visible, setVisible] = useState<LiveBook & { readonly symbol: string | undefined }>({
    ...nothing,
    symbol,
  });
  useEffect(() => {
    if (symbol === undefined) return undefined;
    return followBook(symbol, (live) => setVisible({ ...live, symbol }));
  }, [symbol]);
  return visible.symbol === symbol ? visible : nothing;
}

/** Tells of a book until the answer is called. */
function followBook(symbol: string, onBook: (live: LiveBook) => void): () => void {
  let book: BookLevels | undefined;
  let last: BookLevels | undefined;
  let paintTimer: number | undefined;
  let staleTimer = window.setTimeout(growStale, staleAfterMs);

  function paint(): void {
    paintTimer = undefined;
    if (book !== undefined) onBook({ book, state: 'live' });
  }

  function growStale(): void {
    window.clearTimeout(paintTimer);
    paintTimer = undefined;
    onBook({ book: last, state: 'stale' });
  }

  function take(next: BookLevels | undefined): void {
    const isFirst = last === undefined;
    book = next;
    if (next === undefined) return renewChannel(`depth:${symbol}`);
    last = next;
    window.clearTimeout(staleTimer);
    staleTimer = window.setTimeout(growStale, staleAfterMs);
    if (isFirst) paint();
    else paintTimer ??= window.setTimeout(paint, paintEveryMs);
  }

  const leave = watchChannel(`depth:${symbol}`, {
    onSnapshot: (depth: Depth) => take(bookOf(depth)),
    onUpdate: (depth: Depth) => {
      if (book !== undefined) take(changeBook(book, depth));
    },
  });
  return () => {
    leave();
    window.clearTimeout(paintTimer);
    window.clearTimeout(staleTimer);
  };
}

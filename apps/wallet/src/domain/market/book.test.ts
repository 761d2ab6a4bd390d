/** The book against known checksums, and what a trader must never see: a level twice, an old amount, a wrong order. */
import type { Depth } from '@marigold/contract/calls/market';
import { describe, expect, it } from 'vitest';

import { type BookLevels, bookOf, changeBook, checksumOf, comparePrices, crc32, levelRows } from './book.ts';

/** What the server sends for these levels, with the checksum of the book that must come out. */
function frame(change: Pick<Depth, 'bids' | 'asks'>, after: BookLevels): Depth {
  return { ...change, checksum: checksumOf(after) };
}

const book: BookLevels = {
  bids: [
    ['100.50', '1.00000'],
    ['99.90', '2.00000'],
  ],
  asks: [
    ['100.60', '0.50000'],
    ['101.00', '3.00000'],
  ],
};

describe('changes', () => {
  it('put, replace and take levels away, and keep the best first', () => {
    const after: BookLevels = {
      bids: [
        ['100.55', '0.10000'],
        ['99.90', '5.00000'],
        ['9.00', '1.00000'],
      ],
      asks: [['100.60', '0.50000']],
    };
    const changed = changeBook(
      book,
      frame(
        {
          bids: [
            ['9.00', '1.00000'],
            ['100.55', '0.10000'],
            ['99.90', '5.00000'],
            ['100.50', '0.00000'],
          ],
          asks: [['101.00', '0']],
        },
        after,
      ),
    );
    expect(changed).toEqual(after);
  });

  it('that do not lead to the checksum lead to no book', () => {
    const change = frame({ bids: [['100.50', '7.00000']], asks: [] }, book);
    expect(changeBook(book, change)).toBeUndefined();
  });

  it('that say nothing keep the book as it is', () => {
    expect(changeBook(book, frame({ bids: [], asks: [] }, book))).toEqual(book);
  });
});

describe('a snapshot', () => {
  it('is the book', () => {
    expect(bookOf(frame({ bids: [...book.bids], asks: [...book.asks] }, book))).toEqual(book);
  });

  it('with a level missing is none', () => {
    expect(bookOf(frame({ bids: [...book.bids], asks: [] }, book))).toBeUndefined();
  });

  it('of an empty book is an empty book', () => {
    const empty: BookLevels = { bids: [], asks: [] };
    expect(bookOf(frame({ bids: [], asks: [] }, empty))).toEqual(empty);
  });
});

describe('the checksum', () => {
  it('is the one of zlib', () => {
    const known: [string, number][] = [
      ['', 0],
      ['1:2', 932632908],
      ['123456789', 3421780262],
      ['100.50:1.00000|99.90:2.00000', 2135812472],
    ];
    for (const [text, checksum] of known) expect(crc32(text)).toBe(checksum);
  });

  it('covers the best 25 of each side', () => {
    const level = (price: number, amount: string): [string, string] => [String(price), amount];
    const deep = (amount: string): BookLevels => ({
      bids: Array.from({ length: 26 }, (_, index) => level(100 - index, index === 25 ? amount : '1')),
      asks: [],
    });
    expect(checksumOf(deep('1'))).toBe(checksumOf(deep('2')));
    expect(checksumOf(book)).toBe(3662054847);
  });
});

it('prices are compared exactly', () => {
  expect(['10', '9.5', '9.49', '9.50', '123456789012345678.9'].toSorted(comparePrices)).toEqual([
    '9.49',
    '9.5',
    '9.50',
    '10',
    '123456789012345678.9',
  ]);
});

describe('rows', () => {
  it('at the default depth are the levels themselves', () => {
    expect(levelRows(book.bids, 'default', 1)).toEqual([['100.50', '1.00000']]);
  });

  it('at a depth are put together by cutting the price, on both sides', () => {
    const asks: BookLevels['asks'] = [
      ['100.61', '0.50000'],
      ['100.69', '0.25000'],
      ['100.70', '1.00000'],
    ];
    expect(levelRows(asks, '1', 9)).toEqual([
      ['100.6', '0.75000'],
      ['100.7', '1.00000'],
    ]);
  });
});

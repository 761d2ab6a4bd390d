import { describe, expect, it } from 'vitest';

import { depthPath, depthShape, stepAt } from './depth-shape.ts';

const bids = [
  ['99', '1'],
  ['98', '2'],
  ['90', '50'],
] as const;
const asks = [
  ['101', '1'],
  ['102', '4'],
  ['103', '9'],
] as const;

describe('the depth of a book', () => {
  it('is summed from the middle outwards, as far as both sides reach', () => {
    const shape = depthShape(bids, asks);
    expect(shape).toEqual({
      bids: [
        { price: 99, sum: 1 },
        { price: 98, sum: 3 },
      ],
      asks: [
        { price: 101, sum: 1 },
        { price: 102, sum: 5 },
      ],
      low: 97,
      high: 103,
      most: 5,
    });
  });

  it('is that of one side when the other is empty, and none without any level', () => {
    expect(depthShape(bids, [])).toMatchObject({ low: 90, most: 3, asks: [] });
    expect(depthShape([], [])).toBeUndefined();
  });

  it('is drawn as stairs down to the ground', () => {
    const shape = depthShape(bids, asks);
    if (shape === undefined) throw new Error('Broken: there is a shape');
    expect(depthPath(shape.bids, 'bids', shape, 60, 54)).toBe('M20.0 54H20.0V44.0H10.0V24.0H0.0V54Z');
    expect(depthPath(shape.asks, 'asks', shape, 60, 54)).toBe('M40.0 54H40.0V44.0H50.0V4.0H60.0V54Z');
    expect(depthPath([], 'asks', shape, 60, 54)).toBe('');
  });

  it('says what stands up to a price, and nothing in the gap between the sides', () => {
    const shape = depthShape(bids, asks);
    if (shape === undefined) throw new Error('Broken: there is a shape');
    expect(stepAt(shape, 0)).toEqual({ price: 98, sum: 3, side: 'bids' });
    expect(stepAt(shape, 0.25)).toEqual({ price: 99, sum: 1, side: 'bids' });
    expect(stepAt(shape, 0.5)).toBeUndefined();
    expect(stepAt(shape, 1)).toEqual({ price: 102, sum: 5, side: 'asks' });
  });
});

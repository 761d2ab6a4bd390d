/** What the form works out must be exact, fit the market, and never ask for more than there is. */
import { parseUnits, writeDecimal } from '@marigold/money/amount';
import { getDecimal } from '@marigold/money/decimal';
import { feeCeil, percentOfPpm } from '@marigold/money/fee';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  affordable,
  amountFor,
  bandOf,
  compare,
  crosses,
  cutTo,
  estimatedFee,
  isOnStep,
  largestAmount,
  largestTotal,
  percentOf,
  type OrderRules,
  sharePart,
  stepFrom,
  totalOfOrder,
  totalOf,
  worthInBook,
} from './order-math.ts';

const rules: OrderRules = {
  priceDecimals: 2,
  amountDecimals: 5,
  tick: '0.01',
  lot: '0.00001',
  totalMin: '5',
  totalMax: '100000',
  bandPercent: '10',
  givePercent: '2',
  slippagePercent: '5',
};

it('a total is the exact product', () => {
  expect(totalOf('67411.9', '0.0412')).toBe('2777.37028');
  expect(totalOf('0.00000001', '90071992.54740991')).toBe('0.9007199254740991');
});

describe('the largest amount', () => {
  it('of a sale is all there is, cut to the lot', () => {
    expect(largestAmount('sell', '1', '0.123456789', rules)).toBe('0.12345');
    expect(largestAmount('sell', '1', '0.000009', rules)).toBe('0');
  });

  it('of a purchase costs no more than there is, and one lot more would', () => {
    for (const [available, price] of [
      ['12340.55', '67411.90'],
      ['5', '0.03'],
      ['99.99999999', '33.33'],
      ['0.00000001', '67411.90'],
      ['900719925.47', '0.01'],
    ] as const) {
      const amount = largestAmount('buy', price, available, rules);
      expect(compare(totalOf(price, amount), available)).toBeLessThanOrEqual(0);
      const more = stepFrom(amount, rules.lot, 1);
      expect(compare(totalOf(price, more), available)).toBe(1);
      expect(isOnStep(amount, rules.lot)).toBe(true);
    }
  });

  it('is never more than the engine counts', () => {
    expect(largestAmount('buy', '0.01', '99999999999999999999', rules)).toBe('90071992547.40991');
  });

  it('with lots of more than one step stays a multiple of the lot', () => {
    const coarse = { ...rules, lot: '0.05' };
    expect(largestAmount('buy', '10', '9.99', coarse)).toBe('0.95');
    expect(largestAmount('sell', '10', '9.99', coarse)).toBe('9.95');
  });
});

it('the largest total is cut to price step times amount step', () => {
  expect(largestTotal('12.345678912', rules)).toBe('12.3456789');
});

describe('a share', () => {
  it('of all is all, and of nothing is nothing', () => {
    expect(sharePart('0.12345', 100, rules.lot)).toBe('0.12345');
    expect(sharePart('0.12345', 0, rules.lot)).toBe('0');
  });

  it('is cut to the step, never rounded up', () => {
    expect(sharePart('0.12345', 25, rules.lot)).toBe('0.03086');
    expect(sharePart('0.12345', 75, rules.lot)).toBe('0.09258');
    expect(sharePart('0.123456789012345678', 50, rules.lot)).toBe('0.06172');
  });

  it('is told in percent', () => {
    expect(percentOf('0.03086', '0.12345')).toBe(24);
    expect(percentOf('0.12345', '0.12345')).toBe(100);
    expect(percentOf('7', '0.12345')).toBe(100);
    expect(percentOf('7', '0')).toBe(0);
  });
});

describe('a step', () => {
  it('leads to the next multiple, also from between two', () => {
    expect(stepFrom('67411.9', '0.01', 1)).toBe('67411.91');
    expect(stepFrom('67411.905', '0.01', 1)).toBe('67411.910');
    expect(stepFrom('67411.905', '0.01', -1)).toBe('67411.900');
    expect(stepFrom('67411.9', '0.01', -1)).toBe('67411.89');
  });

  it('never leads below one step', () => {
    expect(stepFrom('0', '0.01', -1)).toBe('0.01');
    expect(stepFrom('0.01', '0.01', -1)).toBe('0.01');
  });
});

describe('the band', () => {
  it('lies around the index, on ticks inside of it', () => {
    expect(bandOf('67411.93', 'buy', rules)).toEqual({ low: '60670.74', high: '68760.16' });
    expect(bandOf('67411.93', 'sell', rules)).toEqual({ low: '66063.7', high: '74153.12' });
    expect(bandOf('100', 'buy', rules)).toEqual({ low: '90', high: '102' });
    expect(bandOf('100', 'sell', rules)).toEqual({ low: '98', high: '110' });
  });

  it('is unknown without an index, and never reaches zero', () => {
    expect(bandOf(null, 'buy', rules)).toBeUndefined();
    expect(bandOf('100', 'buy', { ...rules, bandPercent: '100' })?.low).toBe('0.01');
  });
});

describe('a fee', () => {
  it('is rounded up, and what is left is the rest', () => {
    expect(estimatedFee('0.0412', '0.1')).toEqual({ fee: '0.0000412', net: '0.0411588' });
    expect(estimatedFee('0.00001', '0.1')).toEqual({ fee: '0.00000001', net: '0.00000999' });
    expect(estimatedFee('0.000011', '0.1')).toEqual({ fee: '0.00000002', net: '0.00001098' });
    expect(estimatedFee('0', '0.1')).toEqual({ fee: '0', net: '0' });
  });

  it('and the rest are the whole at any precision', () => {
    for (const whole of ['2777.37028', '0.123456789012', '1', '99999999.99999999']) {
      const { fee, net } = estimatedFee(whole, '0.2');
      expect(compare(cutTo(whole, '0.000000000001'), sum(fee, net))).toBe(0);
      expect(compare(fee, totalOf(whole, '0.002'))).toBeGreaterThanOrEqual(0);
    }
  });
});

// What fails prints its seed, and fast-check repeats it.
it('a fee foretold is the one that is taken of the same sum, to the last of eight decimals, whoever wrote the rate', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 19n });
  const ppm = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(
      units,
      ppm,
      fc.constantFrom(0, 2),
      fc.integer({ min: 0, max: 18 }),
      (digits, rate, stored, scale) => {
        const { fee, net } = estimatedFee(writeDecimal({ digits, scale }), percentOfPpm(rate, stored));
        const step = 10n ** BigInt(Math.max(0, scale - 8));
        const taken = feeCeil(digits * 10n ** BigInt(Math.max(0, 8 - scale)), rate);
        const finest = Math.max(scale, 8);
        const foretold = parseUnits(fee, finest) ?? -1n;
        expect(foretold - taken >= 0n && foretold - taken < step).toBe(true);
        expect(parseUnits(net, finest)).toBe(most(0n, digits * 10n ** BigInt(finest - scale) - foretold));
      },
    ),
  );
});

function most(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

describe('a market order in the book', () => {
  const asks: [string, string][] = [
    ['100.00', '1.00000'],
    ['101.00', '2.00000'],
  ];

  it('is worth what the levels say', () => {
    expect(worthInBook(asks, '0.5')).toBe('50');
    expect(worthInBook(asks, '2')).toBe('201');
    expect(worthInBook(asks, '3')).toBe('302');
    expect(worthInBook(asks, '3.00001')).toBeUndefined();
  });

  it('buys what a total affords, and not a lot more', () => {
    expect(affordable(asks, '50', rules)).toBe('0.5');
    expect(affordable(asks, '201', rules)).toBe('2');
    expect(affordable(asks, '200', rules)).toBe('1.99009');
    expect(affordable(asks, '1000', rules)).toBe('3');
    expect(affordable([], '1000', rules)).toBe('0');
  });

  it('and a limit order may meet the other side', () => {
    const book = { bids: [['99.00', '1']] as [string, string][], asks };
    expect(crosses('buy', '99.99', book)).toBe(false);
    expect(crosses('buy', '100', book)).toBe(true);
    expect(crosses('sell', '99.01', book)).toBe(false);
    expect(crosses('sell', '99', book)).toBe(true);
    expect(crosses('sell', '1', { ...book, bids: [] })).toBe(false);
  });
});

it('a sum is exact, whatever the decimals of its parts', () => {
  expect(totalOfOrder(['0.1', '0.20', '1'])).toBe('1.3');
  expect(totalOfOrder(['0.000000000000000001', '9'])).toBe('9.000000000000000001');
  expect(totalOfOrder([])).toBe('0');
});

it('an amount for a total is never too much', () => {
  expect(amountFor('2777.37', '67411.9', rules)).toBe('0.04119');
  expect(amountFor('2777.37', '0', rules)).toBe('0');
});

function sum(left: string, right: string): string {
  const [first, second] = [getDecimal(left), getDecimal(right)];
  const scale = Math.max(first.scale, second.scale);
  const total =
    first.digits * 10n ** BigInt(scale - first.scale) + second.digits * 10n ** BigInt(scale - second.scale);
  const text = total.toString().padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

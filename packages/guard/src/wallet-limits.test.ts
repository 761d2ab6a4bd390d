import { describe, expect, it } from 'vitest';

import {
  asksForCode,
  defaultLimits,
  isAboveSingle,
  isRaise,
  limitRaiseMs,
  limitsInForce,
  type PersonLimits,
  refuseLimits,
} from './wallet-limits.ts';

const now = 1_700_000_000_000;
const nothing = { usd: 0n, payments: 0, isUncertain: false };
const lower: PersonLimits = {
  single: 20_00n,
  total: 80_00n,
  payments: 4,
  method: 'google',
  alwaysWait: true,
};

describe('limits in force', () => {
  it('are 30, 100 and 5 for whoever set none', () => {
    expect(limitsInForce(undefined, undefined, now)).toEqual({
      single: 30_00n,
      total: 100_00n,
      payments: 5,
      method: null,
      alwaysWait: false,
    });
  });

  it('change with a raise from its very millisecond on', () => {
    const raise = { wanted: defaultLimits, effectiveAt: now + limitRaiseMs };
    expect(limitsInForce(lower, raise, now + 86_400_000 - 1)).toBe(lower);
    expect(limitsInForce(lower, raise, now + 86_400_000)).toBe(defaultLimits);
  });
});

describe('limits that are wanted', () => {
  it.each([
    [{ single: 100_00n, total: 100_00n }, undefined],
    [{ single: 0n, total: 0n }, undefined],
    [{ single: 100_01n, total: 100_00n }, 'limits_differ'],
    [{ single: 1n, total: 125_00n }, undefined],
    [{ single: 1n, total: 125_01n }, 'limit_above_level'],
  ])('%o of a level of 125 a day are answered by %s', (values, answer) => {
    expect(refuseLimits({ ...defaultLimits, ...values }, 125_00n)).toBe(answer);
  });

  const strong = { ...lower, alwaysWait: true };
  it.each<[Partial<PersonLimits>, boolean]>([
    [{}, false],
    [{ single: 19_99n, total: 0n, payments: 1 }, false],
    [{ method: 'passkey' }, false],
    [{ method: null }, false],
    [{ single: 20_01n }, true],
    [{ total: 80_01n }, true],
    [{ payments: 5 }, true],
    [{ method: 'email' }, true],
    [{ method: 'sms' }, true],
    [{ alwaysWait: false }, true],
    [{ single: 1n, payments: 5 }, true],
  ])('with %o are a raise: %s', (values, answer) => {
    expect(isRaise(strong, { ...strong, ...values }, true)).toBe(answer);
  });

  it('by a contact are no raise for whoever has nothing stronger', () => {
    const byMail = { ...defaultLimits, method: 'email' } as const;
    expect(isRaise(defaultLimits, byMail, false)).toBe(false);
    expect(isRaise(defaultLimits, byMail, true)).toBe(true);
    expect(isRaise(byMail, { ...byMail, method: 'sms' }, true)).toBe(false);
  });
});

describe('a payment', () => {
  it.each([
    [30_00n, nothing, false],
    [30_01n, nothing, true],
    [undefined, nothing, true],
    [1n, { ...nothing, isUncertain: true }, true],
    [30_00n, { ...nothing, usd: 70_00n, payments: 4 }, false],
    [30_00n, { ...nothing, usd: 70_01n, payments: 4 }, true],
    [1n, { ...nothing, payments: 5 }, true],
  ])('of %s cents after %o asks for a code: %s', (usd, paid, answer) => {
    expect(asksForCode(defaultLimits, paid, usd)).toBe(answer);
  });

  it('always asks where the limit is 0', () => {
    expect(asksForCode({ ...defaultLimits, single: 0n }, nothing, 0n)).toBe(true);
    expect(isAboveSingle({ single: 0n }, 0n)).toBe(true);
  });
});

import { toChainUnits } from '@marigold/chain/units';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { DustBalance } from './dust-balance.ts';
import { arrive, chainUnits, emptyDustBalance, giveAgain, leaveDust, takeBack } from './dust-balance.ts';

const terms = fc
  .record({ scale: fc.nat(8), chainScale: fc.nat(12), least: fc.bigInt({ min: 1n, max: 50n }) })
  .map(({ scale, chainScale, least }) => ({ scale, chainScale, depositMin: least }));
const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 7n }), { minLength: 1, maxLength: 30 });

it('credits and keeps together exactly what came', () => {
  fc.assert(
    fc.property(terms, amounts, (rule, came) => {
      let balance: DustBalance = emptyDustBalance;
      let credited = 0n;
      let all = 0n;
      for (const amount of came) {
        const next = arrive(rule, balance, toChainUnits(amount));
        balance = next.balance;
        all += amount;
        credited += next.units ?? 0n;
        expect(next.units ?? rule.depositMin).toBeGreaterThanOrEqual(rule.depositMin);
        expect(balance.amount >= balance.dust).toBe(true);
        expect(balance.amount + chainUnits(rule, credited)).toBe(all);
      }
    }),
  );
});

it('is as if it had never come once it left the chain, and as before once it came again', () => {
  fc.assert(
    fc.property(terms, amounts, fc.bigInt({ min: 1n, max: 10n ** 7n }), (rule, came, amount) => {
      const balance = came.reduce<DustBalance>(
        (before, one) => arrive(rule, before, toChainUnits(one)).balance,
        emptyDustBalance,
      );
      const { units, balance: after } = arrive(rule, balance, toChainUnits(amount));
      const isDust = units === undefined;
      const back = isDust
        ? leaveDust(after, toChainUnits(amount))
        : takeBack(rule, after, toChainUnits(amount), units);
      expect(back.amount).toBe(balance.amount);
      expect(
        isDust
          ? arrive(rule, back, toChainUnits(amount)).balance
          : giveAgain(rule, back, toChainUnits(amount), units),
      ).toEqual(after);
    }),
  );
});

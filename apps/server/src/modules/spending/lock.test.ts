import { describe, expect, it } from 'vitest';

import type { LockedHolding } from './lock.ts';
import { mustStay } from './lock.ts';

const held = (asset: string, available: bigint, locked: bigint, rate?: string): LockedHolding => ({
  asset,
  scale: 8,
  available: available * 10n ** 8n,
  locked: locked * 10n ** 8n,
  rate,
});
const whole = (units: bigint) => Number(units) / 1e8;

describe('what a payout must leave while deposits are not final', () => {
  it('is the locked amount itself, at any rate', () => {
    for (const rate of ['0.9987', '1', '1.0031', undefined]) {
      expect(whole(mustStay([held('USDT', 100n, 60n, rate)], 'USDT'))).toBe(60);
    }
  });

  it('is less by what else is worth as much', () => {
    const usdt = held('USDT', 100n, 60n, '1');
    expect(whole(mustStay([usdt, held('USDC', 25n, 0n, '1')], 'USDT'))).toBe(35);
    expect(whole(mustStay([usdt, held('USDC', 60n, 0n, '1')], 'USDT'))).toBe(0);
    expect(whole(mustStay([usdt, held('BTC', 25n, 0n)], 'USDT'))).toBe(60);
  });

  it('follows the money into what it was traded for', () => {
    const traded = [held('USDT', 0n, 3000n, '1'), held('ETH', 2n, 0n, '2000')];
    expect(whole(mustStay(traded, 'ETH'))).toBe(1.5);
    expect(whole(mustStay([held('USDT', 0n, 9000n, '1'), held('ETH', 2n, 0n, '2000')], 'ETH'))).toBe(2);
  });

  it('is nothing of another currency while the locked one is there', () => {
    const both = [held('USDT', 60n, 60n, '1'), held('ETH', 2n, 0n, '2000')];
    expect(whole(mustStay(both, 'ETH'))).toBe(0);
  });

  it('is everything while a lock without a rate is not covered by its own currency', () => {
    const spent = [held('XYZ', 5n, 10n), held('ETH', 2n, 0n, '2000')];
    expect(whole(mustStay(spent, 'ETH'))).toBe(2);
    const there = [held('XYZ', 12n, 10n), held('ETH', 2n, 0n, '2000')];
    expect(whole(mustStay(there, 'ETH'))).toBe(0);
    // What has no rate stays itself, whatever else there is.
    expect(whole(mustStay(there, 'XYZ'))).toBe(10);
  });

  it('is rounded up to the unit', () => {
    const thirds = [held('USDT', 0n, 1n, '1'), held('ABC', 10n, 0n, '3')];
    expect(mustStay(thirds, 'ABC')).toBe(33_333_334n);
  });
});

import { expect, it } from 'vitest';

import type { Payee } from '../../domain/payee/payee-queries.ts';
import { isFound, searchOutcome } from './payee-search.ts';

const payee: Payee = {
  id: '018f3c1e-1111-7000-8000-000000000001',
  name: 'Landlord',
  remark: 'rent',
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  currency: 'USDT',
  chain: 'eth',
  masked: null,
  lockedUntil: null,
  lockOpensBy: 'bind',
  count: 0,
  lastTime: null,
};

it('finds a recipient by name, address, remark, currency and network', () => {
  for (const query of ['', ' land', 'RENT', '0xa0b8', 'usdt', 'erc20'])
    expect(isFound(payee, 'Ethereum (ERC20)', query), query).toBe(true);
  expect(isFound(payee, 'Ethereum (ERC20)', 'tron')).toBe(false);
  expect(isFound({ ...payee, currency: null, chain: null, masked: 'bo**is' }, undefined, 'bo*')).toBe(true);
});

it('says that nobody matches only once the whole book was read', () => {
  const more = { hasNextPage: true, isFetchNextPageError: false };
  expect(searchOutcome(0, more)).toBe('looking');
  expect(searchOutcome(0, { ...more, isFetchNextPageError: true })).toBe('failed');
  expect(searchOutcome(0, { ...more, hasNextPage: false })).toBe('none');
  expect(searchOutcome(1, more)).toBe('found');
});

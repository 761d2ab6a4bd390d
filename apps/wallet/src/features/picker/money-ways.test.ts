import { expect, it } from 'vitest';

import type { Currency } from '../../domain/chain/deposit-queries.ts';
import { findCurrencies } from './find-currencies.ts';
import { isReceiving, moneyWaysOf } from './money-ways.ts';

const eth = {
  chain: 'eth',
  name: 'Ethereum',
  standard: 'ERC20',
  contract: null,
  scale: 6,
  depositOpen: true,
  payoutOpen: true,
  depositMin: '1',
  payoutMin: '2',
  payoutMax: '10000',
  fee: '0.5',
  feeMode: 'fixed',
  minutes: 5,
  confirmations: 12,
} as const;

function currency(code: string, chains: Currency['chains']): Currency {
  return { code, name: code, kind: 'coin', scale: 8, decimals: 2, symbol: null, transferMin: '0.01', chains };
}

const currencies = [
  currency('BTC', []),
  currency('USDT', [eth, { ...eth, chain: 'trx', name: 'TRON', standard: 'TRC20' }]),
];
const rows = currencies.map(({ code, name, kind, decimals }) => ({
  code,
  name,
  kind,
  decimals,
  available: undefined,
}));
const listed = (list: ReturnType<typeof moneyWaysOf>) =>
  list.map(({ code, chain }) => `${code} ${chain?.chain ?? 'inside'}`);

it('offers each currency on each of its networks, then all of them inside', () => {
  expect(listed(moneyWaysOf(rows, currencies))).toEqual([
    'USDT eth',
    'USDT trx',
    'BTC inside',
    'USDT inside',
  ]);
});

it('finds a network by its name, too', () => {
  expect(listed([...findCurrencies(moneyWaysOf(rows, currencies), 'usdt trc20')])).toEqual(['USDT trx']);
});

it('knows who receives', () => {
  expect(isReceiving('/pages/index/collection?currency=USDT')).toBe(true);
  expect(isReceiving('/pages/exchange/transfer?currency=USDT')).toBe(false);
  expect(isReceiving(undefined)).toBe(false);
});

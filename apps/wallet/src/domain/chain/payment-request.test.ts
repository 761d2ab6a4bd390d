import { describe, expect, it } from 'vitest';

import type { ListedChain } from './chain-queries.ts';
import type { Currency } from './deposit-queries.ts';
import { readPayable, requestUri } from './payment-request.ts';
import { readScan } from './scan.ts';

const mine = '0x52908400098527886E0F7030069857D2E4169EE7';
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const settings = { origin: 'https://wallet.example', messagingHosts: [], frameHosts: [] };

const eth: ListedChain = {
  chain: 'eth',
  name: 'Ethereum',
  standard: 'ERC20',
  family: 'evm',
  networkId: '1',
  confirmations: 12,
  blockMs: 12_000,
  explorerTransaction: null,
  explorerAccount: null,
  height: 7,
  state: 'live',
};

function listed(code: string, contract: string | null, scale: number, payoutOpen = true): Currency {
  return {
    code,
    name: code,
    kind: 'coin',
    scale: 8,
    decimals: 2,
    symbol: null,
    transferMin: '0.01',
    chains: [
      {
        chain: 'eth',
        name: 'Ethereum',
        standard: 'ERC20',
        contract,
        scale,
        depositOpen: true,
        payoutOpen,
        depositMin: '1',
        payoutMin: '2',
        payoutMax: '10000',
        fee: '0.5',
        feeMode: 'fixed',
        minutes: 5,
        confirmations: 12,
      },
    ],
  };
}
const currencies = [listed('USDT', usdt, 6), listed('ETH', null, 18)];

describe('the request of an own address', () => {
  const ofToken = `ethereum:${usdt}@1/transfer?address=${mine}`;
  const ofCoin = `ethereum:${mine}@1`;

  it('asks for a token in the units of its contract, for the chain’s own coin in wei', () => {
    expect(requestUri(ofToken, { contract: usdt, scale: 6 }, '12.5')).toBe(`${ofToken}&uint256=12500000`);
    expect(requestUri(ofCoin, { contract: null, scale: 18 }, '0.014')).toBe(
      `${ofCoin}?value=14000000000000000`,
    );
  });

  it('asks for nothing where the chain cannot move the amount', () => {
    expect(requestUri(ofToken, { contract: usdt, scale: 6 }, '0.1234567')).toBeUndefined();
    expect(requestUri(ofToken, { contract: usdt, scale: 6 }, '0')).toBeUndefined();
    expect(requestUri(ofToken, { contract: usdt, scale: 6 }, '1,5')).toBeUndefined();
    expect(requestUri(ofToken, { contract: usdt, scale: 6 }, '0.12000000')).toBe(`${ofToken}&uint256=120000`);
  });

  it.each([
    [ofToken, 'USDT', '1234.5'],
    [ofToken, 'USDT', '0.000001'],
    [ofCoin, 'ETH', '2.000000000000000001'],
  ])('is read as it was written: %s, %s, %s', (uri, currency, amount) => {
    const unit = currencies.find(({ code }) => code === currency)?.chains[0];
    if (unit === undefined) throw new Error('not listed');
    const scanned = readScan(requestUri(uri, unit, amount) ?? '', settings);
    if (scanned.kind !== 'paymentUri') throw new Error(scanned.kind);
    expect(readPayable(scanned, [eth], currencies)).toEqual({
      kind: 'pay',
      search: { address: mine, chain: 'eth', currency, amount },
    });
  });
});

function payable(text: string, chains = [eth], list = currencies) {
  const scanned = readScan(text, settings);
  if (scanned.kind !== 'walletAddress' && scanned.kind !== 'paymentUri') throw new Error(scanned.kind);
  return readPayable(scanned, chains, list);
}

describe('what was scanned', () => {
  it('leads to a transfer with what it says, and no more', () => {
    expect(payable(mine)).toEqual({ kind: 'pay', search: { address: mine, chain: 'eth' } });
    expect(payable(`ethereum:${mine}`)).toEqual({
      kind: 'pay',
      search: { address: mine, chain: 'eth', currency: 'ETH' },
    });
    expect(payable(`ethereum:${usdt.toLowerCase()}@1/transfer?address=${mine}&uint256=0`)).toEqual({
      kind: 'pay',
      search: { address: mine, chain: 'eth', currency: 'USDT' },
    });
  });

  it('is not paid on another chain than the one it names', () => {
    expect(payable(`ethereum:${mine}@137?value=1e18`).kind).toBe('otherChain');
    expect(payable(`ethereum:${mine}@1`, [{ ...eth, networkId: null }]).kind).toBe('otherChain');
    expect(payable('TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC').kind).toBe('otherChain');
  });

  it('is not paid in another coin than the one it names', () => {
    expect(payable(`ethereum:${mine}@1/transfer?address=${mine}&uint256=5`).kind).toBe('otherToken');
    expect(payable(`ethereum:${mine}@1`, [eth], [listed('USDT', usdt, 6)]).kind).toBe('otherToken');
  });

  it('is not paid while nothing goes out there', () => {
    const closed = [listed('USDT', usdt, 6, false)];
    expect(payable(`ethereum:${usdt}@1/transfer?address=${mine}`, [eth], closed).kind).toBe('closed');
    expect(payable(mine, [eth], closed).kind).toBe('closed');
    expect(payable(mine, [{ ...eth, state: 'off' }]).kind).toBe('otherChain');
  });
});

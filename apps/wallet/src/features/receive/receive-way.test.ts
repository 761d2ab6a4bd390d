import { describe, expect, it } from 'vitest';

import type { Currency, CurrencyChain } from '../../domain/chain/deposit-queries.ts';
import { requestScale, receiveSearch, wayOf } from './receive-way.ts';

const onEth: CurrencyChain = {
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
};

function currency(code: string, ...chains: readonly Partial<CurrencyChain>[]): Currency {
  return {
    code,
    name: code,
    kind: 'coin',
    scale: 8,
    decimals: 2,
    symbol: null,
    transferMin: '0.01',
    chains: chains.map((more) => ({ ...onEth, ...more })),
  };
}

const all = [currency('BTC'), currency('ETH', {}), currency('USDT', {}, { chain: 'trx' }), currency('EUR')];
const read = (search: Parameters<typeof wayOf>[0], list = all, recent: readonly string[] = []) =>
  receiveSearch(wayOf(search, list, recent));

describe('the way to be paid', () => {
  it('is the usual coin on its first chain, or the coin that was chosen last', () => {
    expect(read({})).toEqual({ currency: 'USDT', chain: 'eth' });
    expect(read({}, all, ['BTC', 'ETH'])).toEqual({ currency: 'ETH', chain: 'eth' });
    expect(read({ chain: 'trx' })).toEqual({ currency: 'USDT', chain: 'trx' });
  });

  it('is what was asked for', () => {
    expect(read({ currency: 'ETH', chain: 'eth' })).toEqual({ currency: 'ETH', chain: 'eth' });
    expect(read({ currency: 'USDT', chain: 'internal' })).toEqual({ currency: 'USDT', chain: 'internal' });
    expect(read({ chain: 'internal' })).toEqual({ chain: 'internal' });
  });

  it('is the internal code where no chain has the currency, or none is open', () => {
    expect(read({ currency: 'EUR' })).toEqual({ currency: 'EUR', chain: 'internal' });
    expect(read({ currency: 'ETH', chain: 'trx' })).toEqual({ currency: 'ETH', chain: 'internal' });
    expect(read({ currency: 'ETH' }, [currency('ETH', { depositOpen: false })])).toEqual({
      currency: 'ETH',
      chain: 'internal',
    });
    expect(read({}, [currency('EUR')])).toEqual({ chain: 'internal' });
    expect(read({ currency: 'XYZ', chain: 'eth' })).toEqual({ chain: 'internal' });
  });

  it('says so where a chain is only paused', () => {
    const paused = [currency('ETH', { depositOpen: false }), currency('EUR')];
    expect(wayOf({ currency: 'ETH' }, paused, [])).toMatchObject({ kind: 'internal', isPaused: true });
    expect(wayOf({ currency: 'EUR' }, paused, [])).toMatchObject({ kind: 'internal', isPaused: false });
    expect(wayOf({ currency: 'ETH', chain: 'internal' }, paused, [])).toMatchObject({ isPaused: false });
  });

  it('asks for no more decimals than the chain moves', () => {
    expect(requestScale(wayOf({ currency: 'USDT' }, all, []))).toBe(6);
    expect(requestScale(wayOf({ currency: 'USDT', chain: 'internal' }, all, []))).toBe(8);
  });
});

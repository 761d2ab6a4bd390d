import { describe, expect, it } from 'vitest';

import { countdownText, orderOfQuote, type Quote, type QuoteRequest, quoteMs, quoteInput } from './quote.ts';

const request: QuoteRequest = {
  kind: 'quote',
  currency: 'USDT',
  chain: 'eth',
  address: '0x8f3A2d5C0b1E4f6a7B8c9D0e1F2a3B4c5D6e91Ac',
  amount: '250',
  again: '250',
  decimals: 2,
  network: 'Ethereum (ERC20)',
  name: 'Mira',
  note: 'rent',
};
const quote: Quote = {
  quoteId: '018f3c1e-1111-7000-8000-000000000001',
  currency: 'USDT',
  chain: 'eth',
  address: request.address,
  amount: '250',
  fee: '1.5',
  receipt: '248.5',
  internal: null,
  minutes: 3,
  warnings: ['new_payee'],
  payeeLock: null,
  expires: 5_000_000,
};

describe('the order on a quote', () => {
  it('has exactly the terms of the quote, and the words that only this screen knows', () => {
    expect(orderOfQuote(request, quote, 1_000)).toMatchObject({
      kind: 'onChain',
      quoteId: quote.quoteId,
      amount: '250',
      fee: '1.5',
      recipientGets: '248.5',
      warnings: ['new_payee'],
      name: 'Mira',
      network: 'Ethereum (ERC20)',
      note: 'rent',
    });
  });

  it('ends a minute after it was asked for, whatever the clock of the server says', () => {
    const { deadline } = orderOfQuote(request, quote, 1_000);
    expect(deadline).toBe(1_000 + quoteMs);
    expect(orderOfQuote(request, { ...quote, expires: 1 }, 1_000).deadline).toBe(deadline);
  });

  it('is asked for once more as it was asked for first', () => {
    expect(quoteInput(orderOfQuote(request, quote, 1_000))).toEqual(request);
  });
});

describe('the time that is left', () => {
  it('is written in minutes and seconds', () => {
    expect([60, 42, 9, 0].map(countdownText)).toEqual(['1:00', '0:42', '0:09', '0:00']);
  });
});

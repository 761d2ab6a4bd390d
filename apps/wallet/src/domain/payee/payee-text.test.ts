import { describe, expect, it } from 'vitest';

import { isPayee, payeeKey, readPayee } from './payee-text.ts';

describe('a payee', () => {
  it('may be a username, a phone number, an e-mail address or an internal code', () => {
    for (const text of ['boris', '+79001234567', 'boris@example.com', '123456789'])
      expect(isPayee(text)).toBe(true);
  });

  it('costs no lookup when it cannot be anybody', () => {
    for (const text of [
      '',
      'bob',
      'boris petrov',
      '+7900',
      '@example.com',
      'борис',
      `a@${'b'.repeat(260)}.com`,
    ]) {
      expect([text, isPayee(text)]).toEqual([text, false]);
    }
  });

  it('may be a phone number as people write it, in full-width digits too', () => {
    expect(readPayee(' +7 (900) 123-45-67 ')).toBe('+79001234567');
    expect(readPayee('＋７９００１２３４５６７')).toBe('+79001234567');
  });

  it('is one question in any case of its letters', () => {
    expect(payeeKey('Boris')).toBe(payeeKey('boris'));
  });
});

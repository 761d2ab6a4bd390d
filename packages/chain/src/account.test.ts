import { describe, expect, it } from 'vitest';

import { readAccount, writeAccount } from './account.ts';
import type { ChainAccount } from './port.ts';

/** The examples of EIP-55. */
const checksummed = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];
/** Of wallet-core: the account of the private key that is 32 times 0x46. */
const shared: ChainAccount = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f';
const sharedTron = 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp';

describe('an account', () => {
  it('is written with the checksum of EIP-55 and read back', () => {
    for (const text of checksummed) {
      const account = text.toLowerCase() as ChainAccount;
      expect(writeAccount(account, 'evm')).toBe(text);
      const isMixed = /[A-F]/.test(text.slice(2)) && /[a-f]/.test(text);
      expect(readAccount(` ${text}\n`, 'evm')).toEqual({ account, isChecked: isMixed });
    }
  });

  it('of TRON has the same 20 bytes in other letters', () => {
    expect(writeAccount(shared, 'tron')).toBe(sharedTron);
    expect(readAccount(sharedTron, 'tron')).toEqual({ account: shared, isChecked: true });
  });

  it('written all in one case is read, and said to be unchecked', () => {
    expect(readAccount(shared, 'evm')).toEqual({ account: shared, isChecked: false });
    const upper = `0x${shared.slice(2).toUpperCase()}`;
    expect(readAccount(upper, 'evm')).toEqual({ account: shared, isChecked: false });
  });
});

describe('what is no account is told apart', () => {
  const good = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const cases = [
    ['one letter in the other case', good.replace('Ae', 'ae'), 'address_checksum'],
    ['one digit changed', good.replace('053', '054'), 'address_checksum'],
    ['zero', `0x${'0'.repeat(40)}`, 'address_is_zero'],
    ['a digit too few', good.slice(0, -1), 'address_malformed'],
    ['a digit too many', `${good}0`, 'address_malformed'],
    ['no 0x', good.slice(2), 'address_malformed'],
    ['a capital X', good.replace('0x', '0X'), 'address_malformed'],
    ['full-width digits', good.replace('5', '５'), 'address_malformed'],
    ['a space inside', good.replace('6', ' '), 'address_malformed'],
    ['a letter that is no digit', good.replace('6', 'g'), 'address_malformed'],
    ['a Cyrillic a', good.replace('a', 'а'), 'address_malformed'],
    ['nothing', '', 'address_malformed'],
    ['very much', good.repeat(100_000), 'address_malformed'],
    ['a name', 'vitalik.eth', 'address_malformed'],
    ['TRON', sharedTron, 'address_other_chain'],
    ['Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address_other_chain'],
    ['Bitcoin with segwit', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'address_other_chain'],
  ] as const;
  it.each(cases)('%s', (_, text, problem) => {
    expect(readAccount(text, 'evm')).toBe(problem);
  });

  it('on TRON too', () => {
    expect(readAccount(good, 'tron')).toBe('address_other_chain');
    expect(readAccount(sharedTron.replace('Q', 'R'), 'tron')).toBe('address_checksum');
    expect(readAccount(`${sharedTron}a`, 'tron')).toBe('address_other_chain');
    expect(readAccount(writeAccount(`0x${'0'.repeat(40)}`, 'tron'), 'tron')).toBe('address_is_zero');
  });
});

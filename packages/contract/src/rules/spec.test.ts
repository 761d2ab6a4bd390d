/** The specification's sections 5 and 9 as one table: what each rule says to what. */
import { describe, expect, it } from 'vitest';

import { isEmailList, isWalletAddress } from './addresses.ts';
import {
  checkLoginPassword,
  isLoginPassword,
  isPaymentPassword,
  isUsername,
  isWeakPaymentPassword,
} from './credentials.ts';
import { mask } from './masking.ts';
import { groupEntries } from './order-book.ts';

type Row = readonly [promise: string, given: () => unknown, expected: unknown];

const tron = `T${'a1_Z'.repeat(8)}b`;
const ethereum = `0x${'aB3_'.repeat(10)}`;

const table: Record<string, readonly Row[]> = {
  'spec 9, order-book grouping': [
    [
      'prices are truncated, not rounded, and equal ones merge',
      () =>
        groupEntries(
          [
            ['1.29', '1'],
            ['1.21', '2.5'],
            ['1.19', '4'],
          ],
          1,
        ),
      [
        ['1.2', '3.5'],
        ['1.1', '4'],
      ],
    ],
    [
      'amounts add up exactly',
      () =>
        groupEntries(
          [
            ['1.01', '0.1'],
            ['1.02', '0.20'],
          ],
          1,
        ),
      [['1.0', '0.30']],
    ],
    [
      'short prices are padded',
      () =>
        groupEntries(
          [
            ['7', '1'],
            ['7.0', '1'],
          ],
          2,
        ),
      [['7.00', '2']],
    ],
    [
      'no decimals leaves the integer',
      () =>
        groupEntries(
          [
            ['7.9', '1'],
            ['7', '1'],
          ],
          0,
        ),
      [['7', '2']],
    ],
    [
      'the order is kept, integer-like prices included',
      () =>
        groupEntries(
          [
            ['10', '1'],
            ['9', '2'],
            ['8', '3'],
          ],
          0,
        ),
      [
        ['10', '1'],
        ['9', '2'],
        ['8', '3'],
      ],
    ],
    ['an empty side stays empty', () => groupEntries([], 1), []],
  ],
  'spec 9, masking': [
    ['first and last 3 stay', () => mask('alice@example.com'), 'a*************com'],
    ['five characters hide one', () => mask('abcde'), 'a*cde'],
    ['four characters keep the first only', () => mask('abcd'), 'a***'],
    ['two keep the first', () => mask('ab'), 'a*'],
    ['one is hidden', () => mask('a'), '*'],
    ['nothing stays nothing', () => mask(''), ''],
    ['an astral character is one', () => mask('😀bc𝒹e😀'), '😀**𝒹e😀'],
    ['a flag and a family are one each', () => mask('🇯🇵ab👨‍👩‍👧cd'), '🇯🇵**👨‍👩‍👧cd'],
    ['Chinese names are masked alike', () => mask('王小明先生'), '王*明先生'],
  ],
  'spec 5, wallet address check': [
    ['TRC20: 34 characters starting with T', () => isWalletAddress('TRC20', tron), true],
    ['not 33', () => isWalletAddress('TRC20', tron.slice(0, -1)), false],
    ['not 35', () => isWalletAddress('TRC20', `${tron}a`), false],
    ['not a small t', () => isWalletAddress('TRC20', `t${tron.slice(1)}`), false],
    ['no other address', () => isWalletAddress('TRC20', ethereum), false],
    ['any other type: 42 characters starting with 0x', () => isWalletAddress('ERC20', ethereum), true],
    ['also an unknown one', () => isWalletAddress('', ethereum), true],
    ['not 41', () => isWalletAddress('ERC20', ethereum.slice(0, -1)), false],
    ['not 43', () => isWalletAddress('ERC20', `${ethereum}a`), false],
    ['not 0X', () => isWalletAddress('ERC20', `0X${ethereum.slice(2)}`), false],
    ['not a Tron address', () => isWalletAddress('ERC20', tron), false],
    ['not empty', () => isWalletAddress('ERC20', ''), false],
    ...['-', ' ', '\n', 'é', 'а', '１'].map((bad): Row => [
      `${JSON.stringify(bad)} is refused`,
      () => isWalletAddress('TRC20', tron.slice(0, -1) + bad),
      false,
    ]),
    ['no line break behind it', () => isWalletAddress('TRC20', `${tron}\n`), false],
  ],
  'spec 5, e-mail list check': [
    ...['a@b.co', 'a-b_c.d@sub.my-mail.info', 'A1@B2.C3', 'a@b.co,c@d.org', 'a@xn--b.de'].map((text): Row => [
      `${text} is one`,
      () => isEmailList(text),
      true,
    ]),
    ...[
      '',
      ',',
      'a@b.co,',
      ',a@b.co',
      'a@b.co,,c@d.org',
      'a@b.co;c@d.org',
      'a@b.co, c@d.org',
      ' a@b.co',
      'a@b.co\n',
      'a@b',
      '@b.co',
      'a@.co',
      'a@b..co',
      'a@b.c',
      'a@b.world',
      'a@b.c-o',
      'a@-b.co',
      'a@b-.co',
      '.a@b.co',
      'a.@b.co',
      'a..b@b.co',
      'a+b@b.co',
      'a@b@c.co',
      'ü@b.co',
      `${'a'.repeat(50_000)}!`,
    ].map((text): Row => [`${JSON.stringify(text.slice(0, 40))} is none`, () => isEmailList(text), false]),
  ],
  'spec 5, username': [
    ...['abcd', 'Ab12', '1234', 'a'.repeat(20)].map((text): Row => [
      `${text} is one`,
      () => isUsername(text),
      true,
    ]),
    ...['', 'abc', 'a'.repeat(21), 'ab_cd', 'ab cd', 'абвг', 'ａｂｃｄ', 'abcd\n', 'abc😀'].map(
      (text): Row => [`${JSON.stringify(text)} is none`, () => isUsername(text), false],
    ),
  ],
  'spec 5, new login password': [
    [
      'every part is told',
      () => checkLoginPassword('Aa1!aaaa'),
      { length: true, digit: true, upper: true, lower: true, special: true },
    ],
    [
      'nothing holds at first',
      () => checkLoginPassword(''),
      { length: false, digit: false, upper: false, lower: false, special: false },
    ],
    ['8 characters are enough', () => isLoginPassword('Aa1!aaaa'), true],
    ['7 are not', () => isLoginPassword('Aa1!aaa'), false],
    ['20 are allowed', () => isLoginPassword(`Aa1!${'a'.repeat(16)}`), true],
    ['21 are not', () => isLoginPassword(`Aa1!${'a'.repeat(17)}`), false],
    ['a digit is needed', () => isLoginPassword('Aaa!aaaa'), false],
    ['an uppercase letter is needed', () => isLoginPassword('aa1!aaaa'), false],
    ['a lowercase letter is needed', () => isLoginPassword('AA1!AAAA'), false],
    ['a special character is needed', () => isLoginPassword('Aa1aaaaa'), false],
    ['a blank is not special', () => isLoginPassword('Aa1 aaaa'), false],
    ['an underscore is', () => isLoginPassword('Aa1_aaaa'), true],
    [
      'an emoji is one special character',
      () => checkLoginPassword('Aa1😀aaa'),
      { length: false, digit: true, upper: true, lower: true, special: true },
    ],
    ['Cyrillic letters are letters', () => isLoginPassword('Пароль1!'), true],
    ['full-width digits are not digits', () => isLoginPassword('Aa１!aaaa'), false],
  ],
  'spec 5, PINs': [
    ['six digits are a payment password', () => isPaymentPassword('000000'), true],
    ...['', '12345', '1234567', '12345a', '１２３４５６', '123456\n'].map((text): Row => [
      `${JSON.stringify(text)} is no payment password`,
      () => isPaymentPassword(text),
      false,
    ]),
    ...['111111', '000000', '123456', '654321', '012345', '567890', '098765'].map((text): Row => [
      `${text} is a weak payment password`,
      () => isWeakPaymentPassword(text),
      true,
    ]),
    ...['121212', '123457', '246802', '731946'].map((text): Row => [
      `${text} is no weak payment password`,
      () => isWeakPaymentPassword(text),
      false,
    ]),
  ],
};

describe.each(Object.entries(table))('%s', (_section, rows) => {
  it.each(rows)('%s', (_promise, given, expected) => {
    expect(given()).toEqual(expected);
  });
});

describe('mistakes of ours', () => {
  it.each<readonly [string, () => unknown]>([
    ['a book price that is none', () => groupEntries([['-1', '1']], 1)],
    ['a depth that is none', () => groupEntries([], -1)],
  ])('%s breaks', (_what, act) => {
    expect(act).toThrow('Broken: ');
  });
});

import { isLoginPassword } from '@marigold/contract/rules/credentials';
import { describe, expect, it } from 'vitest';

import { goodPassword } from '../../../../testing/api.ts';
import { demoPeople } from '../../demo/people.ts';
import { formsOf, isCommonPassword } from './cores.ts';

describe('a password that everybody tries first', () => {
  it.each([
    'Liverpool1!',
    'Dragon99$',
    'Vladimir12!',
    'Woaini520!',
    'Anna1990!',
    'P@ssw0rd123',
    '#Pa$$word2026',
    '$Uperman12',
    'We1come2!',
    'Ilov3you!',
    'Close-Up77',
    'Пароль1!',
    'Йцукен123!',
    'Aa123456!',
    '1Qaz@wsx',
    'Abc!2026',
    'Marigold123!',
  ])('is refused: %s', (password) => {
    expect([isLoginPassword(password), isCommonPassword(password)]).toEqual([true, true]);
  });

  it.each([
    'Tr0ub4dor&3',
    'correct-Horse7',
    goodPassword,
    'Marigold8?',
    'Marigold9?',
    'Marigold-2026!',
    'Marigold-2027?',
    'Kx7#pLq2vR',
    'Aa1!aaaa',
    ...demoPeople.map(({ password }) => password),
  ])('is none: %s', (password) => {
    expect([isLoginPassword(password), isCommonPassword(password)]).toEqual([true, false]);
  });

  // What people do under a rule of four kinds, by the words, digits and signs that they do it with.
  it('is a well-known word with digits and a sign, wherever they stand', () => {
    const words = [
      'password',
      'qwerty',
      'letmein',
      'football',
      'test',
      'abcd',
      'abc',
      'aa',
      'woaini',
      'bitcoin',
    ];
    const tails = ['1', '01', '12', '123', '1234', '123456', '321', '666', '888', '2020', '2024', '2026'];
    const taken = words.flatMap((word) =>
      tails.flatMap((tail) =>
        ['!', '@', '#', '$', '.', '*', '@@'].flatMap((sign) => {
          const capital = word.slice(0, 1).toUpperCase() + word.slice(1);
          return [capital + tail + sign, capital + sign + tail, sign + capital + tail];
        }),
      ),
    );
    const possible = taken.filter((password) => isLoginPassword(password));
    expect(possible.length).toBeGreaterThan(1500);
    expect(possible.filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  it('is a name of the person too, but none of three letters', () => {
    const names = ['Rosenkavalier', 'kl.mohn', 'Eva'];
    const answers = ['Rosenkavalier7!', 'R0senkavali3r#', 'Kl.Mohn88', '#KLmohn1', 'Eva!1999'].map(
      (password) => isCommonPassword(password, names),
    );
    expect(answers).toEqual([true, true, true, true, false]);
    expect(isCommonPassword('Rosenkavalier7!', ['somebodyelse'])).toBe(false);
  });

  it('is looked up by few forms of four characters or more', () => {
    expect(formsOf('P@ssw0rd123')).toEqual(['p@ssw0rd123', 'psswrd', 'pssw0rd123', 'password']);
    expect(formsOf('Ab1#5678')).toEqual(['ab1#5678', 'ab15678']);
    expect(formsOf('1!2@3#4$')).toEqual(['1!2@3#4$', '1234']);
  });
});

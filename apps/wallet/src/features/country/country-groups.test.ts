import { describe, expect, it } from 'vitest';

import { groupCountries, isFoundBy } from './country-groups.ts';

const codes = [
  ['AL', '355'],
  ['CN', '86'],
  ['JP', '81'],
  ['KR', '82'],
  ['RU', '7'],
  ['GE', '995'],
  ['AX', '358'],
  ['CI', '225'],
  ['HK', '852'],
  ['TW', '886'],
  ['ZA', '27'],
  ['EG', '20'],
  ['US', '1'],
  ['GB', '44'],
  ['UZ', '998'],
  ['VN', '84'],
] as const;
const countries = codes.map(([code, area]) => ({ code, area, kyc: true }));

const lettersOf = (language: Parameters<typeof groupCountries>[1]) =>
  Object.fromEntries(
    groupCountries(countries, language).flatMap(({ letter, countries: list }) =>
      list.map(({ code }) => [code, letter]),
    ),
  );

describe('regions under letters', () => {
  it('stand under the first letter in English, accents aside', () => {
    expect(lettersOf('en')).toMatchObject({ AL: 'A', AX: 'A', CI: 'C', GE: 'G', US: 'U' });
  });

  it('stand under Cyrillic letters in Russian', () => {
    expect(lettersOf('ru')).toMatchObject({ RU: 'Р', GE: 'Г', US: 'С', EG: 'Е', JP: 'Я' });
  });

  it('stand under the sound in Chinese, in both scripts', () => {
    const letters = { AL: 'A', CN: 'Z', JP: 'R', RU: 'E', GE: 'G', US: 'M', GB: 'Y', EG: 'A' };
    expect(lettersOf('zh-Hans')).toMatchObject(letters);
    expect(lettersOf('zh-Hant')).toMatchObject({ CN: 'Z', JP: 'R', US: 'M', GB: 'Y', EG: 'A' });
  });

  it('stand under their kana row in Japanese, characters by how they are read', () => {
    expect(lettersOf('ja')).toMatchObject({
      CN: 'タ',
      JP: 'ナ',
      KR: 'カ',
      ZA: 'マ',
      AL: 'ア',
      GE: 'サ',
      RU: 'ラ',
      VN: 'ハ',
    });
  });

  it.each(['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru'] as const)(
    'come in order, once each, in %s',
    (language) => {
      const groups = groupCountries(countries, language);
      expect(groups.flatMap(({ countries: list }) => list)).toHaveLength(countries.length);
      expect(new Set(groups.map(({ letter }) => letter)).size).toBe(groups.length);
    },
  );
});

describe('looking for a region', () => {
  const georgia = { code: 'GE', area: '995', kyc: true };
  it.each([
    'geo',
    'Грузия',
    'грузи',
    '格鲁吉亚',
    '喬治亞',
    'ジョージア',
    'GE',
    'ge',
    '+995',
    '99',
    '  Georgia ',
  ])('finds Georgia by %j', (typed) => expect(isFoundBy(typed, georgia)).toBe(true));

  it.each(['france', '+44', 'xx'])('does not find it by %j', (typed) => {
    expect(isFoundBy(typed, georgia)).toBe(false);
  });

  it('takes names without their accents', () => {
    expect(isFoundBy('cote d', { code: 'CI', area: '225', kyc: true })).toBe(true);
  });
});

import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import { describe, expect, it } from 'vitest';

import { countries, isRegion } from './countries.ts';

/** Ascension and Tristan da Cunha are islands of SH in ISO 3166 and have no code of their own there. */
const notIso = ['AC', 'TA'];

describe('the regions', () => {
  it('have the dialling codes of the numbering plan, each once, and none is left out', () => {
    const known = getCountries()
      .filter((code) => !notIso.includes(code))
      .map((code) => [code, getCountryCallingCode(code)]);
    expect(countries.map(({ code, area }) => [code, area])).toEqual(
      known.toSorted(([left = ''], [right = '']) => (left < right ? -1 : 1)),
    );
  });

  it('have a name in every language of the app', () => {
    for (const language of ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru']) {
      const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
      expect(countries.filter(({ code }) => names.of(code) === undefined)).toEqual([]);
    }
  });

  it('are what a person may choose, and nothing else', () => {
    expect([isRegion('GE'), isRegion('ZZ'), isRegion('AC')]).toEqual([true, false, false]);
  });
});

import { describe, expect, it } from 'vitest';

import { isPhone } from './contact.ts';
import { joinPhone, regionOfArea, splitPhone, typedPart } from './dialling.ts';

const countries = [
  ['GE', '995'],
  ['US', '1'],
  ['CA', '1'],
  ['RU', '7'],
  ['KZ', '7'],
  ['GB', '44'],
  ['GG', '44'],
].map(([code = '', area = '']) => ({ code, area, kyc: true }));

describe('a phone number in two parts', () => {
  it('is whole together with its dialling code', () => {
    expect(joinPhone('995', '555 01 24 67')).toBe('+995 555 01 24 67');
    expect(isPhone(joinPhone('995', '555 01 24 67'))).toBe(true);
    expect(typedPart('995', '+995 555 01 24 67')).toBe('555 01 24 67');
  });

  it.each(['+7 999 123 45 67', '00447911123456', '＋995555012467', ''])(
    'takes %j as it is typed',
    (typed) => {
      expect(joinPhone('995', typed)).toBe(typed);
      expect(typedPart('995', typed)).toBe(typed);
    },
  );

  it('comes apart at its code, however it was written', () => {
    expect(splitPhone('+995 555 01 24 67', countries)).toEqual({ area: '995', typed: '555 01 24 67' });
    expect(splitPhone('00447911123456', countries)).toEqual({ area: '44', typed: '7911123456' });
    expect(splitPhone('(555) 01', countries)).toBeUndefined();
    expect(splitPhone('+999 1', countries)).toBeUndefined();
  });

  it('belongs to the region that was picked, otherwise to the largest of its code', () => {
    expect(regionOfArea('1', countries, 'CA')).toBe('CA');
    expect(regionOfArea('1', countries, 'GE')).toBe('US');
    expect(regionOfArea('7', countries, undefined)).toBe('RU');
    expect(regionOfArea('995', countries, undefined)).toBe('GE');
    expect(regionOfArea('999', countries, undefined)).toBeUndefined();
  });
});

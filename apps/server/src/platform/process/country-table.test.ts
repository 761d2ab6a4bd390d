import { describe, expect, it } from 'vitest';

import { countryTable } from './country-table.ts';

const table = countryTable(
  [
    '# first, last, country',
    '203.0.113.0,203.0.113.255,GE',
    '"198.51.100.0","198.51.100.127","RU"',
    '2001:db8::,2001:db8:0:ffff:ffff:ffff:ffff:ffff,JP',
    '9.0.0.0,9.255.255.255,US',
  ].join('\n'),
);

describe('the country of an address', () => {
  it.each([
    ['203.0.113.0', 'GE'],
    ['203.0.113.255', 'GE'],
    ['::ffff:203.0.113.7', 'GE'],
    ['198.51.100.127', 'RU'],
    ['198.51.100.128', undefined],
    ['203.0.112.255', undefined],
    ['9.1.2.3', 'US'],
    ['0.0.0.1', undefined],
    ['2001:db8::7', 'JP'],
    ['2001:db8:0:8000::203.0.113.1', 'JP'],
    ['2001:db8:1::', undefined],
    ['fe80::1%eth0', undefined],
    ['nonsense', undefined],
  ])('of %s is %s', (address, country) => expect(table(address)).toBe(country));

  it('is nowhere with an empty table', () => expect(countryTable('')('203.0.113.7')).toBeUndefined());

  it.each(['x,y,GE', '203.0.113.9,203.0.113.0,GE', '203.0.113.0,2001:db8::,GE', '1.2.3.4,1.2.3.5,Georgia'])(
    'says which line is none: %s',
    (bad) => expect(() => countryTable(`9.0.0.0,9.0.0.1,US\n${bad}`)).toThrow('line 2'),
  );
});

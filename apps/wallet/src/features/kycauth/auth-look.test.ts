import { describe, expect, it } from 'vitest';

import { numberBody, promptOf } from './auth-look.ts';

describe('a number', () => {
  it.for([
    ['', ''],
    ['mk-7q2m9xh4t0', '7Q2M9XH4T0'],
    ['MK7Q2M9XH4T0', '7Q2M9XH4T0'],
    [' MK-7Q2M 9XH4 T0 ', '7Q2M9XH4T0'],
    ['7q2m9xh4t0', '7Q2M9XH4T0'],
    ['7Q2M9XH4T01234', '7Q2M9XH4T0'],
    ['oil7', '0117'],
    ['MK-MK12345678', 'MK12345678'],
    ['MK12345678', 'MK12345678'],
    ['MK7Q2M9XH4T', 'MK7Q2M9XH4T'],
    ['MK-', ''],
  ])('typed as "%s" is %s', ([typed, body]) => {
    expect(numberBody(typed ?? '')).toBe(body);
  });
});

describe('the form', () => {
  const filled = {
    number: '7Q2M9XH4T0',
    use: 'card',
    purpose: 'Work',
    contact: 'ann@example.com',
    description: '',
  } as const;

  it.for([
    [{ number: '' }, 'number'],
    [{ number: '7Q2M9XH4T' }, 'form'],
    [{ number: '7Q2M9XH4TU' }, 'form'],
    [{ purpose: ' ' }, 'purpose'],
    [{ contact: '' }, 'contact'],
    [{}, undefined],
  ] as const)('with %o lacks %s', ([more, prompt]) => {
    expect(promptOf({ ...filled, ...more })).toBe(prompt);
  });
});

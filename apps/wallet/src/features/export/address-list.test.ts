import { expect, it } from 'vitest';

import { takeTyped } from './address-list.ts';

it('takes each address once, whatever stands between them', () => {
  expect(takeTyped(['a@b.co'], ' A@b.co, c@d.org，e@f.net; c@d.org\n', 5)).toEqual({
    addresses: ['a@b.co', 'c@d.org', 'e@f.net'],
    rest: '',
    problem: undefined,
  });
});

it('leaves what is wrong in the field and names it', () => {
  expect(takeTyped([], 'a@b.co, nobody@, c@d.org', 5)).toEqual({
    addresses: ['a@b.co'],
    rest: 'nobody@, c@d.org',
    problem: { kind: 'wrong', address: 'nobody@' },
  });
});

it('takes as many as there are places', () => {
  expect(takeTyped([], 'a@b.co, c@d.org, e@f.net', 2)).toEqual({
    addresses: ['a@b.co', 'c@d.org'],
    rest: 'e@f.net',
    problem: { kind: 'tooMany' },
  });
});

import { expect, it } from 'vitest';

import { assert } from './assert.ts';

it('names the fact that does not hold, and is silent where it holds', () => {
  expect(() => assert(false, 'two is one')).toThrow('Broken: two is one');
  expect(() => assert(true, 'one is one')).not.toThrow();
});

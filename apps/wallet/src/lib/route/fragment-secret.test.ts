import { expect, it } from 'vitest';

import { readSecret } from './fragment-secret.ts';

const secret = `${'aB3_-'.repeat(8)}xyz`;

it('takes a whole secret and nothing else', () => {
  expect(readSecret(`#${secret}`)).toEqual({ kind: 'secret', secret });
  expect([readSecret(''), readSecret('#')]).toEqual([{ kind: 'none' }, { kind: 'none' }]);
  for (const broken of [`#${secret}x`, `#${secret.slice(1)}`, `#${secret.slice(1)}é`, `#?${secret}`, '#top'])
    expect(readSecret(broken)).toEqual({ kind: 'broken' });
});

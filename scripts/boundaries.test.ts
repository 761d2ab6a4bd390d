import { describe, expect, it } from 'vitest';

import { problemsOf } from './boundaries.ts';

describe('the layer table', () => {
  it.each([
    [
      'apps/wallet/src/ui/base/button.tsx',
      `import { x } from '../../lib/text/x.ts';`,
      'web/ui/base may not import web/lib/text',
    ],
    [
      'packages/money/src/amount.ts',
      `export type { X } from '@marigold/ledger/journal';`,
      'may not import @ledger',
    ],
    [
      'packages/money/src/amount.ts',
      `const x = await import('@marigold/texts/say');`,
      'may not import @texts',
    ],
    [
      'apps/server/src/platform/process/log.ts',
      `import '../../modules/bill/service.ts';`,
      'may not import bill',
    ],
    [
      'apps/server/src/platform/process/log.ts',
      `import { start } from '../../main.ts';`,
      'nothing imports apps/server/src/main.ts',
    ],
    [
      'apps/wallet/src/features/home/home.page.tsx',
      `import { x } from '../bill/bill-rows.tsx';`,
      'is a sibling',
    ],
    ['apps/server/src/modules/cooking/recipe.ts', '', 'no row of layers.ts names its folder'],
    [
      'packages/ledger/src/journal.ts',
      `import { x } from '../../../scripts/setup.ts';`,
      'leads out of the rooms',
    ],
  ])('refuses in %s: %s', (file, source, reason) => {
    expect(problemsOf(file, source).join('\n')).toContain(reason);
  });

  it.each([
    [
      'apps/server/src/main.ts',
      `import '../../../packages/money/src/amount.ts'; import './modules/bill/service.ts';`,
    ],
    [
      'apps/server/src/modules/bill/service.ts',
      `import '../../platform/process/log.ts'; import './record.ts'; import 'zod';`,
    ],
    ['apps/wallet/src/features/home/home.page.tsx', `import { x } from './user-hero.tsx';`],
    ['apps/server/src/modules/bill/service.test.ts', `import '../transfer/service.ts';`],
  ])('lets pass in %s: %s', (file, source) => {
    expect(problemsOf(file, source)).toEqual([]);
  });
});

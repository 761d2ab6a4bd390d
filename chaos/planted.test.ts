import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { isKind } from './findings.ts';
import { patchedFiles } from './patch.ts';
import { chaosFaults } from './planted.ts';

const repository = join(import.meta.dirname, '..');

describe.each(chaosFaults())('the planted fault $name', ({ patch, seenAs }) => {
  it('fits the product as it is today and touches nothing else', () => {
    const files = [...patchedFiles(patch, repository).keys()];
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(file).toMatch(/^(apps\/server\/(src|migrations)|packages\/\w+\/src)\//);
  });

  it('says how it is seen: by kind, and not by whatever is said', () => {
    const reasons = seenAs.source.slice(2, -1).split('|');
    for (const reason of reasons) expect(reason.split(':', 1)[0]).toSatisfy(isKind);
    expect(seenAs.test('something else')).toBe(false);
  });
});

describe('a patch', () => {
  it('is refused where its lines are not', () => {
    const patch = '--- a/package.json\n+++ b/package.json\n@@ -1 +1 @@\n-no such line\n+another\n';
    expect(() => patchedFiles(patch, repository)).toThrow('package.json has 0 places');
  });
});

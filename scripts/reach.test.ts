/** What no program of ours reaches is no product: it goes, or stands in a folder `testing`. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { parse, requestsOf } from './walls/source.ts';

const root = join(import.meta.dirname, '..');

/** Where a program begins, another process of one, or what the browser loads by itself. */
const beginnings = [
  'apps/server/src/main.ts',
  'apps/server/src/operator.ts',
  'apps/server/src/adapters/partner-simulator/main.ts',
  'apps/server/src/modules/demo/inbox-refresh.js',
  'apps/server/src/modules/export/render-worker.ts',
  'apps/server/src/modules/file/decode.mjs',
  'apps/wallet/src/app/main.tsx',
  'apps/wallet/src/domain/account/puzzle-worker.ts',
  'apps/wallet/src/ui-capture/verdict-worker.ts',
  'apps/wallet/worker/sw.ts',
  'packages/signer/src/create-keystore.ts',
  'packages/signer/src/main.ts',
];

/** The file an import leads to; undefined for packages from outside and for what is generated. */
function targetOf(file: string, request: string): string | undefined {
  const path = request.startsWith('.')
    ? join(dirname(file), request)
    : /^@marigold\/(\w+)\/(.+)$/.exec(request)?.slice(1).join('/src/').replace(/^/, 'packages/');
  return [path, `${path}.ts`].find(
    (one) => one !== undefined && /\.\w+$/.test(one) && existsSync(join(root, one)),
  );
}

it('every file of the product is reached from where a program begins', () => {
  const reached = new Set(beginnings);
  for (const file of reached) {
    if (!/\.(ts|tsx|mjs|js)$/.test(file)) continue;
    const source = readFileSync(join(root, file), 'utf8');
    for (const request of requestsOf(parse(file, source), source)) {
      const target = targetOf(file, request);
      if (target !== undefined) reached.add(target);
    }
  }
  const files = globSync('{apps,packages}/*/{src,worker}/**/*.{ts,tsx,mjs,js}', { cwd: root });
  const products = files.filter((file) => !/\.(test|test-d|ct)\.tsx?$|\.d\.ts$/.test(file));
  expect(reached.size).toBeGreaterThan(500);
  expect(products.filter((file) => !reached.has(file)).toSorted()).toEqual([]);
});

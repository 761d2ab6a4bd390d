import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

import { parse, requestsOf } from '../../../../../scripts/walls/source.ts';

const root = join(import.meta.dirname, '../../../../..');

/**
 * What turns a secret into keys or keys into signatures; one module of ours may read extended public keys with it. Of ox,
 * which can do all of it, hashes and calls of contracts are asked for by their own names.
 */
const keyPackages =
  /^(@scure\/(bip32|bip39)|@noble\/curves|viem|ethereumjs-wallet|hdkey|ox(?!\/(AbiFunction|Hash)$))(\/|$)/;
const publicKeysOnly = ['packages/chain/src/hd.ts'];

/** Every file of ours that these would load, with the packages from outside that each asks for. */
function graphOf(entries: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, readonly string[]>();
  const open = entries.map((entry) => join(root, entry));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const name = relative(root, file);
    if (graph.has(name)) continue;
    const source = readFileSync(file, 'utf8');
    const requests = requestsOf(parse(file, source), source);
    graph.set(
      name,
      requests.filter((one) => !isOurs(one)),
    );
    for (const request of requests.filter(isOurs)) {
      const found = createRequire(file).resolve(request);
      if (/\.(ts|js)$/.test(found)) open.push(found);
    }
  }
  return graph;
}

function isOurs(request: string): boolean {
  return request.startsWith('.') || request.startsWith('@marigold/');
}

describe('the program that answers people', () => {
  const graph = graphOf(['apps/server/src/main.ts', 'apps/server/src/operator.ts']);

  it('is looked at as a whole', () => {
    expect(graph.size).toBeGreaterThan(150);
    expect([...graph.keys()]).toContain('packages/chain/src/hd.ts');
    expect([...graph.keys()]).toContain('packages/ledger/src/journal.ts');
  });

  it('cannot load the signer', () => {
    expect([...graph.keys()].filter((file) => file.startsWith('packages/signer/'))).toEqual([]);
    expect([...graph.values()].flat().filter((request) => request.includes('signer'))).toEqual([]);
  });

  it('loads nothing that could sign or derive a private key', () => {
    const able = [...graph].filter(([, requests]) => requests.some((one) => keyPackages.test(one)));
    expect(able.map(([file]) => file)).toEqual(publicKeysOnly);
  });

  it('loads nothing that is made for tests', () => {
    expect([...graph.keys()].filter((file) => file.includes('/testing/'))).toEqual([]);
  });
});

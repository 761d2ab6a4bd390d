import { globSync } from 'node:fs';
import { basename } from 'node:path';

import { contract } from '@marigold/contract/contract';
import type { Path } from '@marigold/contract/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../testing/api.ts';
import { startTestApi } from '../testing/api.ts';
import { baseRequests } from './base-requests.ts';
import type { RequestWorld } from './requests/base-request.ts';
import { createWorld } from './world.ts';

const paths = Object.keys(contract) as Path[];
let api: TestApi;
let world: RequestWorld;

beforeAll(async () => {
  api = await startTestApi({ books: true });
  world = await createWorld(api);
});
afterAll(async () => await api.close());

describe.each(paths)('%s', (path) => {
  const { input, visitor, other, refused } = baseRequests[path];
  const owner = refused === undefined ? 200 : 422;

  async function answerTo(token: string | undefined): Promise<number> {
    return (await api.call(path, (await input(world)) as never, { token })).code;
  }

  it(`answers a visitor ${visitor}`, async () => {
    expect(await answerTo(undefined)).toBe(visitor);
  });
  it(`answers another user ${other}, as for a missing id`, async () => {
    expect(await answerTo(await world.otherToken(path))).toBe(other);
  });
  it(`answers the owner ${owner}`, async () => {
    expect(await answerTo(await world.ownerToken(path))).toBe(owner);
  });
});

it('answers a foreign id exactly as a missing one', async () => {
  const token = await world.otherToken('bill/detail');
  const foreign = await api.raw('bill/detail', { id: world.owner.billId }, { token });
  const missing = await api.raw('bill/detail', { id: '018f3c1e-0000-7000-8000-00000000ffff' }, { token });
  expect(foreign).toEqual(missing);
});

it('answers a stale token 401 everywhere but at login, register, forget, logout, puzzle, the way to lock one’s account and a phone that takes photos', async () => {
  for (const path of paths) {
    const isVisitorThere =
      /^(user\/(login(\/\w+)?|register|logout|puzzle|notme|forget\/\w+|passkey\/(begin|login))|kyc\/phone\/(open|save|leave))$/.test(
        path,
      );
    const answer = await api.call(path, (await baseRequests[path].input(world)) as never, {
      token: 'x'.repeat(43),
    });
    expect([path, answer.code]).toEqual([path, isVisitorThere ? baseRequests[path].visitor : 401]);
  }
});

it('is asked of every table of requests by the fuzzer, too', () => {
  const tables = globSync('requests/*.ts', { cwd: import.meta.dirname }).map((file) => basename(file, '.ts'));
  const fuzzed = globSync('fuzz-*.test.ts', { cwd: import.meta.dirname });
  const wanted = tables.filter((name) => name !== 'base-request').map((name) => `fuzz-${name}.test.ts`);
  expect(fuzzed.toSorted()).toEqual(wanted.toSorted());
});

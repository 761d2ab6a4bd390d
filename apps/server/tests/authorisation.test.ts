import { contract } from '@marigold/contract/contract';
import type { Path } from '@marigold/contract/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../testing/api.ts';
import { startTestApi } from '../testing/api.ts';
import { baseRequests } from './base-requests.ts';
import type { World } from './base-requests.ts';
import { createWorld } from './world.ts';

const paths = Object.keys(contract) as Path[];
let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await startTestApi();
  world = await createWorld(api);
});
afterAll(async () => await api.close());

describe.each(paths)('%s', (path) => {
  const { input, visitor, other } = baseRequests[path];

  async function answerTo(token: string | undefined): Promise<number> {
    return (await api.call(path, (await input(world)) as never, { token })).code;
  }

  it(`answers a visitor ${visitor}`, async () => {
    expect(await answerTo(undefined)).toBe(visitor);
  });
  it('answers the owner 200', async () => {
    expect(await answerTo(await world.ownerToken(path))).toBe(200);
  });
  it(`answers another user ${other}, as for a missing id`, async () => {
    expect(await answerTo(await world.otherToken(path))).toBe(other);
  });
});

it('answers a foreign id exactly as a missing one', async () => {
  const token = await world.otherToken('bill/detail');
  const foreign = await api.raw('bill/detail', { id: world.owner.billId }, { token });
  const missing = await api.raw('bill/detail', { id: '018f3c1e-0000-7000-8000-00000000ffff' }, { token });
  expect(foreign).toEqual(missing);
});

it('answers a stale token 401 everywhere but at login, register and logout', async () => {
  for (const path of paths) {
    const said = await api.call(path, (await baseRequests[path].input(world)) as never, {
      token: 'x'.repeat(43),
    });
    const isVisitorThere = ['user/login', 'user/register', 'user/logout'].includes(path);
    expect([path, said.code]).toEqual([path, isVisitorThere ? 200 : 401]);
  }
});

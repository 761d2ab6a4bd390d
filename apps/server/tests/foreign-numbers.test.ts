/** Every call that takes the number of an identity: a number of somebody else is answered as one that nobody has. */
import { contract, type Path } from '@marigold/contract/contract';
import type { Endpoint } from '@marigold/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';

import type { TestApi, TestPerson } from '../testing/api.ts';
import { startTestApi } from '../testing/api.ts';
import { approvedRecordOf } from '../testing/bindings.ts';
import { baseRequests } from './base-requests.ts';
import type { RequestWorld } from './requests/base-request.ts';
import { createWorld } from './world.ts';

let api: TestApi;
let world: RequestWorld;
let guesser: TestPerson;
beforeAll(async () => {
  api = await startTestApi({ limits: 'off', books: true });
  world = await createWorld(api);
  guesser = await api.person();
});
afterAll(async () => await api.close());

const nobodys = 'MK-0000000000';

function takesNumber({ input }: Endpoint): boolean {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.hasOwn(schema.properties ?? {}, 'authNo');
}

const paths = (Object.keys(contract) as Path[]).filter((path) => takesNumber(contract[path]));

it('are those of identities', () => {
  expect(paths).toEqual(expect.arrayContaining(['kyc/detail', 'kyc/third/link', 'kyc/bind', 'kyc/unbind']));
});

it.each(paths)('%s answers them the same, byte for byte', async (path) => {
  const request = await baseRequests[path].input(world);
  const owner = await api.person();
  const { authNo: approved } = await approvedRecordOf(api.databases.main, {
    userId: owner.id,
    now: api.clock.now(),
  });
  const answerTo = async (authNo: string) => {
    // Tries of numbers are counted: each begins with none.
    await sql`delete from app.attempt where kind = 'kycNumber'`.execute(api.databases.main);
    const { data, ...rest } = await api.call(path, { ...request, authNo } as never, { token: guesser.token });
    // What is drawn anew for each, and the moment of it.
    return JSON.stringify({ ...rest, data }).replaceAll(/"(bindingId|expires)":("[^"]+"|\d+)/g, '"$1":0');
  };
  const answer = await answerTo(nobodys);
  expect(await answerTo(world.owner.authNo)).toBe(answer);
  expect(await answerTo(approved)).toBe(answer);
});

import { dayMs, hourMs } from '@marigold/money/spans';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startTestApi, type TestApi, type TestPerson } from '../../../testing/api.ts';
import { asOwner } from '../../../testing/database.ts';
import { enrolled, operate } from '../../../testing/operate.ts';
import { openOwner } from '../../platform/database/database.ts';
import { readCommand } from './command.ts';
import type { AskKey } from './keys.ts';

let api: TestApi;
let owner: ReturnType<typeof openOwner>;
let ask: AskKey;
beforeAll(async () => {
  api = await startTestApi();
  owner = openOwner(api.ownerUrl);
  ({ ask } = await enrolled(owner.db, ['ann', 'ben']));
});
afterAll(async () => {
  await owner.close();
  await api.close();
});

const why = ['--reason', 'the bank says that it was a thief'];
const one = ['--by', 'ann', ...why];
const two = ['--by', 'ann', '--second', 'ben', ...why];

async function operator(line: string, persons: readonly string[]) {
  return await operate(line, persons, { db: owner.db, ask, now: api.clock.now() });
}
async function freezesOf({ token }: TestPerson) {
  const answer = await api.call('user/info', {}, { token });
  return answer.ok ? answer.data.freezes : answer.code;
}

it('one person freezes an area for some hours or until it is lifted, two lift it; each leaves its audit row', async () => {
  const person = await api.person();
  const { username, id } = person;
  expect(await operator(`person freeze ${username} payout 48`, one)).toEqual({
    isDone: true,
    lines: [`payout of ${username} is frozen for 48 hours.`],
  });
  await operator(`person freeze ${username} card lifted`, one);
  const freezes = await freezesOf(person);
  expect(freezes).toEqual([
    { area: 'card', reason: 'operator', until: null, liftedBy: 'support' },
    { area: 'payout', reason: 'operator', until: expect.any(Number), liftedBy: 'support' },
  ]);
  const until = Array.isArray(freezes) ? (freezes[1]?.until ?? 0) : 0;
  expect(Math.abs(until - api.clock.now() - 2 * dayMs)).toBeLessThan(hourMs);
  const input = { loginPassword: 'Marigold7!', newPassword: 'Marigold8?', confirm: 'Marigold8?' };
  const own = await api.call('user/freeze/lift', input, { token: person.token });
  expect(own.ok ? 'lifted' : own.data.refusal).toBe('nothing_to_lift');

  expect(readCommand(['person', 'unfreeze', username, 'card', ...one])).toBeUndefined();
  expect(await operator(`person unfreeze ${username} card`, two)).toMatchObject({ isDone: true });
  expect(await operator(`person unfreeze ${username} card`, two)).toEqual({
    isDone: false,
    lines: [`card of ${username} is not frozen.`],
  });
  expect(await freezesOf(person)).toMatchObject([{ area: 'payout' }]);
  const events = await asOwner(
    api.ownerUrl,
    `select action, detail->>'second' as second, detail->>'area' as area from audit.event
     where subject = 'person:${id}' order by id`,
  );
  expect(events).toEqual([
    { action: 'person.frozen', second: null, area: 'payout' },
    { action: 'person.frozen', second: null, area: 'card' },
    { action: 'person.unfrozen', second: 'ben', area: 'card' },
  ]);
  const rows = await asOwner(
    api.ownerUrl,
    `select lifted_by from app.freeze where user_id = '${id}' and area = 'card'`,
  );
  expect(rows).toEqual([{ lifted_by: 'support' }]);
});

it('two persons lift what its owner locked; who may not log in is thrown out', async () => {
  const person = await api.person();
  await api.call('user/notme', {}, { token: person.token });
  await operator(`person unfreeze ${person.username} payout`, two);
  expect(await freezesOf(person)).toMatchObject([{ area: 'card' }, { area: 'trade' }]);
  expect(await operator(`person freeze ${person.username} login lifted`, one)).toEqual({
    isDone: true,
    lines: [`login of ${person.username} is frozen until two persons lift it; 1 sessions were ended.`],
  });
  expect(await freezesOf(person)).toBe(401);
});

it('takes no hours that are none, and nobody', async () => {
  const person = await api.person();
  for (const hours of ['0', '8761', '1.5', 'always'])
    expect(await operator(`person freeze ${person.username} payout ${hours}`, one)).toMatchObject({
      isDone: false,
      lines: [expect.stringContaining('Hours are 1 to 8760')],
    });
  expect(await operator('person freeze nobodyatall payout 1', one)).toMatchObject({ isDone: false });
  expect(await freezesOf(person)).toEqual([]);
});

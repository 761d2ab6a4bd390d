import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { asOwner, type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { enrolled, operate } from '../../../testing/operate.ts';
import { openOwner } from '../../platform/database/database.ts';
import type { AskKey } from './keys.ts';

let database: TestDatabase;
let owner: ReturnType<typeof openOwner>;
let keys: Map<string, string>;
let ask: AskKey;
beforeAll(async () => {
  database = await testDatabase();
  owner = openOwner(database.ownerUrl);
  ({ keys, ask } = await enrolled(owner.db, ['ann', 'ben']));
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

const one = ['--reason', 'as the plan says'];
const two = ['--by', 'ann', '--second', 'ben', ...one];
const run = async (line: string, options: readonly string[]) =>
  await operate(line, options, { db: owner.db, ask });
const rows = async (statement: string) => await asOwner(database.ownerUrl, statement);
const events = async () => await rows('select actor, action, detail from audit.event order by id');

it('does nothing that it cannot write down', async () => {
  await rows(
    `alter table audit.event add constraint full_disk check (action <> 'chain.assetHalted') not valid`,
  );
  await expect(run('halt-asset eth USDT', one)).rejects.toThrow('full_disk');
  expect(await rows('select from app.chain_halt')).toEqual([]);
  await rows('alter table audit.event drop constraint full_disk');
  expect(await run('halt-asset eth USDT', one)).toMatchObject({ isDone: true });
  expect(await rows('select from app.chain_halt')).toHaveLength(1);
});

it('writes one row for each deed, with persons and words, and none for what was refused', async () => {
  const before = (await events()).length;
  expect(await run('resume-asset eth USDT', two)).toMatchObject({ isDone: true });
  expect(await run('resume-asset eth USDT', two)).toMatchObject({ isDone: false });
  expect(await run('accept-difference eth USDT 5', two)).toMatchObject({ isDone: false });
  keys.set('ben', 'mgo_wrong');
  expect(await run('resume-asset eth USDT', two)).toMatchObject({ isDone: false });
  keys.set('ben', '');
  expect((await events()).slice(before)).toEqual([
    { actor: 'operator:ann', action: 'chain.assetResumed', detail: { second: 'ben', words: 'eth USDT' } },
  ]);
});

it('keeps out of the audit log what people are called, what they wrote and what is set for the app', async () => {
  const before = (await events()).length;
  const userId = randomUUID();
  await rows(`
    insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
    values ('${userId}', 'asker1', 'asker1', '123456789', 'asker@example.com', 'x', 'ABCDEF', 'en', now());
    insert into app.ticket (id, number, user_id, body, created_at)
    values (gen_random_uuid(), 'T00000001', '${userId}', 'Where is it?', now())`);
  expect(await run('answer-ticket T00000001 Here.', one)).toMatchObject({ isDone: true });
  expect(await run('set-config downloads {}', one)).toMatchObject({ isDone: true });
  expect((await events()).slice(before)).toEqual([
    {
      actor: 'operator:nobody',
      action: 'ticket.answered',
      detail: { second: null, words: 'T00000001', characters: 5 },
    },
    {
      actor: 'operator:nobody',
      action: 'config.changed',
      detail: { second: null, words: 'downloads', bytes: 2 },
    },
  ]);
});

import { randomUUID } from 'node:crypto';

import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestDatabase } from '../../../testing/database.ts';
import { testDatabase } from '../../../testing/database.ts';
import { tradeFrozenUntil } from '../../modules/spending/views.ts';
import type { Databases } from '../database/database.ts';
import { openDatabases } from '../database/database.ts';
import { createSessionFinder, openSession, revokeSessions } from './session.ts';

const facts = { tradeFrozenUntil };

let database: TestDatabase;
/** Two processes, neither of which listens to any news. */
let here: Databases;
let there: Databases;

beforeAll(async () => {
  database = await testDatabase();
  here = openDatabases(database.appUrl);
  there = openDatabases(database.appUrl);
});
afterAll(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

let people = 0;
async function somebody() {
  people += 1;
  const userId = randomUUID();
  await sql`
    insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
    values (${userId}, ${`person${people}`}, 'P', ${String(100_000_000 + people)}, ${`p${people}@example.com`}, '-',
      ${`P${String(people).padStart(5, '0')}`}, 'en', now())`.execute(here.main);
  const device = { id: 'test-device', name: 'test' };
  const now = Date.now();
  const { token, sessionId } = await openSession(here.main, { userId, device, remember: false, now });
  return { userId, token, sessionId };
}

describe('sessions', () => {
  it('are each their own when many are looked up at once', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, somebody));
    const find = createSessionFinder(here.main, facts);
    const tokens = [...all.map(({ token }) => token), 'unknown-token-unknown-token'];
    const found = await Promise.all(tokens.map((token) => find(token, Date.now())));
    expect(found.map((session) => session?.userId)).toEqual([...all.map(({ userId }) => userId), undefined]);
  });

  it('that end are refused from their commit on in every process, whoever hears the news', async () => {
    const { userId, token } = await somebody();
    const finders = [createSessionFinder(here.main, facts), createSessionFinder(there.main, facts)];
    const ask = async () => await Promise.all(finders.map((find) => find(token, Date.now())));
    expect((await ask()).map((session) => session?.userId)).toEqual([userId, userId]);
    // Questions that are under way while it ends may go either way; the next ones may not.
    const meanwhile = Promise.all(Array.from({ length: 20 }, ask));
    await revokeSessions(here.main, { userId, now: Date.now() });
    expect(await ask()).toEqual([undefined, undefined]);
    await meanwhile;
  });

  it('expire by the clock of the one who asks', async () => {
    const { token } = await somebody();
    const find = createSessionFinder(here.main, facts);
    const inEightDays = Date.now() + 8 * dayMs;
    const [now, later] = await Promise.all([find(token, Date.now()), find(token, inEightDays)]);
    expect([now === undefined, later]).toEqual([false, undefined]);
  });
});

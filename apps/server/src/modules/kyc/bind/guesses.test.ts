/**
 * Ten thousand guesses at numbers, by two thousand people who each use up their day: one of ten numbers is somebody's, the
 * others are nobody's. Nothing that a guesser is answered or can read later tells which is which, nor do the statements that
 * the call makes, by which its time is the same.
 */
import { kycBindingForMs } from '@marigold/contract/durations';
import { authNoBase, authNoOf } from '@marigold/partners/auth-no';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { approvedRecordOf } from '../../../../testing/bindings.ts';
import { testDatabase } from '../../../../testing/database.ts';
import { type IdentitySetup, openIdentitySetup } from '../../../../testing/identity-setup.ts';
import { silentCompanies } from '../../../../testing/kyc.ts';
import type { Database } from '../../../platform/database/database.ts';
import { runBindings } from './clock.ts';

const guessers = 2000;
const each = 5;
const owners = 50;
/** One of so many reads what became of it: all of them are answered alike. */
const sampled = 10;
/** So many at once. */
const atOnce = 10;

let setup: IdentitySetup;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  setup = await openIdentitySetup({ database, companies: () => silentCompanies });
  close = async () => {
    await setup.close();
    await database.drop();
  };
});
afterAll(async () => await close());

const words = { use: 'card', purpose: 'A card', contact: 'me@example.com', payPassword: '135790' } as const;
const tick = async () => await runBindings(setup.db, { now: setup.clock.now(), most: guessers * each });

async function guessNumber(userId: string, authNo: string): Promise<unknown> {
  const bind = setup.kyc.handlers['kyc/bind'];
  return await setup.call(userId, async (call) => await bind({ authNo, ...words }, call));
}

async function seen(userId: string): Promise<unknown> {
  const list = setup.kyc.handlers['kyc/bind/list'];
  return await setup.call(userId, async (call) => await list({}, call));
}

/** As bytes; what is drawn or typed anew for each stands as one and the same. */
function textOf(answer: unknown): string {
  return JSON.stringify(answer)
    .replaceAll(/"bindingId":"[0-9a-f-]{36}"/g, '"bindingId":"…"')
    .replaceAll(/MK-\w{10}/g, 'MK-…');
}

async function inTurns<One>(list: readonly One[], work: (one: One, place: number) => Promise<void>) {
  const rest = list.entries();
  const worker = async () => {
    for (const [place, one] of rest) await work(one, place);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The number of a place that nobody has: numbers of records are drawn. */
function nobodys(place: number): string {
  const digits = Array.from({ length: 9 }, (_, at) => Math.floor(place / authNoBase ** at) % authNoBase);
  return authNoOf(digits);
}

it('10,000 guesses at numbers teach nothing', { timeout: 240_000 }, async () => {
  const now = setup.clock.now();
  const people = await setup.people(owners, {});
  const records = await Promise.all(
    people.map(async (userId) => await approvedRecordOf(setup.db, { userId, now })),
  );
  const answers = { theirs: new Set<string>(), nobodys: new Set<string>() };
  const tooMany: unknown[] = [];
  const lists = new Set<string>();
  const guessing = await setup.people(guessers, {});
  await inTurns(guessing, async (userId, place) => {
    for (let turn = 0; turn < each; turn += 1) {
      const at = place * each + turn;
      const isTheirs = at % 10 === 0;
      const number = isTheirs ? records[(at / 10) % owners]?.authNo : nobodys(at);
      answers[isTheirs ? 'theirs' : 'nobodys'].add(textOf(await guessNumber(userId, number ?? '')));
    }
    if (place % sampled === 0) tooMany.push(await guessNumber(userId, nobodys(place)));
  });
  expect(tooMany).toEqual(tooMany.map(() => expect.objectContaining({ code: 'try_later' }) as unknown));
  // One answer for all of them.
  expect(answers.theirs).toEqual(answers.nobodys);
  expect(answers.theirs.size).toBe(1);
  // Owners hear of it now, and nothing of that can be seen; nor when everything has run out.
  for (const later of [0, kycBindingForMs]) {
    setup.clock.move(later);
    await tick();
    lists.clear();
    const some = guessing.filter((_, place) => place % sampled === 0);
    await inTurns(some, async (userId) => void lists.add(textOf(await seen(userId))));
    expect(lists.size).toBe(1);
  }
  const notices = await sql<{ most: number; all: number }>`
    select max(count)::int as most, sum(count)::int as all from (
      select count(*) from app.notice where kind = 'kycBindRequested' group by user_id) as n`.execute(
    setup.db,
  );
  expect(notices.rows).toEqual([{ most: 3, all: 3 * owners }]);
});

/** What was sent to the database meanwhile, without the values. */
function listening(db: Database): { readonly db: Database; readonly sent: string[] } {
  const sent: string[] = [];
  const heard = db.withPlugin({
    transformQuery({ node }) {
      sent.push(JSON.stringify('sqlFragments' in node ? node.sqlFragments : node.kind));
      return node;
    },
    transformResult: async ({ result }) => await Promise.resolve(result),
  });
  return { db: heard, sent };
}

it('a number that somebody has and one that nobody has take the same statements', async () => {
  const [owner = '', one = '', other = ''] = await setup.people(3, {});
  const { authNo } = await approvedRecordOf(setup.db, { userId: owner, now: setup.clock.now() });
  const bind = setup.kyc.handlers['kyc/bind'];
  const statementsOf = async (userId: string, number: string) =>
    await setup.call(userId, async (call) => {
      const { db, sent } = listening(call.db);
      await bind({ authNo: number, ...words }, { ...call, db });
      return sent;
    });
  const theirs = await statementsOf(one, authNo);
  expect(theirs.length).toBeGreaterThan(3);
  expect(await statementsOf(other, 'MK-0000000000')).toEqual(theirs);
});

it('the index of numbers is not asked whether somebody else has one', async () => {
  const [userId = ''] = await setup.people(1, {});
  const plan = await sql<{ 'QUERY PLAN': string }>`
    explain select id from app.kyc_record where user_id = ${userId} and auth_no || '' = ${'MK-0000000000'}`.execute(
    setup.db,
  );
  expect(JSON.stringify(plan.rows)).not.toContain('kyc_record_auth_no');
});

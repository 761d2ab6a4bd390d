/** The work puzzle in a flood: who is asked, what an answer is good for, and what a refused call leaves behind. */
import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestApi, TestPerson } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { testSecretKey } from '../../../testing/session-cookies.ts';
import { answerPuzzle } from '../../../testing/solve-puzzle.ts';
import { createAltchaCheck } from '../../adapters/puzzle/altcha.ts';
import { noHumanCheck } from '../../adapters/puzzle/none.ts';
import { pruneOnce } from '../../platform/database/prune.ts';
import { createLimits } from '../../platform/http/limits.ts';
import type { HumanCheck } from './port.ts';
import { createHuman } from './service.ts';
import { prunePuzzles } from './store.ts';

let api: TestApi;
let person: TestPerson;
beforeAll(async () => {
  api = await startTestApi({ limits: 'on', humanCheck: createAltchaCheck(testSecretKey) });
  person = await api.person();
});
afterAll(async () => await api.close());
beforeEach(async () => {
  await sql`delete from app.rate_limit`.execute(api.databases.main);
});

const network = '203.0.113';
let callers = 0;
/** Somebody of a network who has not called before. */
function from(place = network) {
  callers += 1;
  return { address: `${place}.${callers % 250}`, deviceId: `device-of-${callers}`.padEnd(16, '0') };
}

async function find(puzzle?: string, place?: string): Promise<string> {
  const input = { account: person.username, ...(puzzle === undefined ? {} : { puzzle }) };
  const answer = await api.call('user/forget/find', input, from(place));
  return answer.ok ? 'found' : answer.data.refusal;
}

/** As many calls as are no flood yet. */
async function fill(place?: string): Promise<void> {
  for (let count = 0; count < 10; count += 1) expect(await find(undefined, place)).toBe('found');
}

async function fillCodes(): Promise<void> {
  for (let count = 0; count < 10; count += 1)
    await api.call('user/code/send', { scene: 'register', email: `many${count}@example.com` }, from());
}

/** The answer to a puzzle of a network that has a flood. */
async function solved(scene: 'register' | 'forget' = 'forget', place?: string): Promise<string> {
  const made = await api.call('user/puzzle', { scene }, from(place));
  if (!made.ok) throw new Error(made.msg);
  if (made.data.puzzle === null) throw new Error('there is no flood');
  return (await answerPuzzle(made.data.puzzle)) ?? '';
}

async function countRows(table: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    api.databases.main,
  );
  return found.rows[0]?.count ?? 0;
}

describe('a flood', () => {
  it('begins after ten calls of a scene in ten minutes from one network; others are asked for nothing', async () => {
    await fill();
    const refused = await api.call('user/forget/find', { account: person.username }, from());
    expect(refused).toMatchObject({
      code: 422,
      data: { refusal: 'puzzle_needed', facts: { scene: 'forget' } },
    });
    expect(await find(undefined, '203.0.114')).toBe('found');
    const code = { scene: 'register', email: 'calm@example.com' } as const;
    expect((await api.call('user/code/send', code, from())).ok).toBe(true);
    api.clock.move(10 * minuteMs);
    expect(await find()).toBe('found');
  });

  it('begins for everybody after three hundred calls of a scene in the whole house', async () => {
    expect(await find(undefined, '198.51.100')).toBe('found');
    await sql`update app.rate_limit set points = 300 where key = 'puzzle:forget:house'`.execute(
      api.databases.main,
    );
    expect(await find(undefined, '198.51.101')).toBe('puzzle_needed');
    expect(await find(await solved('forget', '198.51.102'), '198.51.102')).toBe('found');
  });

  it('answers alike whether the name exists', async () => {
    await fill();
    const [known, unknown] = await Promise.all(
      [person.username, 'nobody0815'].map(
        async (account) => await api.raw('user/forget/find', { account }, from()),
      ),
    );
    expect(known?.body.data).toMatchObject({ code: 422, data: { refusal: 'puzzle_needed' } });
    expect(unknown?.body).toEqual(known?.body);
  });

  it('leaves nothing of a call that it refuses: no code, no mail, no recovery, no count of the contact', async () => {
    const email = 'victim@example.com';
    const code = { scene: 'register', email } as const;
    await fillCodes();
    await fill();
    const rows = async () => await Promise.all(['app.contact_code', 'app.recovery'].map(countRows));
    const before = await rows();
    const keys = async () =>
      (
        await sql<{
          key: string;
        }>`select key from app.rate_limit where key like 'code:target%' order by 1`.execute(
          api.databases.main,
        )
      ).rows;
    const targets = await keys();
    for (const puzzle of [undefined, '{}']) {
      const given = puzzle === undefined ? {} : { puzzle };
      const answer = await api.call('user/code/send', { ...code, ...given }, from());
      expect(answer.ok ? 'sent' : answer.data.refusal).toBe(
        puzzle === undefined ? 'puzzle_needed' : 'puzzle_wrong',
      );
      expect(await find(puzzle)).toBe(puzzle === undefined ? 'puzzle_needed' : 'puzzle_wrong');
    }
    expect([await rows(), await keys()]).toEqual([before, targets]);
    const paid = await api.call('user/code/send', { ...code, puzzle: await solved('register') }, from());
    expect(paid.ok).toBe(true);
    expect(await api.lastMail(email)).toMatch(/\b\d{6}\b/);
  });
});

it('without a flood no puzzle is made, however often one is asked for, and asking is no flood', async () => {
  for (let count = 0; count < 20; count += 1)
    expect(await api.call('user/puzzle', { scene: 'forget' }, from())).toMatchObject({
      data: { puzzle: null },
    });
  await fill();
  expect(await api.call('user/puzzle', { scene: 'forget' }, from())).toMatchObject({
    data: { puzzle: expect.stringContaining('"nonce"') as string },
  });
});

describe('an answer', () => {
  it('lets one call through, and no second one', async () => {
    await fill();
    const puzzle = await solved();
    expect(await find(puzzle)).toBe('found');
    expect(await find(puzzle)).toBe('puzzle_wrong');
  });

  it('lets one of twenty calls through that bring it at once', async () => {
    await fill();
    const puzzle = await solved();
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await find(puzzle)));
    expect(answers.toSorted()).toEqual(['found', ...Array.from({ length: 19 }, () => 'puzzle_wrong')]);
  });

  it('is wrong for another scene, from another network, forged, and after ten minutes', async () => {
    await fill();
    await fill('198.51.100');
    await fillCodes();
    expect(await find(await solved('register'))).toBe('puzzle_wrong');
    const puzzle = await solved();
    expect(await find(puzzle, '198.51.100')).toBe('puzzle_wrong');
    expect(await find(puzzle.replace(/"signature":"./, '"signature":"x'))).toBe('puzzle_wrong');
    api.clock.move(10 * minuteMs);
    await fill();
    expect(await find(puzzle)).toBe('puzzle_wrong');
  });

  it('names its field when it is wrong, and is not looked at while there is no flood', async () => {
    expect(await find('{}')).toBe('found');
    await fill('198.51.100');
    const answer = await api.call(
      'user/forget/find',
      { account: person.username, puzzle: '{}' },
      from('198.51.100'),
    );
    expect(answer).toMatchObject({ code: 422, data: { refusal: 'puzzle_wrong', field: 'puzzle' } });
  });

  it('is remembered as used until it would be wrong anyway, and then forgotten', async () => {
    await sql`delete from app.puzzle_used`.execute(api.databases.main);
    await fill();
    await find(await solved());
    const pruneAt = async (now: number) => await pruneOnce(api.databases.main, [prunePuzzles], now);
    expect([await pruneAt(api.clock.now() + 10 * minuteMs), await countRows('app.puzzle_used')]).toEqual([
      0, 1,
    ]);
    expect([await pruneAt(api.clock.now() + 12 * minuteMs), await countRows('app.puzzle_used')]).toEqual([
      1, 0,
    ]);
  });
});

describe('the work', () => {
  const limits = () => createLimits(api.databases.pool, () => api.clock.now());
  const call = () => ({ ...from(), aside: api.databases.aside, now: api.clock.now() });

  it('grows with the calls and puzzles of the network, up to eight times the lightest', async () => {
    const efforts: number[] = [];
    const check: HumanCheck = {
      ...noHumanCheck,
      isOn: true,
      make: async (_bounds, { effort }) => {
        efforts.push(effort);
        return '{}';
      },
    };
    const { handlers, refuseFlood } = createHuman({ check, limits: limits() });
    for (const calls of [10, 4, 24, 99]) {
      for (let count = 0; count < calls; count += 1) await refuseFlood('register', undefined, call());
      await handlers['user/puzzle']({ scene: 'register' }, call() as never);
    }
    expect(efforts).toEqual([1.1, 1.6, 4.1, 8]);
  });

  it('is never wanted where there is no check', async () => {
    const { refuseFlood } = createHuman({ check: noHumanCheck, limits: limits() });
    for (let count = 0; count < 30; count += 1)
      expect(await refuseFlood('forget', undefined, call())).toBeUndefined();
  });
});

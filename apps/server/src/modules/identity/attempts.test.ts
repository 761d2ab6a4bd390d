/** How many wrong codes a day has, whoever types them and whenever: a clock that moves as a guesser would choose. */
import { dayMs, minuteMs } from '@marigold/money/spans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { type Guess, guess } from './attempts.ts';
import { googleRule, recoveryCodeRule, secondStepRule, type TryRule } from './rules.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

const begin = Date.UTC(2026, 0, 1);

/** A secret of somebody of its own, and what a try at it answers. */
function secretOf(rule: TryRule): (now: number, isRight?: boolean) => Promise<Guess> {
  const subject = newRowId();
  const from = { aside: api.databases.main, address: '192.0.2.1' };
  return async (now, isRight = false) =>
    await guess({ ...from, now }, rule, subject, async () => await Promise.resolve(isRight));
}

/** Guesses wrong, as often as `pause` lets, for so long: when each try was looked at, and how long locks were. */
async function guessFor(
  spanMs: number,
  pause: (tries: number) => number,
  attempt: (now: number) => Promise<Guess>,
) {
  const [looked, locks]: [number[], number[]] = [[], []];
  let now = begin;
  // Ends: each turn moves the clock on.
  while (now < begin + spanMs) {
    const answer = await attempt(now);
    if (answer.kind === 'disabled') throw new Error('it is closed for good');
    if (answer.kind === 'wrong' || (answer.kind === 'locked' && answer.isNew)) looked.push(now);
    if (answer.kind === 'locked') locks.push(answer.until - now);
    now = answer.kind === 'locked' ? answer.until : now + pause(looked.length);
  }
  const days = looked.map((from) => looked.filter((at) => at >= from && at < from + dayMs).length);
  return { most: Math.max(...days), longest: Math.max(...locks), count: looked.length };
}

describe.each([secondStepRule, googleRule, recoveryCodeRule])('wrong codes of the kind $kind', (rule) => {
  it.each([
    ['at once', () => 1],
    ['four in each quarter of an hour', (tries: number) => (tries % 4 === 0 ? 15 * minuteMs : 1)],
    [
      'twenty-nine in the last hours of a day',
      (tries: number) => (tries === 1 ? dayMs - 90 * minuteMs : 4 * minuteMs),
    ],
  ])('are thirty in any day at most, and locked for a day at most: %s', async (_how, pause) => {
    const { most, longest, count } = await guessFor(8 * dayMs, pause, secretOf(rule));
    expect(most).toBeLessThanOrEqual(30);
    expect(longest).toBeLessThanOrEqual(dayMs);
    // It never closes for good: each day has its tries.
    expect(count).toBeGreaterThanOrEqual(30);
  });

  it('of which the thirtieth locks for a day, after which a right one is taken and all are forgotten', async () => {
    const attempt = secretOf(rule);
    let [now, last]: [number, Guess] = [begin, { kind: 'right' }];
    for (let wrong = 1; wrong <= 30; wrong += 1) {
      last = await attempt(now);
      if (wrong < 30) now = last.kind === 'locked' ? last.until : now + (wrong % 4 === 0 ? 15 * minuteMs : 1);
    }
    expect(last).toEqual({ kind: 'locked', until: now + dayMs, isNew: true });
    expect(await attempt(now + dayMs - 1, true)).toMatchObject({ kind: 'locked', isNew: false });
    expect(await attempt(now + dayMs, true)).toEqual({ kind: 'right' });
    expect(await attempt(now + dayMs)).toEqual({ kind: 'wrong', left: 4 });
  });

  it('leave fewer than five where the day has fewer', async () => {
    const attempt = secretOf(rule);
    // Two in each quarter of an hour: no lock comes before that of the day.
    for (let wrong = 0; wrong < 28; wrong += 1) await attempt(begin + Math.floor(wrong / 2) * 15 * minuteMs);
    const now = begin + 14 * 15 * minuteMs;
    expect(await attempt(now)).toEqual({ kind: 'wrong', left: 1 });
    expect(await attempt(now)).toMatchObject({ kind: 'locked', until: now + dayMs });
  });
});

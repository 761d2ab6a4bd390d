import { describe, expect, it } from 'vitest';

import { decideRate, freshMs, type RateQuestion } from './decide.ts';

const now = 1_795_000_000_000;
const rule = { apartPercent: '2', jumpPercent: '10', confirmRounds: 3 };

/** A question about offers given as `[usd, how long ago]` by the sources a, b, c… */
function ask(
  offers: readonly (readonly [usd: string, ageMs?: number])[],
  more: Partial<Omit<RateQuestion, 'offers'>> = {},
) {
  const named = offers.map(([usd, ageMs = 0], index) => ({
    source: 'abcdefgh'[index] ?? '?',
    usd,
    time: now - ageMs,
  }));
  const question = { rule, configured: offers.length, accepted: undefined, jump: undefined, now, ...more };
  const { verdicts, outcome } = decideRate({ ...question, offers: named });
  return { verdicts: Object.fromEntries(verdicts), outcome };
}

describe('one round of prices', () => {
  it('takes the median of those who agree and leaves out who lies apart', () => {
    expect(ask([['100'], ['101'], ['250']])).toEqual({
      verdicts: { a: 'taken', b: 'taken', c: 'apart' },
      outcome: { kind: 'accept', level: { usd: '100.5', sources: 2, time: now } },
    });
  });

  it('is as old as the oldest word that counts, and lets nobody late count', () => {
    expect(ask([['100', freshMs], ['100'], ['90', freshMs + 1]])).toEqual({
      verdicts: { a: 'taken', b: 'taken', c: 'late' },
      outcome: { kind: 'accept', level: { usd: '100', sources: 2, time: now - freshMs } },
    });
  });

  it('believes nobody when two of two differ, or one of many speaks alone', () => {
    expect(ask([['100'], ['110']]).outcome).toEqual({ kind: 'none' });
    expect(ask([['100']], { configured: 3, accepted: '100' }).outcome).toEqual({ kind: 'none' });
    expect(ask([], { configured: 3, accepted: '100' }).outcome).toEqual({ kind: 'none' });
  });

  it('believes the only source there is, within bounds', () => {
    expect(ask([['100']]).outcome.kind).toBe('accept');
    expect(ask([['109.99']], { accepted: '100' }).outcome.kind).toBe('accept');
  });

  it('takes a first price from a majority only', () => {
    expect(ask([['100'], ['100']], { configured: 5 }).outcome).toEqual({ kind: 'none' });
    expect(ask([['100'], ['100'], ['100']], { configured: 5 }).outcome.kind).toBe('accept');
  });
});

describe('a price that jumps', () => {
  const jumped = [['120'], ['120.5'], ['121']] as const;

  it('waits until a majority has stayed there for enough rounds', () => {
    const first = ask(jumped, { accepted: '100' }).outcome;
    expect(first).toMatchObject({ kind: 'wait', rounds: 1, isNew: true, level: { usd: '120.5' } });
    const second = ask(jumped, { accepted: '100', jump: { usd: '120.5', rounds: 1 } }).outcome;
    expect(second).toMatchObject({ kind: 'wait', rounds: 2, isNew: false });
    const third = ask(jumped, { accepted: '100', jump: { usd: '120.5', rounds: 2 } }).outcome;
    expect(third).toMatchObject({ kind: 'accept', level: { usd: '120.5' } });
  });

  it('begins to wait anew when it moves on', () => {
    expect(ask(jumped, { accepted: '100', jump: { usd: '130', rounds: 2 } }).outcome).toMatchObject({
      kind: 'wait',
      rounds: 1,
      isNew: true,
    });
  });

  it('is over at once when the old price comes back', () => {
    expect(
      ask([['100'], ['101'], ['102']], { accepted: '100', jump: { usd: '120', rounds: 2 } }).outcome,
    ).toEqual({ kind: 'accept', level: { usd: '101', sources: 3, time: now } });
  });

  it('is never confirmed by a source that is alone, nor by fewer than a majority', () => {
    expect(ask([['120']], { accepted: '100', jump: { usd: '120', rounds: 99 } }).outcome).toMatchObject({
      kind: 'wait',
      rounds: 1,
    });
    const two = [['120'], ['120']] as const;
    expect(ask(two, { configured: 5, accepted: '100', jump: { usd: '120', rounds: 99 } }).outcome.kind).toBe(
      'wait',
    );
  });
});

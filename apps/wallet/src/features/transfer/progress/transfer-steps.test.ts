import { describe, expect, it } from 'vitest';

import { petalsOfState, type StepProgress, transferSteps, type TransferState } from './transfer-steps.ts';

/** A transfer that went through these states, a second apart, and has come so far. */
function went(states: readonly TransferState[], confirmations = 0): StepProgress {
  return {
    state: states.at(-1) ?? 'waiting',
    confirmations,
    required: 12,
    timeline: states.map((state, index) => ({ state, time: index * 1000 })),
  };
}
const lines = (progress: StepProgress) =>
  transferSteps(progress).map(({ name, state }) => `${name} ${state}`);

describe('a transfer on its way', () => {
  it('shows what it passed, where it is, and what is still to come', () => {
    expect(lines(went(['waiting']))).toEqual([
      'waiting now',
      'sending todo',
      'confirming todo',
      'completed todo',
    ]);
    expect(lines(went(['waiting', 'sending', 'confirming'], 7))).toEqual([
      'waiting done',
      'sending done',
      'confirming now',
      'completed todo',
    ]);
    expect(lines(went(['waiting', 'sending', 'confirming', 'completed', 'settled'], 70))).toEqual([
      'waiting done',
      'sending done',
      'confirming done',
      'completed done',
    ]);
  });

  it('stands where it waits for people, for our wallet or for the network', () => {
    expect(lines(went(['waiting', 'review']))[0]).toBe('review now');
    expect(lines(went(['waiting', 'no-liquidity']))[0]).toBe('no-liquidity now');
    expect(lines(went(['waiting', 'sending', 'stuck'])).slice(0, 2)).toEqual(['waiting done', 'stuck now']);
  });

  it('goes back to sending when its block is gone, and forgets no time', () => {
    const steps = transferSteps(went(['waiting', 'sending', 'confirming', 'sending']));
    expect(steps.map(({ name, state, time }) => [name, state, time])).toEqual([
      ['waiting', 'done', 0],
      ['sending', 'now', 3000],
      ['confirming', 'todo', undefined],
      ['completed', 'todo', undefined],
    ]);
  });

  it('opens a petal for each confirmation, and never more than twelve', () => {
    const lit = (confirmations: number) =>
      petalsOfState(went(['waiting', 'sending', 'confirming'], confirmations));
    expect([0, 1, 7, 12, 40].map(lit)).toEqual([0, 1, 7, 12, 12]);
    expect(petalsOfState({ state: 'confirming', confirmations: 19, required: 38 })).toBe(6);
    expect(petalsOfState({ state: 'confirming', confirmations: 3, required: 0 })).toBe(0);
  });
});

describe('a transfer that does not arrive', () => {
  it('ends with its refund, whatever it had passed', () => {
    expect(lines(went(['waiting', 'cancelled']))).toEqual([
      'waiting done',
      'cancelled failed',
      'refunded done',
    ]);
    expect(lines(went(['waiting', 'review', 'rejected']))).toEqual([
      'waiting done',
      'rejected failed',
      'refunded done',
    ]);
    expect(lines(went(['waiting', 'sending', 'failed']))).toEqual([
      'waiting done',
      'sending done',
      'failed failed',
      'refunded done',
    ]);
  });

  it('lights no petal', () => {
    expect(petalsOfState(went(['waiting', 'sending', 'confirming', 'failed'], 5))).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';

import type { RiskDetail } from '../../domain/chain/chain-queries.ts';
import { type RiskState, displayState, riskSteps } from './risk-look.ts';

const went = (states: readonly RiskState[], asks: RiskDetail['asks'] = ['purpose']) => ({
  state: states.at(-1) ?? 'open',
  timeline: states.map((state, index) => ({ state, time: index })),
  asks,
});
const lineOf = (progress: ReturnType<typeof went>, isAhead = true) =>
  riskSteps(progress, isAhead).map(({ name, state }) => `${name} ${state}`);

describe('the steps of a case', () => {
  it('say whose turn it is, and end with the decision of a person', () => {
    expect(lineOf(went(['open']))).toEqual(['open done', 'answer now', 'decision todo']);
    expect(lineOf(went(['open', 'answered']))).toEqual(['open done', 'answered done', 'decision now']);
    expect(lineOf(went(['open', 'answered', 'cleared']))).toEqual([
      'open done',
      'answered done',
      'cleared done',
    ]);
    expect(lineOf(went(['open', 'answered', 'refused'])).at(-1)).toBe('refused failed');
  });

  it('wait for nobody’s answer where nothing is asked', () => {
    expect(lineOf(went(['open'], []))).toEqual(['open done', 'decision now']);
  });

  it('wait for a person alone once the deadline has come', () => {
    expect(lineOf(went(['open']), false)).toEqual(['open done', 'decision now']);
    expect(lineOf(went(['open', 'answered']), false)).toEqual(['open done', 'answered done', 'decision now']);
  });

  it('light four petals for each that was taken', () => {
    const lit = (states: readonly RiskState[]) =>
      riskSteps(went(states), true).find(({ state }) => state === 'now')?.lit;
    expect([lit(['open']), lit(['open', 'answered'])]).toEqual([4, 8]);
  });
});

it('shows an open case as late once its deadline has come, and no other', () => {
  expect(displayState('open', true)).toBe('open');
  expect(displayState('open', false)).toBe('late');
  expect(displayState('answered', false)).toBe('answered');
});

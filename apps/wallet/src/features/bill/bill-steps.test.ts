import { describe, expect, it } from 'vitest';

import { stepsOf } from './bill-steps.ts';

const words = (bill: Parameters<typeof stepsOf>[0]) =>
  stepsOf(bill).map(({ status, state }) => `${status} ${state}`);

describe('the steps of a bill', () => {
  it('are all done when it succeeded', () => {
    const timeline = [
      { status: 'running', time: 1 },
      { status: 'success', time: 2 },
    ] as const;
    expect(words({ timeline: [...timeline], status: 'success', payType: 'internal' })).toEqual([
      'running done',
      'success done',
    ]);
  });

  it('show the current one and what is still to come', () => {
    const timeline = [
      { status: 'running', time: 1 },
      { status: 'waiting', time: 2 },
      { status: 'pending', time: 3 },
    ] as const;
    expect(words({ timeline: [...timeline], status: 'pending', payType: 'onChain' })).toEqual([
      'running done',
      'waiting done',
      'pending now',
      'confirming todo',
      'success todo',
    ]);
  });

  it('end with the failure', () => {
    const timeline = [
      { status: 'running', time: 1 },
      { status: 'failed', time: 2 },
    ] as const;
    expect(words({ timeline: [...timeline], status: 'failed', payType: 'onChain' })).toEqual([
      'running done',
      'failed failed',
    ]);
  });

  it('leave only the end before a tradeable deposit', () => {
    const timeline = [{ status: 'can-trade', time: 1 }] as const;
    expect(words({ timeline: [...timeline], status: 'can-trade', payType: 'onChain' })).toEqual([
      'can-trade now',
      'success todo',
    ]);
  });
});

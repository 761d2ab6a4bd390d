import { describe, expect, it } from 'vitest';

import { createSteps, rowOf, type StepTable } from './step-table.ts';

type State =
  | { readonly step: 'shut' }
  | { readonly step: 'open' | 'wide'; readonly who: string; readonly problem: string | undefined };
type Event = 'knocked' | 'pushed' | 'stuck' | 'left';

const door: StepTable<State['step'], Event, 'ring' | 'greet'> = {
  shut: { knocked: { to: 'open', does: ['ring', 'greet'] } },
  open: { pushed: { to: 'wide' }, stuck: { to: 'open' }, left: { to: 'shut' } },
  wide: { left: { to: 'shut' } },
};

const arrange = () => createSteps<State, Event, 'ring' | 'greet'>(door, { step: 'shut' });

describe('a table of steps', () => {
  it('says where an event leads, and nothing of one that the step does not know', () => {
    expect(rowOf(door, 'open', 'pushed')).toEqual({ to: 'wide' });
    expect(rowOf(door, 'wide', 'pushed')).toBeUndefined();
  });

  it('is walked event by event, and says what is to be done, in order', () => {
    const { state, take } = arrange();
    expect(take('knocked', { who: 'Anna', problem: undefined })).toEqual(['ring', 'greet']);
    expect(state.get()).toEqual({ step: 'open', who: 'Anna', problem: undefined });
    expect(take('pushed')).toEqual([]);
    expect(state.get().step).toBe('wide');
  });

  it('ignores an event that its step does not know, with all that it says', () => {
    const { state, take } = arrange();
    const before = state.get();
    expect(take('stuck', { problem: 'rust' })).toEqual([]);
    expect(state.get()).toBe(before);
  });

  it('keeps what is known but for what an event says anew', () => {
    const { state, take } = arrange();
    take('knocked', { who: 'Anna', problem: undefined });
    take('stuck', { problem: 'rust' });
    expect(state.get()).toEqual({ step: 'open', who: 'Anna', problem: 'rust' });
  });

  it('keeps nothing on its first step', () => {
    const { state, take } = arrange();
    take('knocked', { who: 'Anna', problem: undefined });
    take('left', { who: 'Boris' });
    expect(state.get()).toEqual({ step: 'shut' });
  });
});

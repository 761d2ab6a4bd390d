import { describe, expect, it } from 'vitest';

import { createGather } from './gather.ts';

/** A gather whose time passes when told to. */
function gatherByHand() {
  const flushed: (readonly number[])[] = [];
  const timers: (() => void)[] = [];
  const gather = createGather<number>((items) => flushed.push(items), 250, {
    set: (run) => timers.push(run),
    clear: () => void timers.splice(0),
  });
  return { gather, flushed, pass: () => timers.shift()?.() };
}

describe('what comes in bursts', () => {
  it('is handed on at once when it has been quiet', () => {
    const { gather, flushed } = gatherByHand();
    gather.add([1]);
    expect(flushed).toEqual([[1]]);
  });

  it('is handed on together, once for each time that passes, and nothing is lost or said twice', () => {
    const { gather, flushed, pass } = gatherByHand();
    gather.add([1]);
    gather.add([2]);
    gather.add([3]);
    expect(flushed).toEqual([[1]]);
    pass();
    expect(flushed).toEqual([[1], [2, 3]]);
    pass();
    gather.add([4]);
    expect(flushed).toEqual([[1], [2, 3], [4]]);
  });

  it('is dropped when nobody waits for it any more', () => {
    const { gather, flushed, pass } = gatherByHand();
    gather.add([1]);
    gather.add([2]);
    gather.stop();
    pass();
    gather.add([5]);
    expect(flushed).toEqual([[1], [5]]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { followSize, onResized } from './resize.ts';

describe('a window that is resized', () => {
  const target = Object.assign(new EventTarget(), { innerWidth: 375, innerHeight: 812 });
  const dataset: Partial<DOMStringMap> = {};
  let measured = 0;
  let end = () => {};
  followSize(target, { dataset } as HTMLElement);

  beforeEach(() => {
    vi.useFakeTimers();
    measured = 0;
    end = onResized(() => (measured += 1));
  });
  afterEach(() => {
    end();
    vi.useRealTimers();
  });

  function resize(times: number, everyMs: number): void {
    for (let count = 0; count < times; count += 1) {
      target.innerWidth += 1;
      target.dispatchEvent(new Event('resize'));
      vi.advanceTimersByTime(everyMs);
    }
  }

  it('says at the start for which size it is measured', () => {
    expect(dataset['measured']).toBe('375x812');
  });

  it('is measured once, 50 ms after it stopped', () => {
    resize(10, 49);
    expect(measured).toBe(0);
    vi.advanceTimersByTime(1);
    expect(measured).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(measured).toBe(1);
  });

  it('says its size when everything has measured itself, not before', () => {
    const before = dataset['measured'];
    let seen: string | undefined;
    const endSeeing = onResized(() => (seen = dataset['measured']));
    resize(1, 50);
    endSeeing();
    expect(seen).toBe(before);
    expect(dataset['measured']).toBe(`${target.innerWidth}x812`);
  });

  it('is not measured after its page was left', () => {
    resize(1, 10);
    end();
    resize(1, 1000);
    expect(measured).toBe(0);
  });
});

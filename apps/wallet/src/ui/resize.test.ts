import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { onResized } from './resize.ts';

describe('a window that is resized', () => {
  let measured = 0;
  const target = new EventTarget();
  beforeEach(() => {
    vi.useFakeTimers();
    measured = 0;
  });
  afterEach(() => void vi.useRealTimers());

  function resize(times: number, everyMs: number): void {
    for (let count = 0; count < times; count += 1) {
      target.dispatchEvent(new Event('resize'));
      vi.advanceTimersByTime(everyMs);
    }
  }

  it('is measured once, 50 ms after it stopped', () => {
    const end = onResized(() => (measured += 1), target);
    resize(10, 49);
    expect(measured).toBe(0);
    vi.advanceTimersByTime(1);
    expect(measured).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(measured).toBe(1);
    end();
  });

  it('is not measured after its page was left', () => {
    const end = onResized(() => (measured += 1), target);
    resize(1, 10);
    end();
    resize(1, 1000);
    expect(measured).toBe(0);
  });
});

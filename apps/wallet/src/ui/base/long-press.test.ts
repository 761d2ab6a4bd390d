import { describe, expect, it } from 'vitest';

import { isWithinLongPress, longPressMs } from './long-press.ts';

const start = { x: 100, y: 100 };

describe('a long press', () => {
  it('counts after 350 ms', () => {
    expect(longPressMs).toBe(350);
  });

  it('survives a movement of up to 10 px in any direction', () => {
    expect(isWithinLongPress(start, { x: 110, y: 100 })).toBe(true);
    expect(isWithinLongPress(start, { x: 94, y: 92 })).toBe(true);
  });

  it('is given up beyond 10 px, measured as the crow flies', () => {
    expect(isWithinLongPress(start, { x: 110.1, y: 100 })).toBe(false);
    expect(isWithinLongPress(start, { x: 108, y: 108 })).toBe(false);
  });
});

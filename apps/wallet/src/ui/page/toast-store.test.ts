import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { currentToasts, dismissToast, subscribeToasts, toast } from './toast-store.ts';

const texts = () => currentToasts().map((one) => one.text);

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it('stay for three seconds, and for six with an action', () => {
    toast('copied');
    toast('offline', { action: { label: 'Retry', onPress: () => undefined } });
    vi.advanceTimersByTime(2999);
    expect(texts()).toEqual(['copied', 'offline']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual(['offline']);
    vi.advanceTimersByTime(3000);
    expect(texts()).toEqual([]);
  });

  it('are at most three, and the oldest gives way', () => {
    for (const text of ['a', 'b', 'c', 'd']) toast(text);
    expect(texts()).toEqual(['b', 'c', 'd']);
  });

  it('say the same thing once', () => {
    toast('copied');
    toast('copied');
    expect(texts()).toEqual(['copied']);
  });

  it('tell their listeners about every change and about nothing else', () => {
    const listener = vi.fn<() => void>();
    const leave = subscribeToasts(listener);
    toast('a');
    dismissToast(-1);
    expect(listener).toHaveBeenCalledTimes(1);
    leave();
    toast('b');
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

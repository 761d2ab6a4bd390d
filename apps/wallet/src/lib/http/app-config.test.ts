import { describe, expect, it } from 'vitest';

import { appVersionCode } from '../device/device.ts';
import { memoryStorage, storageKeys } from '../device/storage.ts';
import { findEntry, isTooOld } from '../device/stored-config.ts';
import type { ApiCall, CallOptions } from './api.ts';
import { configAgeMaxMs, createAppConfig } from './app-config.ts';

const entries = [{ key: 'deployment', mode: 'demo' }, { key: 'version' }];

function arrange(answer: () => Promise<unknown>, stored?: unknown) {
  const storage = memoryStorage();
  if (stored !== undefined) storage.setItem(storageKeys.appConfig, JSON.stringify(stored));
  const calls: { path: string; options: CallOptions | undefined }[] = [];
  const state = { now: 1_795_000_000_000 };
  const call = async (path: string, _input: object, options?: CallOptions) => {
    calls.push({ path, options });
    return await answer();
  };
  const config = createAppConfig({ storage, call: call as unknown as ApiCall, clock: () => state.now });
  return { config, calls, state, storage };
}

const fresh = async () => ({ ok: true, data: entries });

describe('the app configuration', () => {
  it('is fetched at launch when there is none, and kept with its time', async () => {
    const { config, calls, storage, state } = arrange(fresh);
    await config.refresh();
    expect(calls.map(({ path, options }) => [path, options?.disableLoading])).toEqual([['app/config', true]]);
    expect(JSON.parse(storage.getItem(storageKeys.appConfig) ?? '')).toEqual({
      lastTime: state.now,
      data: entries,
    });
    expect(findEntry(config.state.get(), 'deployment')).toEqual({ key: 'deployment', mode: 'demo' });
  });

  it('is used without a fetch until it is twelve hours old', async () => {
    const now = 1_795_000_000_000;
    const { config, calls, state } = arrange(fresh, { lastTime: now, data: entries });
    expect(config.state.get()?.data).toEqual(entries);
    state.now = now + configAgeMaxMs;
    await config.refresh();
    expect(calls).toHaveLength(0);
    state.now += 1;
    await config.refresh();
    expect(calls).toHaveLength(1);
    expect(config.state.get()?.lastTime).toBe(state.now);
  });

  it('is fetched at every launch of a version that it ends, which a server that was put back takes again', async () => {
    const lastTime = 1_795_000_000_000;
    const ended = { lastTime, data: [{ key: 'version', leastCode: appVersionCode + 1 }] };
    const { config, calls } = arrange(fresh, ended);
    expect(isTooOld(config.state.get())).toBe(true);
    await config.refresh();
    expect(calls).toHaveLength(1);
    expect(isTooOld(config.state.get())).toBe(false);
    await config.refresh();
    expect(calls).toHaveLength(1);
    await config.renew();
    expect(calls).toHaveLength(2);
  });

  it('ends the versions below the least one, and none while it names no number', () => {
    const answerWith = (leastCode: unknown) =>
      ({ lastTime: 0, data: [{ key: 'version', leastCode }] }) as never;
    expect([155, 156, 157].map((code) => isTooOld(answerWith(156), code))).toEqual([true, false, false]);
    expect(
      [answerWith('999'), answerWith(undefined), undefined].map((config) => isTooOld(config, 1)),
    ).toEqual([false, false, false]);
  });

  it('is fetched when its time lies in the future', async () => {
    const { config, calls, state } = arrange(fresh, { lastTime: 1_795_000_000_001, data: [] });
    expect(state.now).toBeLessThan(1_795_000_000_001);
    await config.refresh();
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['no answer', async () => await Promise.reject(new Error('away'))],
    ['a refusal', async () => ({ ok: false, kind: 'status', status: 500 })],
  ])('keeps what it has after %s, silently', async (_name, answer) => {
    const stored = { lastTime: 0, data: entries };
    const { config, storage, calls } = arrange(answer, stored);
    await config.refresh();
    expect(calls[0]?.options?.onFail).toBeDefined();
    expect(config.state.get()).toEqual(stored);
    expect(JSON.parse(storage.getItem(storageKeys.appConfig) ?? '')).toEqual(stored);
  });

  it.each(['text', { lastTime: 'x', data: [] }, { lastTime: 1, data: {} }, { lastTime: 1, data: [{}] }])(
    'counts as absent when %j is stored',
    async (stored) => {
      const { config } = arrange(fresh, stored);
      expect(config.state.get()).toBeUndefined();
    },
  );

  it('answers undefined for a key it has not', () => {
    expect(findEntry(undefined, 'otc')).toBeUndefined();
    expect(findEntry({ lastTime: 0, data: entries }, 'otc')).toBeUndefined();
  });
});

import { beforeEach, expect, it, vi } from 'vitest';

import { appVersionCode } from '../../lib/device/device.ts';
import { storage, storageKeys } from '../../lib/device/storage.ts';
import { type Newest, platformHere, verdictOf } from './use-versions.ts';

const newest: Newest = {
  version: '1.5.6',
  code: appVersionCode,
  time: 0,
  leastCode: appVersionCode,
  url: null,
  notes: [],
};
const calm = { isReady: false, isPending: false, isTooOld: false };

beforeEach(() => void vi.unstubAllGlobals());

it('a version that may not go on is told so before anything else', () => {
  const tooNew = { ...newest, code: appVersionCode + 2, leastCode: appVersionCode + 1 };
  expect(verdictOf(tooNew, { ...calm, isReady: true })).toBe('forced');
  // The configuration alone is enough: nobody waits for the word about the newest one.
  expect(verdictOf(undefined, { ...calm, isTooOld: true })).toBe('forced');
  expect(verdictOf(newest, { isReady: true, isPending: true, isTooOld: true })).toBe('forced');
});

it('a version that waits here is offered, whatever the server knows', () => {
  expect(verdictOf(newest, { ...calm, isReady: true })).toBe('ready');
  expect(verdictOf(undefined, { ...calm, isReady: true })).toBe('ready');
});

it('nothing is called the newest that nobody was asked about', () => {
  expect(verdictOf(undefined, { ...calm, isPending: true })).toBe('checking');
  expect(verdictOf(undefined, calm)).toBe('unknown');
  expect(verdictOf({ ...newest, code: appVersionCode + 1 }, calm)).toBe('available');
  expect(verdictOf(newest, calm)).toBe('newest');
});

it('is updated by a store where a wrapper is, and by the browser where only the address spoke of one', () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)' });
  const alone: { parent?: unknown } = {};
  alone.parent = alone;
  vi.stubGlobal('window', alone);
  storage.setItem(storageKeys.fromUrl, 'webview');
  expect(platformHere()).toBe('web');
  vi.stubGlobal('window', { ...alone, webkit: { messageHandlers: { marigold: { postMessage() {} } } } });
  expect(platformHere()).toBe('ios');
  storage.removeItem(storageKeys.fromUrl);
  expect(platformHere()).toBe('web');
});

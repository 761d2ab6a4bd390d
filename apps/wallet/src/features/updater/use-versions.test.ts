import { expect, it } from 'vitest';

import { appVersionCode } from '../../lib/device.ts';
import { type Newest, verdictOf } from './use-versions.ts';

const newest: Newest = {
  version: '1.5.6',
  code: appVersionCode,
  time: 0,
  leastCode: appVersionCode,
  url: null,
  notes: [],
};
const calm = { isReady: false, isPending: false };

it('a version that may not go on is told so before anything else', () => {
  const tooNew = { ...newest, code: appVersionCode + 2, leastCode: appVersionCode + 1 };
  expect(verdictOf(tooNew, { isReady: true, isPending: false })).toBe('forced');
});

it('a version that waits here is offered, whatever the server knows', () => {
  expect(verdictOf(newest, { isReady: true, isPending: false })).toBe('ready');
  expect(verdictOf(undefined, { isReady: true, isPending: false })).toBe('ready');
});

it('nothing is called the newest that nobody was asked about', () => {
  expect(verdictOf(undefined, { isReady: false, isPending: true })).toBe('checking');
  expect(verdictOf(undefined, calm)).toBe('unknown');
  expect(verdictOf({ ...newest, code: appVersionCode + 1 }, calm)).toBe('available');
  expect(verdictOf(newest, calm)).toBe('newest');
});

import { expect, it } from 'vitest';

import { deviceKindOf } from './device-kind.ts';

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15';

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', 5, 'ios'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/153.0 Mobile', 5, 'android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/153.0', 10, 'desktop'],
  [mac, 0, 'desktop'],
  [mac, 5, 'ios'],
] as const)('tells %s with %i touch points to install as on %s', (userAgent, maxTouchPoints, kind) => {
  expect(deviceKindOf({ userAgent, maxTouchPoints })).toBe(kind);
});

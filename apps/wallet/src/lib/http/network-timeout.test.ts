import { expect, it } from 'vitest';

import { networkTimeoutMs } from './network-timeout.ts';

const saying = (timeoutMs: unknown) => ({ lastTime: 0, data: [{ key: 'network', timeoutMs }] });

it('is what the configuration says, and a minute while it says nothing of use', () => {
  expect(networkTimeoutMs(saying(5000))).toBe(5000);
  expect(networkTimeoutMs(undefined)).toBe(60_000);
  expect(networkTimeoutMs({ lastTime: 0, data: [] })).toBe(60_000);
  expect(networkTimeoutMs(saying('5000'))).toBe(60_000);
  expect(networkTimeoutMs(saying(0))).toBe(60_000);
});

import { expect, it } from 'vitest';

import { createServerClock } from './clock.ts';

it('is the device’s until the server says what time it is, and runs on with the device', () => {
  let device = 1000;
  const clock = createServerClock(() => device);
  expect([clock.now(), clock.onDevice(5000)]).toEqual([1000, 5000]);
  clock.learn(86_401_000);
  device = 2000;
  expect(clock.now()).toBe(86_402_000);
  expect(clock.onDevice(86_460_000)).toBe(60_000);
  clock.learn(2000);
  expect(clock.now()).toBe(2000);
});

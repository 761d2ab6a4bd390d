/** Places where the sample person is logged in. */
import type { DeviceSession } from '@marigold/contract/calls/session';

import { day, idOf, morning } from './samples.ts';

/** This browser, except for what a test says. */
export function sampleSession(more: Partial<DeviceSession> = {}): DeviceSession {
  return {
    id: idOf(201),
    device: 'Chrome',
    isCurrent: true,
    address: '203.0.113.*',
    country: 'GE',
    isTrusted: true,
    createdTime: morning - day,
    lastTime: morning,
    ...more,
  };
}

/** This browser and two others. */
export const threeSessions = {
  list: [
    sampleSession(),
    ...[202, 203].map((number) => sampleSession({ id: idOf(number), isCurrent: false })),
  ],
};

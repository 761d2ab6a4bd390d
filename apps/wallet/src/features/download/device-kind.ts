import { readDevice } from '../../lib/device/device.ts';

export const deviceKinds = ['ios', 'android', 'desktop'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** What somebody installs on. An iPad calls itself a Mac; no Mac has more than one touch point. */
export function deviceKindOf({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): DeviceKind {
  const { osName } = readDevice(userAgent, false);
  if (osName === 'ios' || osName === 'android') return osName;
  return osName === 'macos' && maxTouchPoints > 1 ? 'ios' : 'desktop';
}

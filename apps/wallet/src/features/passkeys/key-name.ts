import { readDevice } from '../../lib/device/device.ts';

const systems: Readonly<Record<string, string>> = {
  ios: 'iOS',
  android: 'Android',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
};

/** What a new key is called unless its person says otherwise: a phone by its model, a computer as the list of devices does. */
export function keyNameOf(userAgent: string): string {
  const { deviceModel, osName } = readDevice(userAgent, false);
  const system = systems[osName];
  // Browsers of Android hide the model behind a letter.
  const model = deviceModel.length > 1 ? deviceModel : system;
  const isPhone = osName === 'ios' || osName === 'android';
  return [model, isPhone ? undefined : system].filter((part) => part !== undefined).join(' · ');
}

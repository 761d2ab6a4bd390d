/** What the envelope says of the device (spec 7). A hint for the session list; nothing is decided by it. */
import { newId } from './ids.ts';
import { storage, storageKeys, type TextStorage } from './storage.ts';

/** Spec 9. */
export const installedVersion = '1.5.6';
export const appVersionCode = 156;

export type Device = {
  readonly deviceType: string;
  readonly deviceModel: string;
  readonly deviceBrand: string;
  readonly osName: string;
};

/** The id of this browser, made once and kept. */
export function deviceId(from: TextStorage = storage): string {
  const known = from.getItem(storageKeys.deviceId);
  if (known !== null && /^[A-Za-z0-9-]{8,64}$/.test(known)) return known;
  const made = newId();
  from.setItem(storageKeys.deviceId, made);
  return made;
}

const systems = [
  ['ios', /iPhone|iPad|iPod/],
  ['android', /Android/],
  ['windows', /Windows/],
  ['macos', /Mac OS X|Macintosh/],
  ['linux', /Linux|CrOS/],
] as const;

const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const;

const brands = [
  ['apple', /iPhone|iPad|iPod|Macintosh/],
  ['samsung', /SM-[A-Z0-9]+|SAMSUNG/],
  ['google', /Pixel/],
  ['huawei', /HUAWEI|HONOR/],
  ['xiaomi', /Xiaomi|Redmi|\bMI /],
] as const;

function firstMatch(
  table: readonly (readonly [string, RegExp])[],
  userAgent: string,
  otherwise: string,
): string {
  return table.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? otherwise;
}

/** Guesses from the user agent. A phone is named by its model, a computer by its browser. */
export function readDevice(userAgent: string, fromWebview: boolean): Device {
  const model =
    /iPhone|iPad|iPod/.exec(userAgent)?.[0] ?? /Android [^;)]*; ([^;)]{1,60})/.exec(userAgent)?.[1];
  return {
    deviceType: fromWebview ? 'webview' : 'h5',
    deviceModel: (model ?? firstMatch(browsers, userAgent, 'browser')).trim().toWellFormed(),
    deviceBrand: firstMatch(brands, userAgent, 'other'),
    osName: firstMatch(systems, userAgent, 'other'),
  };
}

/** The configuration of the app as this device keeps it: a list of entries looked up by key (spec 3, 4, 7). */
import type { Contract } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import { appVersionCode } from './device.ts';
import { type TextStorage, readJson, storageKeys, isRecord } from './storage.ts';

export type AppConfigEntry = WireOutput<Contract['app/config']>[number];

export type AppConfig = {
  /** Epoch ms of the last fetch. */
  readonly lastTime: number;
  readonly data: readonly AppConfigEntry[];
};

/** What an earlier fetch left in storage; undefined when there is none of this shape. */
export function storedAppConfig(storage: TextStorage): AppConfig | undefined {
  const stored = readJson(storage, storageKeys.appConfig);
  return isAppConfig(stored) ? stored : undefined;
}

function isAppConfig(value: unknown): value is AppConfig {
  if (!isRecord(value) || typeof value['lastTime'] !== 'number' || !Array.isArray(value['data']))
    return false;
  return value['data'].every((entry: unknown) => isRecord(entry) && typeof entry['key'] === 'string');
}

/** The entry of a key; undefined when the configuration has none. */
export function findEntry(config: AppConfig | undefined, key: string): AppConfigEntry | undefined {
  return config?.data.find((entry) => entry.key === key);
}

/** True where the server no longer speaks with a version of the app; false while that is not known. */
export function isTooOld(config: AppConfig | undefined, versionCode = appVersionCode): boolean {
  const leastCode = findEntry(config, 'version')?.['leastCode'];
  return typeof leastCode === 'number' && versionCode < leastCode;
}

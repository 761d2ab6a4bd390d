/** App configuration (spec 3, 4, 7): a list of entries looked up by key, kept as `app_config` for twelve hours. */
import type { Contract } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import type { Call } from './api.ts';
import { appVersionCode } from './device.ts';
import { isRecord, readJson, storageKeys, type TextStorage, writeJson } from './storage.ts';
import { createStore, type Store } from './store.ts';

export type ConfigEntry = WireOutput<Contract['app/config']>[number];

export type AppConfig = {
  /** Epoch ms of the last fetch. */
  readonly lastTime: number;
  readonly data: readonly ConfigEntry[];
};

/** Spec 4: 43200 s. */
export const configAgeMaxMs = 43_200_000;

export type AppConfigDependencies = {
  readonly storage: TextStorage;
  readonly call: Call;
  readonly clock: () => number;
};

export type AppConfigStore = {
  readonly state: Store<AppConfig | undefined>;
  /**
   * At launch: fetches when there is none or it is older than twelve hours, and at every launch of a version that it
   * ends, because a server that was put back takes that version again. A failure is silent.
   */
  refresh(): Promise<void>;
  /** Fetches it whatever its age; a failure is silent. */
  renew(): Promise<void>;
};

export function createAppConfig({ storage, call, clock }: AppConfigDependencies): AppConfigStore {
  const state = createStore(keptAppConfig(storage));
  async function renew(): Promise<void> {
    try {
      const result = await call('app/config', {}, { disableLoading: true, onFail: () => undefined });
      if (!result.ok) return;
      const fresh = { lastTime: clock(), data: result.data };
      writeJson(storage, storageKeys.appConfig, fresh);
      state.set(fresh);
    } catch {
      // Spec 7: on failure silently ignored; what was kept stays in use.
    }
  }
  return {
    state,
    renew,
    async refresh() {
      const config = state.get();
      const age = clock() - (config?.lastTime ?? Number.NEGATIVE_INFINITY);
      // A clock that was set back must not keep an old configuration for ever.
      if (age < 0 || age > configAgeMaxMs || isTooOld(config)) await renew();
    },
  };
}

/** What an earlier fetch left in storage; undefined when there is none of this shape. */
export function keptAppConfig(storage: TextStorage): AppConfig | undefined {
  const kept = readJson(storage, storageKeys.appConfig);
  return isAppConfig(kept) ? kept : undefined;
}

function isAppConfig(value: unknown): value is AppConfig {
  if (!isRecord(value) || typeof value['lastTime'] !== 'number' || !Array.isArray(value['data']))
    return false;
  return value['data'].every((entry: unknown) => isRecord(entry) && typeof entry['key'] === 'string');
}

/** The entry of a key; undefined when the configuration has none. */
export function findEntry(config: AppConfig | undefined, key: string): ConfigEntry | undefined {
  return config?.data.find((entry) => entry.key === key);
}

/** True where the server no longer speaks with a version of the app; false while that is not known. */
export function isTooOld(config: AppConfig | undefined, versionCode = appVersionCode): boolean {
  const leastCode = findEntry(config, 'version')?.['leastCode'];
  return typeof leastCode === 'number' && versionCode < leastCode;
}

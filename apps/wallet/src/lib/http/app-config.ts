import { storageKeys, type TextStorage, writeJson } from '../device/storage.ts';
import { createStore, type Store } from '../device/store.ts';
/** App configuration (spec 3, 4, 7): a list of entries looked up by key, kept as `app_config` for twelve hours. */
import { type AppConfig, storedAppConfig, isTooOld } from '../device/stored-config.ts';
import type { ApiCall } from './api.ts';

/** Spec 4: 43200 s. */
export const configAgeMaxMs = 43_200_000;

export type AppConfigDependencies = {
  readonly storage: TextStorage;
  readonly call: ApiCall;
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
  const state = createStore(storedAppConfig(storage));
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

import { storage } from '../device/storage.ts';
import { useStore } from '../device/store.ts';
import { type AppConfigEntry, findEntry, isTooOld } from '../device/stored-config.ts';
import { createAppConfig } from './app-config.ts';
import { call } from './call.ts';

export const currentAppConfig = createAppConfig({ storage, call, clock: () => Date.now() });

/** A configuration entry by key; undefined until it is known. */
function useConfigEntry(key: string): AppConfigEntry | undefined {
  return findEntry(useStore(currentAppConfig.state), key);
}

/** True where the server says that no real money moves. */
export function useIsDemo(): boolean {
  return useConfigEntry('deployment')?.['mode'] === 'demo';
}

/** True where the version that runs here may no longer go on: only the way to a newer one is left of it. */
export function useIsTooOld(): boolean {
  return isTooOld(useStore(currentAppConfig.state));
}

/** The name of the newest version as far as the configuration tells. */
export function useNewestVersion(): string | undefined {
  const version = useConfigEntry('version')?.['version'];
  return typeof version === 'string' ? version : undefined;
}

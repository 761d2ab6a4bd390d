import { type AppConfig, findEntry } from '../device/stored-config.ts';

/** Spec 9; also while the configuration is not known. */
const defaultMs = 60_000;

export function networkTimeoutMs(config: AppConfig | undefined): number {
  const timeoutMs = findEntry(config, 'network')?.['timeoutMs'];
  return typeof timeoutMs === 'number' && timeoutMs > 0 ? timeoutMs : defaultMs;
}

import { type AppConfig, findEntry } from '../device/stored-config.ts';
import type { LinkSettings } from './links.ts';

const defaultMessagingHosts = ['t.me', 'telegram.me', 'wa.me'];

/** The rules for links of an app at `origin`. */
export function linkSettings(config: AppConfig | undefined, origin: string): LinkSettings {
  const entry = findEntry(config, 'links');
  return {
    origin,
    messagingHosts: hostList(entry?.['messagingHosts']) ?? defaultMessagingHosts,
    // Unknown means none: a frame that the content security policy forbids would stay empty.
    frameHosts: hostList(entry?.['frameHosts']) ?? [],
  };
}

function hostList(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((host): host is string => typeof host === 'string') : undefined;
}

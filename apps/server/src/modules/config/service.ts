import type { Handlers } from '../../platform/call.ts';

/** Spec 9: App version 1.5.6 (code 156), network time-out 60 s. */
export const appVersion = '1.5.6';
const versionCode = 156;
const networkTimeoutMs = 60_000;

export type AppFacts = { readonly mode: 'demo' | 'production' };

export function createAppConfig({ mode }: AppFacts): Pick<Handlers, 'app/config' | 'app/ping'> {
  const entries = [
    { key: 'deployment', mode },
    { key: 'version', version: appVersion, code: versionCode },
    { key: 'network', timeoutMs: networkTimeoutMs },
  ];
  return {
    'app/config': async () => entries,
    'app/ping': async (_input, { now }) => ({ time: now, version: appVersion, mode }),
  };
}

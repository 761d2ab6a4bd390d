import type { Handlers } from '../../platform/http/call.ts';
import type { LinkRules } from '../../platform/process/config.ts';
import { listEntries } from './entries.ts';
import { createVersion, leastCode, newestVersion } from './version.ts';

const { version, code } = newestVersion;

/** Spec 9. */
const networkTimeoutMs = 60_000;

export type AppFacts = { readonly mode: 'demo' | 'production'; readonly links: LinkRules };

export type ConfigService = {
  readonly handlers: Pick<Handlers, 'app/config' | 'app/ping' | 'app/version'>;
  /** The version that the reference of the contract names. */
  readonly version: string;
};

export function createConfig({ mode, links }: AppFacts): ConfigService {
  const facts = [
    { key: 'deployment', mode },
    { key: 'version', version, code, leastCode },
    { key: 'network', timeoutMs: networkTimeoutMs },
    // Settings of the start and no entries of an operator: the content security policy says the same (http.ts).
    { key: 'links', ...links, wrapperOrigin: links.wrapperOrigin ?? null },
  ];
  return {
    handlers: {
      'app/config': async (_input, { db }) => [...facts, ...(await listEntries(db))],
      'app/ping': async (_input, { now }) => ({ time: now, version, mode }),
      ...createVersion(),
    },
    version,
  };
}

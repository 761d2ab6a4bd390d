import type { Handlers } from '../../platform/http/call.ts';
import type { LinkRules } from '../../platform/process/config.ts';
import { listEntries } from './entries.ts';
import { leastCode, newestVersion } from './version.ts';

const { version, code } = newestVersion;

/** Spec 9. */
const networkTimeoutMs = 60_000;

export type AppFacts = { readonly mode: 'demo' | 'production'; readonly links: LinkRules };

export function createConfigHandlers({ mode, links }: AppFacts): Pick<Handlers, 'app/config' | 'app/ping'> {
  const facts = [
    { key: 'deployment', mode },
    { key: 'version', version, code, leastCode },
    { key: 'network', timeoutMs: networkTimeoutMs },
    // Settings of the start and no entries of an operator: the content security policy says the same (http.ts).
    { key: 'links', ...links, wrapperOrigin: links.wrapperOrigin ?? null },
  ];
  return {
    'app/config': async (_input, { db }) => [...facts, ...(await listEntries(db))],
    'app/ping': async (_input, { now }) => ({ time: now, version, mode }),
  };
}

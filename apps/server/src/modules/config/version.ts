/** Which version of the app is the newest, what is new in it, and which ones may no longer go on. */
import { say } from '@marigold/texts/say';

import type { Handlers } from '../../platform/http/call.ts';
import { listEntries } from './entries.ts';

/** Spec 9: App version 1.5.6 (code 156). A release changes all of this at once. */
export const newestVersion = {
  version: '1.5.6',
  code: 156,
  publishedAt: Date.UTC(2026, 10, 21),
  notes: ['release.v156.offline', 'release.v156.share', 'release.v156.export', 'release.v156.messages'],
} as const;

/** Versions below this one would speak a contract that the server no longer keeps. */
export const leastCode = 156;

export function createVersion(): Pick<Handlers, 'app/version'> {
  return {
    'app/version': async ({ platform = 'web' }, { db, language }) => {
      const { version, code, publishedAt, notes } = newestVersion;
      const downloads = (await listEntries(db)).find((entry) => entry.key === 'downloads');
      // The web's own way to a new version is its worker, whatever an operator links to.
      const urls = { web: null, ios: downloads?.ios, android: downloads?.android ?? downloads?.apk };
      return {
        version,
        code,
        time: publishedAt,
        leastCode,
        url: urls[platform] ?? null,
        notes: notes.map((id) => say(language, id)),
      };
    },
  };
}

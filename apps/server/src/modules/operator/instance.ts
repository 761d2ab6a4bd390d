import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { preparePostgresHome } from '../../platform/postgres/embedded-postgres-home.ts';
import type { Config } from '../../platform/process/config.ts';

/** The owner's login of the database that this configuration means; a sentence for the person when there is none. */
export function ownerUrlOf(config: Config): { readonly url: string } | { readonly problem: string } {
  if (config.externalDatabase !== undefined) return { url: config.externalDatabase.ownerUrl };
  const directory = join(config.dataDirectory, 'postgres');
  const passwordFile = join(directory, 'passwords.json');
  if (!existsSync(passwordFile)) return { problem: `There is no database in ${config.dataDirectory}.` };
  const port = portOf(join(preparePostgresHome(directory).directory, 'cluster', 'postmaster.pid'));
  if (port === undefined) {
    return { problem: `Marigold does not run on ${config.dataDirectory}: start it first (npm start).` };
  }
  const passwords: unknown = JSON.parse(readFileSync(passwordFile, 'utf8'));
  if (typeof passwords !== 'object' || passwords === null || !('owner' in passwords)) {
    return { problem: `${passwordFile} does not hold the owner's password.` };
  }
  return { url: `postgres://marigold_owner:${String(passwords.owner)}@127.0.0.1:${port}/marigold` };
}

/** The running server writes its port into the fourth line of postmaster.pid. */
function portOf(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const port = Number(readFileSync(file, 'utf8').split('\n')[3]);
  return Number.isInteger(port) && port > 0 ? port : undefined;
}

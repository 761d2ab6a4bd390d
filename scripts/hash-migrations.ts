/** Adds the hash of every new migration to migrations/hashes.json; refuses to bless a changed one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { migrationHashes, migrationsDirectory } from '../apps/server/src/platform/postgres/migrate.ts';

const file = join(migrationsDirectory, 'hashes.json');
const committed = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
const present = migrationHashes();
const changed = Object.keys(committed).filter((name) => present[name] !== committed[name]);
if (changed.length > 0 && !process.argv.includes('--unreleased')) {
  console.error(`${changed.join(', ')}: a committed migration never changes. Write another one.`);
  process.exitCode = 1;
} else {
  writeFileSync(file, `${JSON.stringify(present, null, 2)}\n`);
}

/** `node scripts/schema.ts`: migrates an empty database and writes down in schema/ what it then is. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { databaseUrl, startTestCluster } from '../apps/server/testing/cluster.ts';
import { schemaDirectory, schemaTexts } from './schema/schema-text.ts';

const cluster = await startTestCluster();
try {
  const owner = new pg.Client({ connectionString: databaseUrl(cluster.ownerUrl, cluster.template) });
  await owner.connect();
  const texts = await schemaTexts(owner);
  await owner.end();
  rmSync(schemaDirectory, { recursive: true, force: true });
  mkdirSync(schemaDirectory);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(schemaDirectory, name), text);
} finally {
  await cluster.stop();
}

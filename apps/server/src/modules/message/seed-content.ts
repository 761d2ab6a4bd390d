/** The content that comes with the program, from the folder `apps/server/content`: `<id>/<language>.md`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { languageIds } from '@marigold/texts/languages';

import type { Database } from '../../platform/database/database.ts';
import type { ContentSource } from './publish.ts';
import { openContentFile, readContentFile } from './publish.ts';
import { insertContents, listVersions } from './store.ts';

const folder = join(import.meta.dirname, '../../../content');

/** Every file of the folder. A missing language is a defect: a reader would meet English among their own words. */
export function openContentFiles(): ContentSource[] {
  const ids = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ids.flatMap(({ name }) =>
    languageIds.map((language) =>
      openContentFile(name, language, readFileSync(join(folder, name, `${language}.md`), 'utf8')),
    ),
  );
}

/** Adds the versions that are not there yet; safe at every start, and what an operator published stays. */
export async function seedContent(db: Database): Promise<void> {
  const names = await listVersions(db);
  const files = openContentFiles()
    .filter(({ id, language, version }) => !names.has(`${id} ${language} ${version}`))
    .map(readContentFile);
  if (files.length === 0) return;
  await insertContents(
    db,
    files.map(({ published, ...file }) => ({ ...file, time: published })),
  );
}

/** Figures that a run of journeys counts, for the one line of JSON that its command ends with (scripts/figures.ts). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const figuresFolder = join(import.meta.dirname, '../../test-results/figures');

/** Keeps what one file counted; `name` is the step that reads it, `part` the file. The same names are added up. */
export function keepFigures(name: string, part: string, figures: Readonly<Record<string, number>>): void {
  mkdirSync(figuresFolder, { recursive: true });
  writeFileSync(join(figuresFolder, `${name}.${part}.json`), JSON.stringify(figures));
}

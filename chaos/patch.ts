/** Applies a unified diff by its text alone: line numbers say nothing, every hunk must be found exactly once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that a patch changes, by path from the root, with their new text. Throws when a hunk does not fit. */
export function patchedFiles(patch: string, root: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const section of patch.split(/^--- /m).slice(1)) {
    const file = /^\+\+\+ b\/(.+)$/m.exec(section)?.[1] ?? '';
    for (const hunk of section.split(/^@@ .*\n/m).slice(1)) {
      const [before, after] = [side(hunk, '-'), side(hunk, '+')];
      const parts = (files.get(file) ?? readFileSync(join(root, file), 'utf8')).split(before);
      if (parts.length !== 2)
        throw new Error(`${file} has ${parts.length - 1} places that look like:\n${before}`);
      files.set(file, parts.join(after));
    }
  }
  return files;
}

export function applyPatch(patch: string, root: string): void {
  for (const [file, text] of patchedFiles(patch, root)) writeFileSync(join(root, file), text);
}

/** The lines of a hunk as they stand before (`-`) or after (`+`) it. */
function side(hunk: string, mark: '-' | '+'): string {
  const lines = hunk.split('\n').filter((line) => line.startsWith(' ') || line.startsWith(mark));
  return lines.map((line) => `${line.slice(1)}\n`).join('');
}

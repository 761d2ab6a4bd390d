/** A copy of the product in a folder of its own, in which a fault may be planted. */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** What belongs to one folder alone: packages are linked, the rest is made anew by whoever needs it. */
const ownOfAFolder = new Set(['node_modules', '.git', '.data', '.cache', 'test-results']);
/** Which sources the generated files were made from: where a fault changes none of them, they are not made again. */
const generatedFrom = join('.cache', 'setup');

/** A folder with the product's own files and `more`, and the packages of this folder; its workspaces are those of the copy. */
export function copyProduct(repository: string, more: readonly string[] = []): string {
  return copyParts(repository, ['package.json', 'packages', 'apps/server', ...more]);
}

/** Everything that is written and generated here, tests and tools as well. */
export function copyRepository(repository: string): string {
  const copy = copyParts(
    repository,
    readdirSync(repository).filter((name) => !ownOfAFolder.has(name)),
  );
  if (existsSync(join(repository, generatedFrom)))
    cpSync(join(repository, generatedFrom), join(copy, generatedFrom), { recursive: true });
  return copy;
}

function copyParts(repository: string, parts: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'marigold-planted-'));
  chmodSync(copy, 0o755);
  for (const part of parts)
    cpSync(join(repository, part), join(copy, part), {
      recursive: true,
      filter: (path) => !ownOfAFolder.has(basename(path)),
    });
  const packages = join(repository, 'node_modules');
  mkdirSync(join(copy, 'node_modules', '@marigold'), { recursive: true });
  for (const name of readdirSync(packages).filter(isLinked))
    symlinkSync(join(packages, name), join(copy, 'node_modules', name));
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules', '@marigold', name));
  linkOwnPackages(repository, copy);
  return copy;
}

/** What npm did not put beside all others: a workspace may have packages of its own. */
function linkOwnPackages(repository: string, copy: string): void {
  for (const kind of ['apps', 'packages'].filter((one) => existsSync(join(copy, one))))
    for (const name of readdirSync(join(copy, kind))) {
      const own = join(repository, kind, name, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(copy, kind, name, 'node_modules'));
    }
}

/** Packages, and what says which of them are installed; what tools keep among them stays with its folder. */
function isLinked(name: string): boolean {
  return name.startsWith('.') ? /^\.(bin|package-lock|marigold)/.test(name) : name !== '@marigold';
}

/** A copy of the product in a folder of its own, in which a fault may be planted. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** A folder with the product's own files and `more`, and the packages of this folder; its workspaces are those of the copy. */
export function copyProduct(repository: string, more: readonly string[] = []): string {
  const copy = mkdtempSync(join(tmpdir(), 'marigold-planted-'));
  chmodSync(copy, 0o755);
  for (const part of ['package.json', 'packages', 'apps/server', ...more])
    cpSync(join(repository, part), join(copy, part), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    });
  const packages = join(repository, 'node_modules');
  mkdirSync(join(copy, 'node_modules', '@marigold'), { recursive: true });
  for (const name of readdirSync(packages).filter((one) => one !== '@marigold' && !one.startsWith('.')))
    symlinkSync(join(packages, name), join(copy, 'node_modules', name));
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules', '@marigold', name));
  return copy;
}

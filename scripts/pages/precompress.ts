/** Compresses what a web build wrote, beside itself, so that no request ever waits for it. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Plugin } from 'vite';

/** Text that shrinks; pictures and fonts are compressed by their own formats. */
const shrinking = new Set(['.js', '.css', '.svg', '.json', '.html', '.webmanifest']);
/** Below this a file fits into the first packets anyway. */
const bytesMin = 1024;

const encodings = [
  {
    ending: '.br',
    // Once for each build, and six percent less than level 9 for everybody who loads it.
    compress: async (content: Buffer) =>
      await promisify(brotliCompress)(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
  },
  { ending: '.gz', compress: async (content: Buffer) => await promisify(gzip)(content, { level: 9 }) },
];

/** The plugin of the web build; it stands behind every plugin that writes files. */
export function precompress(): Plugin {
  return {
    name: 'marigold-precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) throw new Error('Broken: the web build has no folder');
        await compressFiles(dir);
      },
    },
  };
}

/** Writes `.br` and `.gz` beside every file of a folder that is worth it; answers how many it wrote. */
export async function compressFiles(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && shrinking.has(extname(entry.name)));
  const written = await Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name);
      const content = await readFile(path);
      if (content.length < bytesMin) return 0;
      for (const { ending, compress } of encodings) await writeFile(path + ending, await compress(content));
      return encodings.length;
    }),
  );
  return written.reduce((sum, count) => sum + count, 0);
}

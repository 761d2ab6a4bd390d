import { createHash } from 'node:crypto';

import type { FileStore } from '../src/modules/file/port.ts';

/** A file store without a disk; adapters/files/store.test.ts asks the same of it as of the real one. */
export function createMemoryFiles(): FileStore {
  const stored = new Map<string, { content: Buffer; since: number }>();
  return {
    async put(id, content) {
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      const whole = Buffer.concat(parts);
      stored.set(id, { content: whole, since: Date.now() });
      return { size: whole.length, sha256: createHash('sha256').update(whole).digest() };
    },
    async open(id) {
      const file = stored.get(id);
      return file === undefined ? undefined : pieces(file.content);
    },
    async remove(id) {
      stored.delete(id);
    },
    async *list() {
      for (const [id, { since }] of stored) yield { id, since };
    },
    removeUnfinished: async () => undefined,
  };
}

async function* pieces(content: Buffer): AsyncGenerator<Uint8Array> {
  const size = 64 * 1024;
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { dayMs } from '@marigold/money/spans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createMemoryFiles } from '../../../testing/memory-files.ts';
import type { FileStore } from '../../modules/file/port.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { createDiskFiles } from './disk.ts';
import { headerBytes, pieceBytes, sealedPieceBytes } from './sealed.ts';

const secretKey = 'a secret key for tests, 32 bytes or more';
let folder: string;
let disk: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marigold-files-'));
  disk = createDiskFiles({ folder, secretKey });
});
afterAll(async () => await rm(folder, { recursive: true }));

async function* inParts(content: Buffer, bytes = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
}

async function read(store: FileStore, id: string): Promise<Buffer | undefined> {
  const content = await store.open(id);
  if (content === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

async function ids(store: FileStore): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of store.list()) found.push(id);
  return found;
}

describe.each([
  ['on the disk', () => disk],
  ['in memory', () => memory],
])('a file store %s', (_where, storeOf) => {
  it.each([0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes, 1_000_003])(
    'gives back %i bytes as they were put',
    async (bytes) => {
      const store = storeOf();
      const content = randomBytes(bytes);
      const id = newRowId();
      const stored = await store.put(id, inParts(content));
      expect(stored).toEqual({ size: bytes, sha256: createHash('sha256').update(content).digest() });
      expect((await read(store, id))?.equals(content)).toBe(true);
    },
  );

  it('has nothing under an id that was never put, or was removed, however often', async () => {
    const store = storeOf();
    const id = newRowId();
    expect(await read(store, id)).toBeUndefined();
    await store.put(id, inParts(Buffer.from('once')));
    await store.remove(id);
    await store.remove(id);
    expect(await read(store, id)).toBeUndefined();
    expect(await ids(store)).not.toContain(id);
  });

  it('keeps what was there when the next content breaks off, and replaces it when it does not', async () => {
    const store = storeOf();
    const id = newRowId();
    await store.put(id, inParts(Buffer.from('first')));
    const broken = (async function* () {
      yield Buffer.from('sec');
      throw new Error('the line broke');
    })();
    await expect(store.put(id, broken)).rejects.toThrow('the line broke');
    expect(String(await read(store, id))).toBe('first');
    await store.put(id, inParts(Buffer.from('third')));
    expect(String(await read(store, id))).toBe('third');
  });

  it('lists what it keeps, with the time', async () => {
    const store = storeOf();
    const id = newRowId();
    const before = Date.now() - 1000;
    await store.put(id, inParts(Buffer.from('x')));
    const found: { id: string; since: number }[] = [];
    for await (const one of store.list()) found.push(one);
    const mine = found.find((one) => one.id === id);
    expect(mine?.since).toBeGreaterThan(before);
    expect(mine?.since).toBeLessThan(Date.now() + 1000);
  });
});

const memory = createMemoryFiles();

describe('what lies on the disk', () => {
  it('has its age by the clock of the program, however far that is ahead', async () => {
    const moved = createDiskFiles({ folder, secretKey, clock: () => Date.now() + dayMs });
    const id = newRowId();
    const before = Date.now() - 1000;
    await moved.put(id, inParts(Buffer.from('x')));
    const found: number[] = [];
    for await (const one of moved.list()) if (one.id === id) found.push(one.since);
    expect(found).toHaveLength(1);
    expect(found[0]).toBeGreaterThan(before + dayMs);
    await moved.removeUnfinished(Date.now() + dayMs - 60_000);
    expect(String(await read(moved, id))).toBe('x');
  });

  const pathOf = (id: string) => join(folder, id.slice(-2), id);

  it('holds nothing of what was put, and opens with this key only', async () => {
    const id = newRowId();
    const words = 'a name that nobody else may read';
    await disk.put(id, inParts(Buffer.from(words.repeat(100))));
    expect((await readFile(pathOf(id))).includes(words.slice(0, 8))).toBe(false);
    const other = createDiskFiles({ folder, secretKey: 'another secret key, also 32 bytes or more' });
    await expect(read(other, id)).rejects.toThrow('is not as it was written');
  });

  it.each([
    ['a changed bit', async (bytes: Buffer) => flipped(bytes, headerBytes + 5)],
    ['a changed salt', async (bytes: Buffer) => flipped(bytes, 10)],
    ['another kind of file', async (bytes: Buffer) => flipped(bytes, 0)],
    ['a last piece left out', async (bytes: Buffer) => bytes.subarray(0, headerBytes + sealedPieceBytes)],
    ['half a piece left out', async (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
    ['two pieces that changed places', async (bytes: Buffer) => swapped(bytes)],
    ['nothing at all', async () => Buffer.alloc(0)],
    ['a header alone', async (bytes: Buffer) => bytes.subarray(0, headerBytes)],
  ])('is refused with %s', async (_what, change) => {
    const id = newRowId();
    await disk.put(id, inParts(randomBytes(3 * pieceBytes)));
    await writeFile(pathOf(id), await change(await readFile(pathOf(id))));
    await expect(read(disk, id)).rejects.toThrow('is not as it was written');
  });

  it('is refused under the id of another file', async () => {
    const [mine, theirs] = [newRowId(), newRowId()];
    await disk.put(mine, inParts(Buffer.from('mine')));
    await disk.put(theirs, inParts(Buffer.from('theirs')));
    await writeFile(pathOf(mine), await readFile(pathOf(theirs)));
    await expect(read(disk, mine)).rejects.toThrow('is not as it was written');
  });

  it('refuses an id that would lead out of its folder', async () => {
    await expect(disk.put('../../etc/passwd', inParts(Buffer.from('x')))).rejects.toThrow('Broken');
    await expect(disk.open('..')).rejects.toThrow('Broken');
  });

  it('after kill -9 in the middle holds the file before, and a rest that is taken away', async () => {
    const id = newRowId();
    await disk.put(id, inParts(Buffer.from('before')));
    const child = spawn(process.execPath, ['--input-type=module', '--eval', killedWriter(id)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(String(await read(disk, id))).toBe('before');
    const names = async () =>
      (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'));
    expect(await names()).toHaveLength(1);
    await disk.removeUnfinished(Date.now() - 60_000);
    expect(await names()).toHaveLength(1);
    await disk.removeUnfinished(Date.now() + 60_000);
    expect(await names()).toEqual([]);
    expect(String(await read(disk, id))).toBe('before');
  });

  it('that was cut off by hand fails while it is read, not at its end', async () => {
    const id = newRowId();
    await disk.put(id, inParts(randomBytes(2 * pieceBytes)));
    await truncate(pathOf(id), headerBytes + sealedPieceBytes + 1);
    await expect(read(disk, id)).rejects.toThrow('is not as it was written');
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

function swapped(bytes: Buffer): Buffer {
  const first = headerBytes;
  const second = headerBytes + sealedPieceBytes;
  const third = second + sealedPieceBytes;
  return Buffer.concat([
    bytes.subarray(0, first),
    bytes.subarray(second, third),
    bytes.subarray(first, second),
    bytes.subarray(third),
  ]);
}

/** A program that puts for ever and says so after its first megabyte. */
function killedWriter(id: string): string {
  const module = pathToFileURL(join(import.meta.dirname, 'disk.ts')).href;
  return `
    import { createDiskFiles } from ${JSON.stringify(module)};
    const endless = (async function* () {
      for (let sent = 0; ; sent += 1) {
        yield Buffer.alloc(65536, 7);
        if (sent === 16) console.log('writing');
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    })();
    await createDiskFiles(${JSON.stringify({ folder, secretKey })}).put(${JSON.stringify(id)}, endless);`;
}

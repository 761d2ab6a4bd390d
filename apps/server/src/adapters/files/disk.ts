/** Files in a folder of this machine, sealed (sealed.ts): nobody who gets hold of the disk or of a backup reads them. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { FileStore, StoredFile } from '../../modules/file/port.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { systemClock } from '../../platform/process/clock.ts';
import { isId } from '../../platform/process/ids.ts';
import { purposeKey } from '../../platform/process/purpose-key.ts';
import type { Seal } from './sealed.ts';
import { headerBytes, newSeal, pieceBytes, sealedPieceBytes, sealOf } from './sealed.ts';

const unfinished = '.part';

export type DiskSettings = { readonly folder: string; readonly secretKey: string; readonly clock?: Clock };

export function createDiskFiles({ folder, secretKey, clock = systemClock }: DiskSettings): FileStore {
  const key = purposeKey(secretKey, 'files at rest');
  // The end of a UUIDv7 is random; its beginning is the time, and would fill one folder after the other.
  const pathOf = (id: string) => {
    if (!isId(id)) throw new Error('Broken: a file is kept under a UUID in lower case');
    return join(folder, id.slice(-2), id);
  };

  /** The disk stamps with the clock of the machine; the program reckons with its own. */
  const fileTime = async (path: string) => {
    const at = await changedAt(path);
    return at === undefined ? undefined : at + clock() - systemClock();
  };

  return {
    async put(id, content) {
      const path = pathOf(id);
      await makeFolder(dirname(path));
      const temporary = `${path}.${randomBytes(6).toString('hex')}${unfinished}`;
      try {
        const stored = await writeSealed(temporary, newSeal(key, id), content);
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async open(id) {
      const path = pathOf(id);
      // Opened when it is read: a reader that never begins leaves nothing open.
      return (await fileTime(path)) === undefined ? undefined : readSealed(path, key, id);
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
    async *list() {
      for await (const { name, path } of entries(folder)) {
        const since = isId(name) ? await fileTime(path) : undefined;
        if (since !== undefined) yield { id: name, since };
      }
    },
    async removeUnfinished(before) {
      for await (const { name, path } of entries(folder)) {
        if (name.endsWith(unfinished) && ((await fileTime(path)) ?? before) < before)
          await rm(path, { force: true });
      }
    },
  };
}

async function writeSealed(
  path: string,
  seal: Seal,
  content: AsyncIterable<Uint8Array>,
): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  let index = 0;
  await using file = await open(path, 'wx', 0o600);
  await file.appendFile(seal.header);
  for await (const { piece, isLast } of pieces(content)) {
    hash.update(piece);
    size += piece.length;
    await file.appendFile(seal.seal(piece, index, isLast));
    index += 1;
  }
  await file.sync();
  return { size, sha256: hash.digest() };
}

/** Cuts a stream into pieces of one size; the last one is what is left, and is there even when it is empty. */
async function* pieces(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes <= pieceBytes) continue;
    const all = Buffer.concat(waiting);
    let start = 0;
    // Strictly more: a piece that ends the stream must be marked as the last one.
    for (; all.length - start > pieceBytes; start += pieceBytes) {
      yield { piece: all.subarray(start, start + pieceBytes), isLast: false };
    }
    waiting = [all.subarray(start)];
    bytes = all.length - start;
  }
  yield { piece: Buffer.concat(waiting), isLast: true };
}

async function* readSealed(path: string, key: Buffer, id: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const seal = sealOf(key, id, await readExactly(file, 0, Math.min(headerBytes, size)));
  // Ends: each turn is one piece further on, and the one that reaches the size of the file is the last.
  for (let index = 0, at = headerBytes; ; index += 1, at += sealedPieceBytes) {
    const isLast = size - at <= sealedPieceBytes;
    const sealed = await readExactly(file, at, Math.max(0, Math.min(sealedPieceBytes, size - at)));
    yield seal.open(sealed, index, isLast);
    if (isLast) return;
  }
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  // Ends: each turn reads at least a byte of the length, or the file is over.
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(dirname(path));
}

/** A new name is lost with the power until its folder is on the disk as well. Systems without this need none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(path, 'r');
  await handle.sync();
}

async function* entries(folder: string): AsyncGenerator<{ name: string; path: string }> {
  for await (const part of namesIn(folder)) {
    for await (const name of namesIn(join(folder, part))) yield { name, path: join(folder, part, name) };
  }
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function changedAt(path: string): Promise<number | undefined> {
  try {
    return Math.floor((await stat(path)).mtimeMs);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

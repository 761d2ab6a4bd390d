import type { uploadFile } from '@marigold/contract/calls/file';
import { Refusal } from '@marigold/contract/endpoint';
import { dayMs } from '@marigold/money/spans';

import type { Database } from '../../platform/database/database.ts';
import type { Call, Handler } from '../../platform/http/call.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { newRowId } from '../../platform/process/ids.ts';
import type { Log } from '../../platform/process/log.ts';
import type { FileLinks } from './link.ts';
import { createFileLinks } from './link.ts';
import { createPictures } from './picture.ts';
import type { FileStore } from './port.ts';
import type { FileRow } from './store.ts';
import { countPictures, findFile, insertFile, lockUploads } from './store.ts';
import { sweepFiles } from './sweep.ts';
import type { Upload } from './upload.ts';

/** An uploaded file that nobody uses is removed after this time. */
export const unusedRetentionMs = dayMs;
/** reliability.md 6, row 12: so many pictures of one person lie here at a time. */
export const picturesMax = 50;

/** Its name is what it is saved as: 1-200 characters. */
export type NewFile = Omit<FileRow, 'id' | 'size' | 'sha256'>;

export type FileOfOwner = { readonly id: string; readonly size: number };

/** A file as its link shows it. */
export type LinkedFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly shows: boolean;
  readonly expires: number;
  readonly content: AsyncIterable<Uint8Array>;
};

export type Files = {
  /**
   * Keeps content for somebody under a new id. The bytes lie in the store when it resolves; the row belongs to `db`: where
   * its transaction is rolled back, the bytes are removed later.
   */
  keep(db: Database, file: NewFile, content: AsyncIterable<Uint8Array>): Promise<FileOfOwner>;
  /** The address of a file on this origin, good until `expires` (epoch milliseconds). */
  signFileLink(fileId: string, options: { readonly expires: number }): string;
  /** What a link shows; undefined for anything wrong. */
  find(db: Database, token: string, now: number): Promise<LinkedFile | undefined>;
  /** Makes a picture of what was brought and keeps it for a day; a person has at most `picturesMax`. */
  upload(upload: Upload, call: Call<'user'>): ReturnType<Handler<typeof uploadFile>>;
  /** The task `files`. */
  readonly jobs: JobHandlers;
  /** Ends the processes in which pictures are made; what still waits for them is told to come again. */
  stop(): Promise<void>;
};

export type FilesDependencies = {
  readonly db: Database;
  readonly store: FileStore;
  readonly secretKey: string;
  readonly clock: Clock;
  readonly log: Log;
};

export function createFiles({ db: main, store, secretKey, clock, log }: FilesDependencies): Files {
  const pictures = createPictures(log);
  const links = createFileLinks(secretKey);

  async function keep(db: Database, file: NewFile, content: AsyncIterable<Uint8Array>): Promise<FileOfOwner> {
    const id = newRowId();
    const { size, sha256 } = await store.put(id, content);
    await insertFile(db, { ...file, id, size, sha256 });
    return { id, size };
  }

  return {
    keep,
    signFileLink: (fileId, options) => links.sign(fileId, options),
    find: async (db, token, now) => await find(db, { store, links }, token, now),
    async upload({ name, kind, bytes }, { db, session, now }) {
      const picture = await pictures.make(bytes, kind);
      if (picture instanceof Refusal) return picture;
      const { mediaType } = picture;
      const expires = now + unusedRetentionMs;
      const file = { ownerId: session.userId, kind, name, mediaType, now, expires };
      const stored = await db.transaction().execute(async (tx) => {
        if (await isFull(tx, session.userId, now))
          return new Refusal('files_too_many', { max: picturesMax }, 'file');
        return await keep(tx, file, once(picture.bytes));
      });
      if (stored instanceof Refusal) return stored;
      const { id, size } = stored;
      return { fileId: id, url: links.sign(id, { expires, shows: true }), size, type: mediaType };
    },
    jobs: { files: async () => await sweepFiles(main, store, clock()) },
    stop: async () => await pictures.stop(),
  };
}

/**
 * Whether the person brought as many pictures as one may have; uploads of theirs follow each other from here to the end
 * of the transaction. Files that were built for them are no pictures, and what a case of risk keeps is bounded by the
 * case: nobody whose money waits for an answer may run out of places for it.
 */
async function isFull(db: Database, userId: string, now: number): Promise<boolean> {
  await lockUploads(db, userId);
  return (await countPictures(db, userId, now)) >= picturesMax;
}

async function find(
  db: Database,
  { store, links }: { store: FileStore; links: FileLinks },
  token: string,
  now: number,
): Promise<LinkedFile | undefined> {
  const link = links.read(token, now);
  if (link === undefined) return undefined;
  const row = await findFile(db, link.fileId, now);
  const content = row === undefined ? undefined : await store.open(link.fileId);
  if (row === undefined || content === undefined) return undefined;
  return {
    name: row.name,
    mediaType: row.media_type,
    size: Number(row.size),
    sha256: row.sha256,
    shows: link.shows && row.media_type === 'image/webp',
    expires: link.expires,
    content,
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

import { Refusal } from '@marigold/contract/endpoint';
import { dayMs } from '@marigold/money/spans';
import type { FastifyInstance } from 'fastify';

import type { Database } from '../../platform/database/database.ts';
import { malformed } from '../../platform/http/transport-error.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { newRowId } from '../../platform/process/ids.ts';
import type { Log } from '../../platform/process/log.ts';
import type { FileLinks } from './link.ts';
import { createFileLinks } from './link.ts';
import { createPictures, madeTypes } from './picture.ts';
import type { FileStore } from './port.ts';
import type { FileRoutesDependencies, LinkedFile, ServedFiles } from './routes.ts';
import { registerFiles } from './routes.ts';
import { createSealedPictures, type SealedPictures } from './sealed-pictures.ts';
import type { FileRow } from './store.ts';
import { countPictures, findFile, insertFile, lockUploads } from './store.ts';
import { sweepFiles } from './sweep.ts';

/** An uploaded file that nobody uses is removed after this time. */
export const unusedRetentionMs = dayMs;
/** reliability.md 6, row 12: so many pictures of one person lie here at a time. */
export const picturesMax = 50;

/** Its name is what it is saved as: 1-200 characters. */
export type NewFile = Omit<FileRow, 'id' | 'size' | 'sha256'>;

export type FileOfOwner = { readonly id: string; readonly size: number };

/** What opens pictures of records where no server runs. */
export type PictureReader = Pick<SealedPictures, 'openSealed'>;

/** What serves the addresses of files beside this module. */
export type FilesWeb = Omit<FileRoutesDependencies, 'files' | 'db' | 'clock'>;

export type Files = ServedFiles &
  SealedPictures & {
    /** Registers the two addresses at which people reach them. */
    register(app: FastifyInstance, web: FilesWeb): Promise<void>;
    /**
     * Keeps content for somebody under a new id. The bytes lie in the store when it resolves; the row belongs to `db`: where
     * its transaction is rolled back, the bytes are removed later.
     */
    keep(db: Database, file: NewFile, content: AsyncIterable<Uint8Array>): Promise<FileOfOwner>;
    /** The address of a file on this origin, good until `expires` (epoch milliseconds). */
    signFileLink(fileId: string, options: { readonly expires: number }): string;
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

export function createPictureReader(store: FileStore): PictureReader {
  return createSealedPictures(store);
}

export function createFiles({ db: main, store, secretKey, clock, log }: FilesDependencies): Files {
  const pictures = createPictures(log);
  const links = createFileLinks(secretKey);

  async function keep(db: Database, file: NewFile, content: AsyncIterable<Uint8Array>): Promise<FileOfOwner> {
    const id = newRowId();
    const { size, sha256 } = await store.put(id, content);
    await insertFile(db, { ...file, id, size, sha256 });
    return { id, size };
  }

  const served: ServedFiles = {
    find: async (db, token, now) => await find(db, { store, links }, token, now),
    async upload({ name, kind, bytes }, { db, userId: ownerId, isPhone, now }) {
      if (isPhone && kind !== 'identity') throw malformed('kind');
      const picture = await pictures.make(bytes, kind);
      if (picture instanceof Refusal) return picture;
      const { mediaType } = picture;
      const expires = now + unusedRetentionMs;
      const file = { ownerId, kind, name, mediaType, now, expires };
      const stored = await db.transaction().execute(async (tx) => {
        if (await isFull(tx, ownerId, now))
          return new Refusal('files_too_many', { max: picturesMax }, 'file');
        return await keep(tx, file, once(picture.bytes));
      });
      if (stored instanceof Refusal) return stored;
      const { id, size } = stored;
      return { fileId: id, url: links.sign(id, { expires, shows: true }), size, type: mediaType };
    },
  };
  return {
    ...served,
    ...createSealedPictures(store),
    keep,
    signFileLink: (fileId, options) => links.sign(fileId, options),
    register: async (app, web) => await registerFiles(app, { ...web, files: served, db: main, clock }),
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
    shows: link.shows && madeTypes.includes(row.media_type),
    expires: link.expires,
    content,
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Pictures that a record of somebody's identity takes from those they brought, and opens again later. What the record keeps
 * is sealed by whoever takes it: no link shows it (findFile), and this module cannot read it.
 */
import { uploadBytesMax } from '@marigold/contract/limits';

import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from './port.ts';
import { type FileKind, findSealed, lockWaiting } from './store.ts';

export type SealedKind = Extract<FileKind, 'identity' | 'signature'>;

export type WaitingPicture = {
  readonly bytes: Buffer;
  readonly kind: SealedKind;
  readonly mediaType: string;
};

export type WaitingQuery = {
  readonly ownerId: string;
  readonly id: string;
  readonly kinds: readonly SealedKind[];
  readonly now: number;
};

export type SealedPictures = {
  /**
   * One that this person brought, that nobody used yet and that has not expired, locked until the transaction ends: two
   * that take it follow each other. At most as large as an upload.
   */
  openWaiting(db: Database, query: WaitingQuery): Promise<WaitingPicture | undefined>;
  /** The sealed bytes of one that a record keeps, and what they are once they are opened. */
  openSealed(
    db: Database,
    id: string,
  ): Promise<{ readonly sealed: Buffer; readonly mediaType: string } | undefined>;
};

export function createSealedPictures(store: FileStore): SealedPictures {
  return {
    async openWaiting(db, query) {
      const row = await lockWaiting(db, query);
      const bytes = row === undefined ? undefined : await readWhole(store, query.id);
      return row === undefined || bytes === undefined ? undefined : { ...row, bytes };
    },
    async openSealed(db, id) {
      const row = await findSealed(db, id);
      const sealed = row === undefined ? undefined : await readWhole(store, id);
      return row === undefined || sealed === undefined ? undefined : { ...row, sealed };
    },
  };
}

/** Undefined where nothing lies there, or more than anybody may bring. */
async function readWhole(store: FileStore, id: string): Promise<Buffer | undefined> {
  const content = await store.open(id);
  if (content === undefined) return undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > uploadBytesMax) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

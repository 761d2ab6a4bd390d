/**
 * Pictures of a record: what its person brought is sealed under the key of the record, lies as a file that no link shows,
 * and the plain one goes. Without the key, which erasing destroys, nobody sees it again.
 */
import type { PictureItem } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import type { FileOfOwner, Files, PictureReader } from '../../file/service.ts';
import { letPictureGo } from '../../file/views.ts';
import { keyOfRecord } from './fields.ts';
import type { KycRecordRow } from './store.ts';
import type { SealedPlace, Vault } from './vault.ts';

/** What they are brought as. */
const kinds = {
  idFront: 'identity',
  idBack: 'identity',
  addressProof: 'identity',
  signature: 'signature',
} as const satisfies Readonly<Record<PictureItem, string>>;

/** What brought pictures come from, and where sealed ones go. */
export type PictureFiles = Pick<Files, 'openWaiting' | 'keep'>;

export type PictureParts = { readonly db: Database; readonly vault: Vault };

export type PlainPicture = { readonly bytes: Buffer; readonly mediaType: string };

function placeOfPicture({ id }: KycRecordRow, item: PictureItem): SealedPlace {
  return { recordId: id, part: `picture:${item}` };
}

/**
 * Takes a picture that the person of the record brought, within the transaction of `db`. Answers the file of the record that
 * it is now (its size is that of the sealed bytes); undefined where there is no such picture of that kind, or it was used or
 * has expired. What the item had before is for the caller to let go of.
 */
export async function attachPicture(
  { db, vault, files }: PictureParts & { readonly files: PictureFiles },
  record: KycRecordRow,
  { item, fileId, now }: { readonly item: PictureItem; readonly fileId: string; readonly now: number },
): Promise<{ readonly fileId: string; readonly size: number } | undefined> {
  const key = keyOfRecord(record);
  if (key === undefined) return undefined;
  const { userId: ownerId } = record;
  const waiting = await files.openWaiting(db, { ownerId, id: fileId, kinds: [kinds[item]], now });
  if (waiting === undefined) return undefined;
  const { kind, mediaType } = waiting;
  const sealed = vault.sealBytes(key, placeOfPicture(record, item), waiting.bytes);
  // What its person called it may name them, and stays nowhere.
  const file = { ownerId, kind, name: item, mediaType, now, expires: null };
  const { id, size }: FileOfOwner = await files.keep(db, file, once(sealed));
  await letPictureGo(db, fileId, now);
  return { fileId: id, size };
}

/**
 * The plain bytes; undefined where there is no such file, or the record was erased. Throws where the bytes were changed or
 * are of another record or item.
 */
export async function openPicture(
  { db, vault, files }: PictureParts & { readonly files: PictureReader },
  record: KycRecordRow,
  { item, fileId }: { readonly item: PictureItem; readonly fileId: string },
): Promise<PlainPicture | undefined> {
  const key = keyOfRecord(record);
  const found = key === undefined ? undefined : await files.openSealed(db, fileId);
  if (key === undefined || found === undefined) return undefined;
  return {
    bytes: vault.openBytes(key, placeOfPicture(record, item), found.sealed),
    mediaType: found.mediaType,
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

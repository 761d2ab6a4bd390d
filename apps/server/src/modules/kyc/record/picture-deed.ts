/** A person of the house opens a picture of a record: never without a name in the audit log and across the picture. */
import { access, constants, lstat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { OperationRefusal } from '@marigold/operations/operation';
import type * as rows from '@marigold/operations/rows/kyc';

import type { Deed } from '../../../platform/operations/deed.ts';
import { RefusedDeed } from '../../../platform/operations/deed.ts';
import type { PictureReader } from '../../file/service.ts';
import { openPicture } from './picture.ts';
import { findSentPicture, lockRecordByNumber } from './store.ts';
import type { Vault } from './vault.ts';
import { drawAcross } from './watermark.ts';

/** Answers where the picture was written. */
export type PictureDeed = Deed<typeof rows.openKycPicture, { readonly path: string }>;

export type PictureDeedParts = {
  readonly vault: () => Vault;
  readonly pictures: () => PictureReader;
};

export function createPictureDeed({ vault, pictures }: PictureDeedParts): PictureDeed {
  return {
    async act(db, { record: authNo, item, out: path }, { by, now }) {
      if (by === 'nobody') return new RefusedDeed('nameless');
      const record = await lockRecordByNumber(db, authNo);
      if (record === undefined) return new RefusedDeed('not_found');
      if (record.erasedAt !== null) return new RefusedDeed('erased');
      const fileId = await findSentPicture(db, record.id, item);
      if (fileId === undefined) return new RefusedDeed('no_picture');
      const no = await whyNotWritable(path);
      if (no !== undefined) return new RefusedDeed(no);
      const parts = { db, vault: vault(), files: pictures() };
      const picture = await openPicture(parts, record, { item, fileId });
      if (picture === undefined) return new RefusedDeed('no_picture');
      const { bytes } = picture;
      return {
        subject: `identity:${authNo}`,
        detail: { item },
        facts: { path },
        async afterwards() {
          const marked = await drawAcross(bytes, `${by} ${momentOf(now)}`);
          // Nobody else reads it, and what came there meanwhile is not written over.
          await writeFile(path, marked, { flag: 'wx', mode: 0o600 });
        },
      };
    },
  };
}

/** To the second, as people write it. */
function momentOf(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

async function whyNotWritable(
  path: string,
): Promise<Extract<OperationRefusal<typeof rows.openKycPicture>, 'file_exists' | 'no_folder'> | undefined> {
  try {
    // A link that leads nowhere is one as well.
    await lstat(path);
    return 'file_exists';
  } catch {
    // There is none, or no way there.
  }
  try {
    await access(dirname(path), constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return 'no_folder';
  }
}

/** A wish: written beside the decision that it follows from, sent by a round when that has committed. */
import { createHash } from 'node:crypto';

import { canonicalJson } from '@marigold/contract/envelope';
import type { CallNature } from '@marigold/partners/call-states';

import type { Database } from '../../platform/database/database.ts';
import { crashPoint } from '../../platform/process/crash-point.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { insertCall } from './store.ts';

export type Wish = {
  readonly provider: string;
  readonly kind: string;
  readonly nature: CallNature;
  readonly objectId: string;
  /** Its name at the company for ever: nothing makes a second one for the same wish. */
  readonly requestId: string;
  /** What is asked, without personal data: strings, numbers and lists of them. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly now: number;
};

/** Only in the transaction that decides it; the caller has locked the object. */
export async function recordWish(db: Database, wish: Wish): Promise<void> {
  const request = canonicalJson(wish.request);
  await insertCall(db, {
    ...wish,
    id: newRowId(),
    request,
    digest: createHash('sha256').update(request, 'utf8').digest(),
  });
  crashPoint('partner.before-wish-commit');
}

/** A new record, at the payment of its order: it has a number, a key, and nothing is known of its person yet. */
import { randomInt } from 'node:crypto';

import { authNoBase, authNoDrawn, authNoOf } from '@marigold/partners/auth-no';
import { hostedItems, type KycPurpose } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { insertRecord } from './store.ts';
import type { Vault } from './vault.ts';

/** Numbers are drawn; one that is taken is drawn again. */
const drawsMax = 8;

export type NewRecord = {
  readonly userId: string;
  readonly orderId: string;
  readonly purpose: KycPurpose;
  readonly now: number;
};

export async function makeRecord(
  db: Database,
  vault: Vault,
  { userId, orderId, purpose, now }: NewRecord,
): Promise<{ readonly id: string; readonly authNo: string }> {
  const id = newRowId();
  const key = vault.makeKey(id);
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const authNo = authNoOf(Array.from({ length: authNoDrawn }, () => randomInt(authNoBase)));
    const row = { id, authNo, userId, orderId, purpose, key, items: hostedItems, now };
    if (!(await insertRecord(db, row))) continue;
    await announce(db, { userId, event: 'kyc', data: { authNo } });
    return { id, authNo };
  }
  throw new Error('Broken: numbers of records are not used up');
}

/** Identities of people who were approved, and what others want of them, put into the tables as they come to lie there. */
import { kycBindingForMs } from '@marigold/contract/durations';
import { minuteMs } from '@marigold/money/spans';
import type { KycPurpose } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import { insertBinding, markSought } from '../src/modules/kyc/bind/store.ts';
import { createTextSeal } from '../src/modules/kyc/bind/texts.ts';
import { makeRecord } from '../src/modules/kyc/record/make.ts';
import type { Vault } from '../src/modules/kyc/record/vault.ts';
import type { Database } from '../src/platform/database/database.ts';
import { newRowId } from '../src/platform/process/ids.ts';
import { testVault } from './kyc.ts';
import { testSecretKey } from './session-cookies.ts';

type Owned = {
  readonly userId: string;
  readonly purpose?: KycPurpose;
  readonly now: number;
  /** Of the program that the database is of; without it, of the test server. */
  readonly vault?: Vault;
};

/** A record that its person has paid for; it is a draft. */
export async function paidRecordOf(
  db: Database,
  { userId, purpose = 'card', now, vault = testVault }: Owned,
) {
  const [orderId, at] = [newRowId(), new Date(now)];
  await sql`
    insert into app.kyc_order (id, user_id, purpose, state, sold_as, created_at, expires_at, changed_at, result)
    values (${orderId}, ${userId}, ${purpose}, 'completed', 'card', ${at}, ${new Date(now + 30 * minuteMs)}, ${at},
      'approved')`.execute(db);
  return await makeRecord(db, vault, { userId, orderId, purpose, now });
}

/** One that was approved and is not used. */
export async function approvedRecordOf(db: Database, owned: Owned) {
  const record = await paidRecordOf(db, owned);
  await sql`
    update app.kyc_record set review = 'approved', use = 'notUsed' where id = ${record.id}`.execute(db);
  return record;
}

type Wish = {
  readonly owner: { readonly id: string };
  readonly asker: { readonly id: string };
  readonly now: number;
};

/** The wish of somebody for a new identity of the owner, who knows of it. */
export async function bindingOf(db: Database, { owner, asker, now }: Wish): Promise<string> {
  const { id: recordId, authNo } = await approvedRecordOf(db, { userId: owner.id, now });
  const id = newRowId();
  const texts = createTextSeal(testSecretKey).seal(
    { purpose: 'A card for my work', contact: 'ann@example.com', description: null },
    id,
  );
  const row = { id, userId: asker.id, authNo, use: 'card', recordId: null, texts } as const;
  await insertBinding(db, { ...row, expiresAt: now + kycBindingForMs, now });
  await markSought(db, { id, recordId, now });
  return id;
}

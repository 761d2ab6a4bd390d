/** What other rooms read of identities: numbers and states, never what is known of somebody. */
import type { KycPurpose } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

export type HeldIdentity = {
  readonly authNo: string;
  readonly purpose: KycPurpose;
  readonly review: string;
  /** Why the house looks; null: the company asked for a person, or its verdict is not enough. */
  readonly reason: string | null;
  readonly since: number;
};

/** Reviews that wait for a person, newest first. */
export async function listHeldIdentities(db: Database, most: number): Promise<readonly HeldIdentity[]> {
  const found = await sql<HeldIdentity>`
    select r.auth_no as "authNo", r.purpose, r.review, r.reason, s.at as since
    from app.kyc_record r
    cross join lateral (select max(at) as at from app.kyc_step where record_id = r.id and review = 'held') s
    where r.review = 'held' order by s.at desc, r.id desc limit ${most}`.execute(db);
  return found.rows;
}

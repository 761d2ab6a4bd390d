/** What other rooms read of identities: numbers and states, never what is known of somebody. */
import type { KycPurpose } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

export { listChoices } from './draft/store.ts';
export { findRecord, listItems } from './record/store.ts';

export type HeldIdentity = {
  readonly authNo: string;
  readonly purpose: KycPurpose;
  readonly review: string;
  /** Why the house looks, `screening` for a hit on a list, `house` for what it checks itself; null: the company asked for a person, or its verdict is not enough. */
  readonly reason: string | null;
  readonly since: number;
};

/** Identities that wait for a person, by their review, by a hit on a list or because the house checks them, newest first. */
export async function listHeldIdentities(db: Database, most: number): Promise<readonly HeldIdentity[]> {
  const found = await sql<HeldIdentity>`
    select r.auth_no as "authNo", r.purpose, r.review,
      case when v.received_at is null then r.reason else 'house' end as reason,
      coalesce(v.received_at, s.at, h.at) as since
    from app.kyc_record r
    left join app.house_review v on v.record_id = r.id and v.phase = 'checking' and r.review in ('submitted', 'review')
    cross join lateral (select max(at) as at from app.kyc_step
      where record_id = r.id and review = 'held' and r.review = 'held') s
    cross join lateral (select min(found_at) as at from app.screening_hit
      where record_id = r.id and decision is null) h
    where r.review = 'held' or v.record_id is not null or (r.review = 'approved' and r.id in (select record_id from app.screening_hit where decision is null))
    order by since desc, r.id desc limit ${most}`.execute(db);
  return found.rows;
}

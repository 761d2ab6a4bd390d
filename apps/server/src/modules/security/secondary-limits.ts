/** When a payment needs a second verification (decisions.md "Secondary limits"). */
import { Refusal } from '@marigold/contract/endpoint';
import { sql } from 'kysely';

import type { Call } from '../../platform/call.ts';
import { secondaryLimits } from '../identity/rules.ts';
import type { VerifiedKind } from './operation.ts';

export type NeedsVerification = (
  call: Call<'user'>,
  usd: string | undefined,
  kind?: VerifiedKind,
) => Promise<Refusal<'verification_required'> | undefined>;

/**
 * Answers `verification_required` {kind, methods} when a payment worth `usd` (a decimal string) goes over the person's
 * secondary limits; undefined, an unknown or stale worth, always asks. The caller holds the lock under which the
 * person's payments follow each other, so that payments at the same time are all counted.
 */
export const needsVerification: NeedsVerification = async (call, usd, kind = 'transfer/internal') => {
  const { db, session, now } = call;
  const { singleUsd, totalUsd, payments, windowMs } = secondaryLimits;
  // Journals of one person are numbered in the order in which they were made, whatever the clock of a call said:
  // "since the last verified payment" is asked by number.
  const found = await sql<{ is_over: boolean; email: string | null; phone: string | null }>`
    with lately as (
      select usd, journal_id, challenge_id from app.transfer
      where sender_id = ${session.userId} and created_at > ${new Date(now - windowMs)}
      union all
      select o.usd, h.placed_journal, o.challenge_id from app.payout o join ledger.hold h on h.id = o.hold_id
      where o.user_id = ${session.userId} and o.created_at > ${new Date(now - windowMs)}
    ), unverified as (
      select usd from lately
      where journal_id > coalesce((select max(journal_id) from lately where challenge_id is not null), 0)
    )
    select p.email, p.phone,
      ${usd ?? null}::numeric is null
        or ${usd ?? null}::numeric > ${singleUsd}
        or (select count(*) >= ${payments} or coalesce(sum(usd), 0) + ${usd ?? null}::numeric > ${totalUsd}
              or count(*) > count(usd) from unverified) as is_over
    from app.person p where p.id = ${session.userId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) throw new Error('Broken: a session belongs to a person');
  return row.is_over ? new Refusal('verification_required', { kind, methods: methodsOf(row) }) : undefined;
};

/** The ways a code can reach a person: their bound contacts. */
export function methodsOf({
  email,
  phone,
}: {
  readonly email: string | null;
  readonly phone: string | null;
}): ('email' | 'sms')[] {
  const methods: ('email' | 'sms')[] = [];
  if (email !== null) methods.push('email');
  if (phone !== null) methods.push('sms');
  return methods;
}

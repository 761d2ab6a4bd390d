/** When a payment needs a second verification (decisions.md "Secondary limits"). */
import { Refusal } from '@marigold/contract/endpoint';

import type { Call } from '../../platform/http/call.ts';
import { readOffer } from '../factor/views.ts';
import type { VerifiedKind } from './operation.ts';
import type { Outflow } from './outflow.ts';
import { secondaryLimits } from './rules.ts';
import { findSecondary } from './store.ts';

/**
 * Answers `verification_required` {kind, methods} when a payment worth `usd` (a decimal string) goes over the person's
 * secondary limits; undefined, an unknown or stale worth, always asks. The caller holds the lock under which the
 * person's payments follow each other, so that payments at the same time are all counted.
 */
export async function needsVerification(
  { db, session, now }: Call<'user'>,
  outflows: readonly Outflow[],
  { usd, kind }: { readonly usd: string | undefined; readonly kind: VerifiedKind },
): Promise<Refusal<'verification_required'> | undefined> {
  const { windowMs, ...limits } = secondaryLimits;
  const since = new Date(now - windowMs);
  const row = await findSecondary(db, outflows, { userId: session.userId, usd, since, limits });
  if (row === undefined) throw new Error('Broken: a session belongs to a person');
  return row.is_over ? await verificationRequired({ db, session, now }, kind) : undefined;
}

/**
 * The refusal that asks for a proof: how it can be given, the best way first. Where there is none yet, `from` says when
 * there will be one (epoch milliseconds).
 */
export async function verificationRequired(
  { db, session, now }: Pick<Call<'user'>, 'db' | 'session' | 'now'>,
  kind: VerifiedKind,
): Promise<Refusal<'verification_required'>> {
  const { methods, from } = await readOffer(db, { userId: session.userId, kind, now });
  return new Refusal(
    'verification_required',
    from === undefined ? { kind, methods } : { kind, methods, from },
  );
}

/** When a payment needs a second verification (decisions.md "Secondary limits"). */
import { Refusal } from '@marigold/contract/endpoint';
import { isStrong, type MethodOffer } from '@marigold/guard/factors';
import { asksForCode, secondaryWindowMs } from '@marigold/guard/wallet-limits';

import type { Call } from '../../platform/http/call.ts';
import { readOffer } from '../factor/views.ts';
import { centsFloor } from '../rate/worth.ts';
import type { VerifiedKind } from './operation.ts';
import type { Outflow } from './outflow.ts';
import { getOwnLimits } from './person-limits.ts';
import { readLimits } from './read-limits.ts';
import { findPaid } from './store.ts';

type Asking = Pick<Call<'user'>, 'db' | 'session' | 'now'>;

/**
 * Answers `verification_required` {kind, methods} when a payment worth `usd` (a decimal string) goes over the person's
 * secondary limits; undefined, an unknown or stale worth, always asks. The caller holds the lock under which the
 * person's payments follow each other, so that payments at the same time are all counted.
 */
export async function needsVerification(
  call: Asking,
  outflows: readonly Outflow[],
  { usd, kind }: { readonly usd: string | undefined; readonly kind: VerifiedKind },
): Promise<Refusal<'verification_required'> | undefined> {
  const { inForce, paid } = await readPaid(call, outflows);
  const asks = asksForCode(inForce, paid, usd === undefined ? undefined : centsFloor(usd));
  return asks ? await verificationRequired(call, kind) : undefined;
}

/** What somebody paid since their last code, within a day, and the limits that it counts for, as one statement. */
export async function readPaid({ db, session, now }: Asking, outflows: readonly Outflow[]) {
  const window = { userId: session.userId, since: new Date(now - secondaryWindowMs) };
  const row = await findPaid(db, outflows, window);
  if (row === undefined) throw new Error('Broken: a session belongs to a person');
  const { paid, payments, uncertain, since } = row;
  return {
    inForce: readLimits(row, now).inForce,
    paid: { usd: centsFloor(paid), payments, isUncertain: uncertain },
    since,
  };
}

/** How an operation can be approved now: the person's own choice first. */
export async function offerFor({ db, session, now }: Asking, kind: VerifiedKind): Promise<MethodOffer> {
  const { userId } = session;
  const { inForce } = await getOwnLimits(db, userId, now);
  return await readOffer(db, { userId, kind, now }, inForce.method ?? undefined);
}

/**
 * The refusal that asks for a proof: how it can be given, the best way first. Where there is none yet, `from` says when
 * there will be one (epoch milliseconds). `isStrongOnly`: a code to a contact does not do for this one.
 */
export async function verificationRequired(
  call: Asking,
  kind: VerifiedKind,
  { isStrongOnly = false }: { readonly isStrongOnly?: boolean } = {},
): Promise<Refusal<'verification_required'>> {
  const { methods: all, from } = await offerFor(call, kind);
  const methods = isStrongOnly ? all.filter((method) => isStrong(method)) : all;
  return new Refusal(
    'verification_required',
    from === undefined ? { kind, methods } : { kind, methods, from },
  );
}

/** Bindings as those see them who asked, and as those do whose identity it is. */
import type { KycBindingMade, KycBindingReceived, listKycBindings } from '@marigold/contract/calls/kyc/bind';
import type { OutputOf } from '@marigold/contract/endpoint';

import type { Call } from '../../../platform/http/call.ts';
import { maskedName } from '../../person/views.ts';
import { type BindingRow, listBindingsMade, listBindingsReceived } from './store.ts';
import type { TextSeal } from './texts.ts';

const listedMax = 50;

export async function listBindings(
  seal: TextSeal,
  { db, session, now }: Call<'user'>,
): Promise<OutputOf<typeof listKycBindings>> {
  const query = { userId: session.userId, now, most: listedMax };
  const [made, received] = [await listBindingsMade(db, query), await listBindingsReceived(db, query)];
  return {
    made: made.map((row) => ({ ...factsOf(seal, row), status: statusForAsker(row, now) })),
    received: await Promise.all(
      received.map(async (row) => ({
        ...factsOf(seal, row),
        status: statusForOwner(row, now),
        from: await maskedName(db, row.userId),
      })),
    ),
  };
}

function factsOf(seal: TextSeal, row: BindingRow) {
  const { id, authNo, use, createdAt, expiresAt } = row;
  return { bindingId: id, authNo, use, ...seal.open(row), created: createdAt, expires: expiresAt };
}

/** A "no", and that there is nobody to say it, look like an owner who does not answer. */
function statusForAsker({ state, expiresAt }: BindingRow, now: number): KycBindingMade['status'] {
  if (state === 'accepted') return state;
  return expiresAt > now ? 'open' : 'expired';
}

function statusForOwner({ state, expiresAt }: BindingRow, now: number): KycBindingReceived['status'] {
  return state === 'open' && expiresAt <= now ? 'expired' : state;
}

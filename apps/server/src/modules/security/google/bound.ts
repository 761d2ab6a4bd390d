import { Refusal } from '@marigold/contract/endpoint';
import { needs } from '@marigold/guard/page-needs';

import type { Call } from '../../../platform/http/call.ts';
import { findGoogle } from '../../factor/views.ts';

/** What a call answers that needs two-step verification, to whoever has not bound it ("Bind first"). */
export async function refuseUnbound({
  db,
  session,
}: Pick<Call<'user'>, 'db' | 'session'>): Promise<Refusal<'two_step_missing'> | undefined> {
  const row = await findGoogle(db, session.userId);
  return row?.state === 'bound' ? undefined : new Refusal(needs.twoStep.refusal);
}

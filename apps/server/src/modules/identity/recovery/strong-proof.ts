/** What a reset of the login password needs beside the code of a contact: a mailbox alone takes no account over that has more. */
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../../platform/database/database.ts';
import type { Call } from '../../../platform/http/call.ts';
import { readLoginFactors, takeGoogleStep } from '../../factor/views.ts';
import type { CheckGoogleCode } from '../google-code.ts';
import { googleRule } from '../rules.ts';

type Need = 'google';
type StrongNo = Refusal<'two_step_needed' | 'code_incorrect' | 'two_step_locked'>;

/** Undefined where nothing more is bound; else `take` uses up what was shown, in the transaction of the reset. */
export type StrongProof = { readonly take: (db: Database) => Promise<StrongNo | undefined> } | undefined;

/** What must be shown with the new password; nothing where contacts are all there is. */
export async function listResetNeeds(db: Database, userId: string): Promise<readonly Need[]> {
  const { methods } = await readLoginFactors(db, userId);
  return methods.filter((method) => method === 'google');
}

/** Judges the digits of an authenticator before a new password is hashed for whoever has only a mailbox. */
export async function checkResetNeeds(
  call: Call,
  userId: string,
  {
    google,
    checkGoogleCode,
  }: { readonly google: string | undefined; readonly checkGoogleCode: CheckGoogleCode },
): Promise<StrongProof | StrongNo> {
  if ((await listResetNeeds(call.db, userId)).length === 0) return undefined;
  if (google === undefined) return new Refusal('two_step_needed', {}, 'google');
  const answer = await checkGoogleCode(call, userId, google);
  if (answer.kind === 'locked') return new Refusal('two_step_locked', { until: answer.until }, 'google');
  if (answer.kind === 'wrong') {
    const { left, drift } = answer;
    return new Refusal('code_incorrect', drift === undefined ? { left } : { left, drift }, 'google');
  }
  return {
    async take(db) {
      if (await takeGoogleStep(db, userId, answer.step)) return undefined;
      return new Refusal('code_incorrect', { left: googleRule.tries }, 'google');
    },
  };
}

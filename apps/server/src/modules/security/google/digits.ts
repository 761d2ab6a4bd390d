/** Digits of the authenticator that come with a call itself: they are its second verification (security.md 1). */
import { Refusal } from '@marigold/contract/endpoint';

import type { Call } from '../../../platform/http/call.ts';
import { takeGoogleStep } from '../../factor/views.ts';
import type { CheckGoogleCode } from '../../identity/google-code.ts';
import { refuseUnbound } from './bound.ts';

export type DigitsNo = Refusal<'two_step_missing' | 'code_incorrect' | 'two_step_locked'>;
/** Undefined when right; then they are used up in the call's own transaction. Wrong ones are counted as everywhere. */
export type CheckDigits = (
  call: Call<'user'>,
  digits: string,
  field: string,
) => Promise<DigitsNo | undefined>;

export function createCheckDigits(checkGoogleCode: CheckGoogleCode): CheckDigits {
  return async (call, digits, field) => {
    const unbound = await refuseUnbound(call);
    if (unbound !== undefined) return unbound;
    const { userId } = call.session;
    const answer = await checkGoogleCode(call, userId, digits);
    if (answer.kind === 'locked') return new Refusal('two_step_locked', { until: answer.until }, field);
    if (answer.kind === 'right' && (await takeGoogleStep(call.db, userId, answer.step))) return undefined;
    const { left, drift } = answer.kind === 'wrong' ? answer : { left: 0, drift: undefined };
    return new Refusal('code_incorrect', drift === undefined ? { left } : { left, drift }, field);
  };
}

/**
 * user/limit/set (security.md 4): what is narrower holds at once, for whoever asks; anything wider is approved as a change
 * of a credential is, waits a day, and is told everywhere with "this was not me".
 */
import type { setLimits } from '@marigold/contract/calls/limit';
import { type InputOf, Refusal, type RefusalOf } from '@marigold/contract/endpoint';
import type { PersonLimits } from '@marigold/guard/wallet-limits';

import type { Call } from '../../platform/http/call.ts';
import { recordSecurityEvent } from '../identity/security-log.ts';
import { notify } from '../message/notify.ts';
import { formatCentsTrimmed } from '../rate/worth.ts';
import { checkFreeze } from '../spending/freeze.ts';
import {
  askForRaise,
  lockLimits,
  narrowLimits,
  operationOfLimits,
  readWantedLimits,
} from '../spending/person-limits.ts';
import type { CheckVerification } from '../spending/port.ts';
import { verificationRequired } from '../spending/verification.ts';
import { settleOwn } from './settle.ts';

type Input = InputOf<typeof setLimits>;
type No = Refusal<RefusalOf<typeof setLimits>>;

/** Undefined when it was done. */
export function createSetLimits(checkVerification: CheckVerification) {
  return async ({ verify, ...input }: Input, call: Call<'user'>): Promise<No | undefined> => {
    const { db, session, now } = call;
    const { userId } = session;
    await lockLimits(db, userId);
    await settleOwn(db, userId, now);
    const read = await readWantedLimits(input, call);
    if (read instanceof Refusal) return read;
    const { wanted, isRaise } = read;
    if (!isRaise) {
      await narrowLimits(db, userId, wanted, now);
      await recordSecurityEvent(db, call, userId, 'limitsChanged');
      await notify(db, { userId, kind: 'limitsChanged', facts: factsOf(wanted), now });
      return undefined;
    }
    const frozen = await checkFreeze(call, 'credentials');
    if (frozen !== undefined) return frozen;
    if (verify === undefined) return await verificationRequired(call, 'user/limit/set');
    const no = await checkVerification(call, operationOfLimits(wanted), verify);
    if (no !== undefined) return no;
    const from = await askForRaise(db, userId, wanted, now);
    await recordSecurityEvent(db, call, userId, 'limitsChanged');
    await notify(db, { userId, kind: 'limitsRaised', facts: { ...factsOf(wanted), from }, now });
    return undefined;
  };
}

function factsOf({ single, total, payments }: PersonLimits) {
  return { single: formatCentsTrimmed(single), total: formatCentsTrimmed(total), payments };
}

/** Ten new recovery codes in place of the old ones, for whoever shows something strong. */
import type { renewRecoveryCodes } from '@marigold/contract/calls/google';
import type { Refusal, RefusalOf } from '@marigold/contract/endpoint';

import type { Handlers } from '../../../platform/http/call.ts';
import { renewCodes } from '../../factor/recovery-codes.ts';
import { lockTwoStep } from '../../factor/store.ts';
import { recordSecurityEvent } from '../../identity/security-log.ts';
import { notify } from '../../message/notify.ts';
import { checkFreeze } from '../../spending/freeze.ts';
import type { CheckVerification } from '../../spending/port.ts';
import { checkApproval } from '../login-password.ts';
import { refuseUnbound } from './bound.ts';

type Dependencies = { readonly secretKey: string; readonly checkVerification: CheckVerification };
type No = Refusal<RefusalOf<typeof renewRecoveryCodes>>;

export function createRenewCodes({
  secretKey,
  checkVerification,
}: Dependencies): Handlers['user/google/codes'] {
  return async ({ verify }, call) => {
    const { db, session, now } = call;
    const { userId } = session;
    await lockTwoStep(db, userId);
    const no: No | undefined =
      (await checkFreeze(call, 'credentials', { isLocking: true })) ??
      (await refuseUnbound(call)) ??
      (await checkApproval(checkVerification, call, 'user/google/codes', verify));
    if (no !== undefined) return no;
    const codes = await renewCodes(db, secretKey, { userId, now });
    await recordSecurityEvent(db, call, userId, 'recoveryCodesMade');
    await notify(db, { userId, kind: 'recoveryCodesMade', facts: {}, now });
    return { codes };
  };
}

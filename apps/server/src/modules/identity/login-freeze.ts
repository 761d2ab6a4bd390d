/** What a freeze of log-in answers whoever knew the password. */
import type { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { checkFreeze } from '../spending/freeze.ts';
import { recordSecurityEvent } from './security-log.ts';

/**
 * Undefined where this person may sign in. Ask after the password was right, so that nobody learns by it who has an account,
 * and in the transaction that locked the person and opens the session, so that a freeze that comes meanwhile waits for it.
 */
export async function refuseFrozenLogin(
  db: Database,
  call: Call,
  userId: string,
): Promise<Refusal<'login_frozen'> | undefined> {
  const frozen = await checkFreeze({ db, now: call.now, session: { userId } }, 'login');
  if (frozen !== undefined) await recordSecurityEvent(call.aside, call, userId, 'loginFailed');
  return frozen;
}

/** The end of a recovery: a new login password for whoever proved a contact, and what is strong where something is bound. */
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/http/call.ts';
import { revokeSessions } from '../../../platform/http/session.ts';
import { forgetDevices } from '../../../platform/http/trusted-device.ts';
import { tokenHash } from '../../../platform/process/ids.ts';
import { notify } from '../../message/notify.ts';
import { updatePasswordHash, updatePasswordReset } from '../../person/store.ts';
import { getPerson } from '../../person/views.ts';
import { freeze } from '../../spending/freeze.ts';
import type { CheckGoogleCode } from '../google-code.ts';
import { guessableNames, refuseNewPassword } from '../login-password.ts';
import type { Passwords } from '../passwords.ts';
import { recordSecurityEvent } from '../security-log.ts';
import { removeLoginTries } from '../store.ts';
import { boundOfName } from '../strangers.ts';
import { voidLoginTickets } from '../views.ts';
import { findProvenOwner, useTicket } from './store.ts';
import { checkResetNeeds } from './strong-proof.ts';

/** No code that a person asked for approves anything any more; whoever keeps challenges hands it in. */
export type VoidChallenges = (db: Database, userId: string) => Promise<void>;

export function createResetPassword({
  passwords,
  checkGoogleCode,
  voidChallenges,
}: {
  readonly passwords: Passwords;
  readonly checkGoogleCode: CheckGoogleCode;
  readonly voidChallenges: VoidChallenges;
}): Handlers['user/forget/reset'] {
  return async ({ ticket, password, confirm, google }, call) => {
    const no = refuseNewPassword({ password, confirm }, []);
    if (no !== undefined) return no;
    const { db, now } = call;
    // A hash is expensive: nobody gets one for a ticket that is none.
    const provenId = await findProvenOwner(db, tokenHash(ticket), now);
    if (provenId === undefined) return new Refusal('ticket_expired');
    const names = guessableNames(await getPerson(db, provenId));
    const known = refuseNewPassword({ password, confirm }, names);
    if (known !== undefined) return known;
    const strong = await checkResetNeeds(call, provenId, { google, checkGoogleCode });
    if (strong instanceof Refusal) return strong;
    const hash = await passwords.hash(password);
    const used = await useTicket(db, tokenHash(ticket), now);
    if (used === undefined) return new Refusal('ticket_expired');
    const { userId, by } = used;
    const late = await strong?.take(db);
    if (late !== undefined) return late;
    await updatePasswordHash(db, userId, hash);
    await updatePasswordReset(db, userId, { by, at: now });
    const reason = strong === undefined ? 'passwordReset' : 'passwordResetStrong';
    const until = await freeze(db, { userId, reason, now });
    await revokeSessions(db, { userId, now });
    await forgetDevices(db, { userId });
    await voidLoginTickets(db, userId);
    await voidChallenges(db, userId);
    await forgetWrongLogins(db, userId);
    await recordSecurityEvent(db, call, userId, 'passwordReset');
    await notify(db, { userId, kind: reason, facts: { until }, now });
    return { freezeUntil: until };
  };
}

/** Whoever proved a contact may log in at once, however often others guessed. */
async function forgetWrongLogins(db: Database, userId: string): Promise<void> {
  const { username, email, phone } = await getPerson(db, userId);
  const names = [username, email, phone].flatMap((name) =>
    name === null ? [] : [`text:${name.toLowerCase()}`].flatMap((typed) => [typed, boundOfName(typed)]),
  );
  await removeLoginTries(db, { names, userId });
}

/** Log-in, log-out, and the login password as a proof. Answers alike, in words and in time, whether an account exists. */
import { strongTrustMs } from '@marigold/contract/durations';
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../platform/database/database.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import { revokeSessions } from '../../platform/http/session.ts';
import {
  deviceOf,
  findSessionDevice,
  isTrustedDevice,
  presentedDevice,
  usesTrustedDevice,
} from '../../platform/http/trusted-device.ts';
import type { RelyingParty } from '../factor/passkey/relying-party.ts';
import { readLoginFactors } from '../factor/views.ts';
import { personKey } from '../person/person.ts';
import { updatePasswordCommon } from '../person/store.ts';
import { findPasswordHash, holdsPasswordHash } from '../person/views.ts';
import { guess } from './attempts.ts';
import { isCommonPassword } from './cores/cores.ts';
import { refuseFrozenLogin } from './login-freeze.ts';
import { guessableNames } from './login-password.ts';
import type { Passwords } from './passwords.ts';
import { loginRule } from './rules.ts';
import { askForCode } from './second-step/second-step.ts';
import { recordSecurityEvent, traceOfGuess } from './security-log.ts';
import type { SignIn } from './sign-in.ts';
import type { Login } from './store.ts';
import { findLogin } from './store.ts';

async function findTyped(db: Database, typed: string, deviceId: string): Promise<Login | undefined> {
  const key = personKey(typed);
  return await findLogin(db, { key, text: key === 'phone' ? typed : typed.toLowerCase(), deviceId });
}

/**
 * False where the password was changed while it was hashed: who changed it has ended every session, and this one would
 * be left. From here on a change waits for the session and ends it with the others.
 */
async function isStillTheirs(db: Database, { userId, hash }: Login): Promise<boolean> {
  return await holdsPasswordHash(db, userId, hash);
}

/**
 * Who is guessing. Strangers are counted by the text they type, whether it names an account or not; a device that this
 * person trusts, or on which they signed in before, has its own count, so that strangers cannot lock the owner out.
 */
async function subjectOf(found: Login | undefined, typed: string, call: Call): Promise<string> {
  const stranger = `text:${typed.toLowerCase()}`;
  if (found === undefined) return stranger;
  const { userId, isKnownDevice } = found;
  return (
    (await trustedSubject(call, userId, presentedDevice(call))) ??
    (isKnownDevice ? knownDevice(userId, call.deviceId) : stranger)
  );
}

/** The count of a device that is trusted by its cookie; what a client says of itself could be anything. */
async function trustedSubject(
  { db, now }: Pick<Call, 'db' | 'now'>,
  userId: string,
  device: Buffer | undefined,
): Promise<string | undefined> {
  return device !== undefined && (await isTrustedDevice(db, { userId, device, now }))
    ? knownDevice(userId, device.toString('base64url'))
    : undefined;
}

function knownDevice(userId: string, deviceId: string): string {
  return `device:${userId}:${deviceId}`;
}

/** A password that was right here is known in full: whether everybody tries it first is written down where that is new. */
async function lookAtPassword(db: Database, found: Login, password: string): Promise<void> {
  const isPasswordCommon = isCommonPassword(password, guessableNames(found));
  if (isPasswordCommon !== found.isPasswordCommon)
    await updatePasswordCommon(db, { userId: found.userId, hash: found.hash, isPasswordCommon });
}

export type LoginDependencies = {
  readonly passwords: Passwords;
  readonly signIn: SignIn;
  /** The demo's own people, whose passwords everybody may read, are not asked for a code until they bind a strong factor. */
  readonly mode: 'demo' | 'production';
  /** For whom passkeys are made. */
  readonly relyingParty: () => RelyingParty;
};

export function createLogin({
  passwords,
  signIn,
  mode,
  relyingParty,
}: LoginDependencies): Handlers['user/login'] {
  return async ({ account, password, remember = false }, call) => {
    const { db, deviceId, now } = call;
    const found = await findTyped(db, account, deviceId);
    const guessed = await guess(
      call,
      loginRule,
      await subjectOf(found, account, call),
      async () => await passwords.matches(found?.hash, password),
      traceOfGuess(call, found?.userId, 'loginFailed'),
    );
    if (guessed.kind === 'disabled') return new Refusal('account_disabled');
    if (guessed.kind === 'locked') return new Refusal('account_locked', { until: guessed.until });
    if (guessed.kind === 'wrong' || found === undefined) {
      return new Refusal('account_or_password_incorrect', {
        left: guessed.kind === 'wrong' ? guessed.left : 0,
      });
    }
    await lookAtPassword(db, found, password);
    const { userId, isDemo } = found;
    const entering = { userId, device: deviceOf(call), remember };
    const entered = await db.transaction().execute(async (tx) => {
      if (!(await isStillTheirs(tx, found))) return undefined;
      const frozen = await refuseFrozenLogin(tx, call, userId);
      if (frozen !== undefined) return frozen;
      const strong = await readLoginFactors(tx, userId);
      const hasStrong = strong.methods.length > 0;
      const isExempt = isDemo && mode === 'demo' && !hasStrong;
      const lasts = hasStrong ? { withinMs: strongTrustMs } : {};
      const isTrusted = isExempt || (await usesTrustedDevice(tx, { ...entering, now, ...lasts }));
      if (!isTrusted) return { need: await askForCode(tx, { ...entering, strong, relyingParty, now }) };
      return await signIn(tx, call, entering);
    });
    if (entered !== undefined) return entered;
    await recordSecurityEvent(call.aside, call, userId, 'loginFailed');
    return new Refusal('account_or_password_incorrect', { left: loginRule.tries });
  };
}

export type LoginPasswordNo = Refusal<'password_incorrect' | 'account_locked' | 'account_disabled'>;
export type CheckLoginPassword = (
  call: Call<'user'>,
  typed: string,
  field?: string,
) => Promise<LoginPasswordNo | undefined>;

/** The login password of the signed-in person as a proof, counted with the log-ins of this device. */
export function createCheckLoginPassword(passwords: Passwords): CheckLoginPassword {
  return async (call, typed, field = 'loginPassword') => {
    const { id, userId, deviceId } = call.session;
    const stored = await findPasswordHash(call.db, userId);
    const device = await findSessionDevice(call.db, id);
    const subject = (await trustedSubject(call, userId, device)) ?? knownDevice(userId, deviceId);
    const guessed = await guess(
      call,
      loginRule,
      subject,
      async () => await passwords.matches(stored, typed),
      traceOfGuess(call, userId, 'loginFailed'),
    );
    if (guessed.kind === 'disabled') return new Refusal('account_disabled', {}, field);
    if (guessed.kind === 'locked') return new Refusal('account_locked', { until: guessed.until }, field);
    if (guessed.kind === 'wrong') return new Refusal('password_incorrect', { left: guessed.left }, field);
    return undefined;
  };
}

/** Ends the session of the bearer; without one there is nothing to end and the answer is the same. */
export const logout: Handlers['user/logout'] = async (_input, call) => {
  call.outgoing.half = 'none';
  if (call.session === undefined) return {};
  const { id, userId } = call.session;
  await call.db.transaction().execute(async (tx) => {
    await revokeSessions(tx, { userId, only: id, now: call.now });
    await recordSecurityEvent(tx, call, userId, 'logout');
  });
  return {};
};

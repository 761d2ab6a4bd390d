/** Log-in, log-out, and the login password as a proof. Answers alike, in words and in time, whether an account exists. */
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../platform/database/database.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import { openSession, revokeSessions } from '../../platform/http/session.ts';
import { notify } from '../message/notify.ts';
import { personKey } from '../person/person.ts';
import { findPasswordHash, holdsPasswordHash } from '../person/views.ts';
import { guess } from './attempts.ts';
import { refuseFrozenLogin } from './login-freeze.ts';
import type { Passwords } from './passwords.ts';
import { loginRule } from './rules.ts';
import { networkOf, recordSecurityEvent, traceOfLogin } from './security-log.ts';
import type { ShowUser } from './show-user.ts';
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
 * Who is guessing. Strangers are counted by the text they type, whether it names an account or not; a device on which
 * this person signed in before has its own count, so that strangers cannot lock the owner out.
 */
function subjectOf(found: Login | undefined, typed: string, deviceId: string): string {
  return found?.isKnownDevice === true ? knownDevice(found.userId, deviceId) : `text:${typed.toLowerCase()}`;
}

function knownDevice(userId: string, deviceId: string): string {
  return `device:${userId}:${deviceId}`;
}

export function createLogin(passwords: Passwords, showUser: ShowUser): Handlers['user/login'] {
  return async ({ account, password, remember = false }, call) => {
    const { db, deviceId, deviceName, now } = call;
    const found = await findTyped(db, account, deviceId);
    const subject = subjectOf(found, account, deviceId);
    const guessed = await guess(
      call,
      loginRule,
      subject,
      async () => await passwords.matches(found?.hash, password),
      traceOfLogin(call, found?.userId),
    );
    if (guessed.kind === 'disabled') return new Refusal('account_disabled');
    if (guessed.kind === 'locked') return new Refusal('account_locked', { until: guessed.until });
    if (guessed.kind === 'wrong' || found === undefined) {
      return new Refusal('account_or_password_incorrect', {
        left: guessed.kind === 'wrong' ? guessed.left : 0,
      });
    }
    const { userId } = found;
    const device = { id: deviceId, name: deviceName };
    const token = await db.transaction().execute(async (tx) => {
      if (!(await isStillTheirs(tx, found))) return undefined;
      const frozen = await refuseFrozenLogin(tx, call, userId);
      if (frozen !== undefined) return frozen;
      const opened = await openSession(tx, { userId, device, remember, now });
      await recordSecurityEvent(tx, call, userId, opened.isNewDevice ? 'newDevice' : 'login');
      if (opened.isNewDevice) await notifyOfNewDevice(tx, userId, call);
      return opened.token;
    });
    if (token === undefined) {
      await recordSecurityEvent(call.aside, call, userId, 'loginFailed');
      return new Refusal('account_or_password_incorrect', { left: loginRule.tries });
    }
    if (token instanceof Refusal) return token;
    return { token, user: await showUser(db, userId, now) };
  };
}

async function notifyOfNewDevice(db: Database, userId: string, call: Call): Promise<void> {
  const { deviceName, address, now } = call;
  await notify(db, {
    userId,
    kind: 'newDevice',
    facts: {
      device: deviceName === '' ? 'none' : deviceName,
      network: networkOf(address) ?? 'none',
      at: now,
    },
    now,
  });
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
    const { userId, deviceId } = call.session;
    const stored = await findPasswordHash(call.db, userId);
    const subject = knownDevice(userId, deviceId);
    const guessed = await guess(
      call,
      loginRule,
      subject,
      async () => await passwords.matches(stored, typed),
      traceOfLogin(call, userId),
    );
    if (guessed.kind === 'disabled') return new Refusal('account_disabled', {}, field);
    if (guessed.kind === 'locked') return new Refusal('account_locked', { until: guessed.until }, field);
    if (guessed.kind === 'wrong') return new Refusal('password_incorrect', { left: guessed.left }, field);
    return undefined;
  };
}

/** Ends the session of the bearer; without one there is nothing to end and the answer is the same. */
export const logout: Handlers['user/logout'] = async (_input, call) => {
  if (call.session === undefined) return {};
  const { id, userId } = call.session;
  await call.db.transaction().execute(async (tx) => {
    await revokeSessions(tx, { userId, only: id, now: call.now });
    await recordSecurityEvent(tx, call, userId, 'logout');
  });
  return {};
};

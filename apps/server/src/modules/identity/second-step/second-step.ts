/**
 * The second step of a log-in: on a device that is not trusted the right password answers a ticket, and a code to a contact
 * of the account opens the session (docs/decisions/0052). A password alone, stolen or guessed, lets nobody in.
 */
import { Refusal } from '@marigold/contract/endpoint';
import { mask } from '@marigold/contract/rules/masking';
import { randomDigits } from '@marigold/money/random-digits';
import { minuteMs } from '@marigold/money/spans';

import type { Database } from '../../../platform/database/database.ts';
import type { Call, Handlers } from '../../../platform/http/call.ts';
import type { Limits } from '../../../platform/http/limits.ts';
import { presentedDevice, trustDevice } from '../../../platform/http/trusted-device.ts';
import { wideNetworkOf } from '../../../platform/process/caller-address.ts';
import { newToken, tokenHash } from '../../../platform/process/ids.ts';
import { queueMessage } from '../../message/delivery.ts';
import type { Contact } from '../../person/person.ts';
import { getPerson } from '../../person/views.ts';
import type { Guess } from '../attempts.ts';
import { guess } from '../attempts.ts';
import { takeCodeLimits, tooSoon } from '../code-limits.ts';
import { areEqual, digestCode } from '../digests.ts';
import { refuseFrozenLogin } from '../login-freeze.ts';
import { listWays, recoveryWaysOf } from '../recovery/ways.ts';
import { codeRule, loginTicketLifeMs, secondStepRule } from '../rules.ts';
import { traceOfGuess } from '../security-log.ts';
import type { SignIn } from '../sign-in.ts';
import type { SmsBudget } from '../sms-budget.ts';
import type { LoginTicket } from './store.ts';
import {
  findLoginTicket,
  insertLoginTicket,
  keepLoginCode,
  lockAgainstChange,
  takeLoginTry,
  useLoginTicket,
} from './store.ts';

type Method = Contact['channel'];

function digest(secretKey: string, ticketHash: Buffer, code: string): Buffer {
  return digestCode(secretKey, 'login', [ticketHash.toString('base64url')], code);
}

/** What an unknown device lacks: a ticket for this device alone, and where its code can be sent. */
export async function askForCode(
  db: Database,
  request: {
    readonly userId: string;
    readonly device: Buffer;
    readonly remember: boolean;
    readonly now: number;
  },
): Promise<{ ticket: string; methods: { method: Method; masked: string }[]; expires: number }> {
  const { userId, device, remember, now } = request;
  const ticket = newToken();
  const expires = now + loginTicketLifeMs;
  const { tries } = codeRule;
  const row = { hash: tokenHash(ticket), userId, deviceHash: device, remember, tries, now, expires };
  await insertLoginTicket(db, row);
  return { ticket, methods: listWays(recoveryWaysOf(await getPerson(db, userId))), expires };
}

/** The open ticket that a call shows; another device's is none. */
async function findPresented(call: Call, ticket: string): Promise<LoginTicket | undefined> {
  const device = presentedDevice(call);
  if (device === undefined) return undefined;
  return await findLoginTicket(call.db, { hash: tokenHash(ticket), device, now: call.now });
}

export function createSendLoginCode({
  secretKey,
  limits,
  smsBudget,
}: {
  readonly secretKey: string;
  readonly limits: Limits;
  readonly smsBudget: SmsBudget;
}): Handlers['user/login/send'] {
  return async ({ ticket, method }, call) => {
    const { db, address, deviceFamily, deviceId, language, now } = call;
    const open = await findPresented(call, ticket);
    if (open === undefined) return new Refusal('login_expired');
    const person = await getPerson(db, open.userId);
    const target = method === 'email' ? person.email : person.phone;
    if (target === null) return new Refusal('method_not_bound', {}, 'method');
    const no =
      tooSoon(open.sentAt ?? undefined, now) ??
      (await takeCodeLimits(limits, { target, address, deviceId })) ??
      (method === 'sms' ? await smsBudget.take(target) : undefined);
    if (no !== undefined) return no;
    const code = randomDigits(codeRule.digits);
    const { lifeMs, resendMs } = codeRule;
    const isSent = await db.transaction().execute(async (tx) => {
      const codeHash = digest(secretKey, open.hash, code);
      if (!(await keepLoginCode(tx, open.hash, { method, codeHash, now, resendMs }))) return false;
      const from = { device: deviceFamily || 'none', network: wideNetworkOf(address) ?? 'none' };
      const message = { kind: 'loginCode', code, minutes: lifeMs / minuteMs, ...from } as const;
      await queueMessage(tx, { channel: method, to: target, language, message });
      return true;
    });
    if (!isSent) return new Refusal('code_too_soon', { seconds: resendMs / 1000 });
    return { masked: mask(target), ttl: lifeMs / 1000, resendIn: resendMs / 1000 };
  };
}

export function createFinishLogin({
  secretKey,
  signIn,
}: {
  readonly secretKey: string;
  readonly signIn: SignIn;
}): Handlers['user/login/second'] {
  return async ({ ticket, code, trust = true }, call) => {
    const open = await findPresented(call, ticket);
    if (open === undefined) return new Refusal('login_expired');
    const { userId, hash, deviceHash: device, remember } = open;
    const { db, aside, deviceName: name, now } = call;
    const sentAfter = new Date(now - codeRule.lifeMs);
    if (open.sentAt === null || open.sentAt <= sentAfter.getTime())
      return new Refusal('code_expired', {}, 'code');
    let left = 0;
    const guessed = await guess(
      call,
      secondStepRule,
      userId,
      async () => {
        const taken = await takeLoginTry(aside, hash, sentAfter);
        left = taken?.left ?? 0;
        return taken !== undefined && areEqual(taken.codeHash, digest(secretKey, hash, code));
      },
      traceOfGuess(call, userId, 'loginCodeFailed'),
    );
    const no = wrongCode(guessed, left);
    if (no !== undefined) return no;
    return await db.transaction().execute(async (tx) => {
      await lockAgainstChange(tx, userId);
      const frozen = await refuseFrozenLogin(tx, call, userId);
      if (frozen !== undefined) return frozen;
      if (!(await useLoginTicket(tx, hash))) return new Refusal('login_expired');
      if (trust) await trustDevice(tx, { userId, device, name, now });
      return await signIn(tx, call, { userId, device, remember });
    });
  };
}

function wrongCode(
  guessed: Guess,
  left: number,
): Refusal<'code_incorrect' | 'two_step_locked' | 'account_disabled'> | undefined {
  switch (guessed.kind) {
    case 'right':
      return undefined;
    case 'wrong':
      return new Refusal('code_incorrect', { left: Math.min(left, guessed.left) }, 'code');
    case 'locked':
      return new Refusal('two_step_locked', { until: guessed.until }, 'code');
    case 'disabled':
      return new Refusal('account_disabled', {}, 'code');
  }
}

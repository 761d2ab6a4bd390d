/**
 * The second step of a log-in: on a device that is not trusted the right password answers a ticket, and a code to a contact
 * of the account opens the session, or what is strong once something strong is bound (docs/decisions/0052). A password
 * alone, stolen or guessed, lets nobody in.
 */
import type { finishLogin, login } from '@marigold/contract/calls/user';
import type { InputOf, OutputOf } from '@marigold/contract/endpoint';
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
import { loginChallenge } from '../../factor/passkey/challenge.ts';
import type { RelyingParty } from '../../factor/passkey/relying-party.ts';
import { requestOptions } from '../../factor/passkey/request.ts';
import { readPasskeys } from '../../factor/passkey/views.ts';
import { hasStrongFactor, type readLoginFactors } from '../../factor/views.ts';
import { queueMessage } from '../../message/delivery.ts';
import { getPerson } from '../../person/views.ts';
import type { Guess } from '../attempts.ts';
import { guess } from '../attempts.ts';
import { takeCodeLimits, tooSoon } from '../code-limits.ts';
import { refuseFrozenLogin } from '../login-freeze.ts';
import { listWays, recoveryWaysOf } from '../recovery/ways.ts';
import { codeRule, loginTicketLifeMs, secondStepRule } from '../rules.ts';
import { traceOfGuess } from '../security-log.ts';
import type { SignIn } from '../sign-in.ts';
import type { SmsBudget } from '../sms-budget.ts';
import { digestLoginCode, isSentCode, type JudgeLogin, type LoginProof } from './login-proof.ts';
import type { LoginTicket } from './store.ts';
import {
  findLoginTicket,
  insertLoginTicket,
  keepLoginCode,
  lockAgainstChange,
  lockLoginTicket,
  takeLoginTry,
  useLoginTicket,
} from './store.ts';

type LoginFactors = Awaited<ReturnType<typeof readLoginFactors>>;
type LoginNeed = Extract<OutputOf<typeof login>, { readonly need: unknown }>['need'];

/** What an unknown device lacks: a ticket for this device alone, and where its code can be sent. */
export async function askForCode(
  db: Database,
  request: {
    readonly userId: string;
    readonly device: Buffer;
    readonly remember: boolean;
    readonly strong: LoginFactors;
    readonly relyingParty: () => RelyingParty;
    readonly now: number;
  },
): Promise<LoginNeed> {
  const { userId, device, remember, strong, relyingParty, now } = request;
  const ticket = newToken();
  const expires = now + loginTicketLifeMs;
  const { tries } = codeRule;
  const row = { hash: tokenHash(ticket), userId, deviceHash: device, remember, tries, now, expires };
  await insertLoginTicket(db, row);
  if (strong.methods.length === 0)
    return { ticket, methods: listWays(recoveryWaysOf(await getPerson(db, userId))), expires };
  const methods = listStrong(strong);
  if (!strong.methods.includes('passkey')) return { ticket, methods, expires };
  const keys = (await readPasskeys(db, userId)).filter(({ state }) => state === 'active');
  const passkey = requestOptions(relyingParty(), loginChallenge(row.hash), keys);
  return { ticket, methods, passkey, expires };
}

/** What only the person holds, and the paper that stands in for it. */
function listStrong({ methods, codesLeft }: LoginFactors): LoginNeed['methods'] {
  const paper = codesLeft > 0 ? (['recovery'] as const) : [];
  return [...methods, ...paper].map((method) => ({ method, masked: null }));
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
    if (await hasStrongFactor(db, open.userId)) return new Refusal('method_not_bound', {}, 'method');
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
      const codeHash = digestLoginCode(secretKey, open.hash, code);
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
  signIn,
  judge,
}: {
  readonly signIn: SignIn;
  readonly judge: JudgeLogin;
}): Handlers['user/login/second'] {
  return async (typed, call) => {
    const open = await findPresented(call, typed.ticket);
    if (open === undefined) return new Refusal('login_expired');
    const { userId, hash, deviceHash: device, remember } = open;
    const { db, aside, deviceName: name, now } = call;
    const isSent = isSentCode(typed);
    const sentAfter = new Date(now - codeRule.lifeMs);
    if (isSent) {
      // A code to a contact that was sent before something strong was bound opens nothing any more.
      if (await hasStrongFactor(db, userId)) return new Refusal('login_expired');
      if (open.sentAt === null || open.sentAt <= sentAfter.getTime())
        return new Refusal('code_expired', {}, 'code');
    }
    let proof = { kind: 'wrong', left: 0 } as LoginProof;
    const guessed = await guess(
      call,
      secondStepRule,
      userId,
      async () => {
        const tried = await takeLoginTry(aside, hash, isSent ? { sentAfter } : {});
        if (tried === undefined) return false;
        proof = limitLeft(await judge(call, { hash, userId, ...tried }, typed), tried.left);
        return proof.kind === 'right';
      },
      // An authenticator and a code on paper write their own wrong ones down, wherever they are typed.
      isSent || typed.passkey !== undefined ? traceOfGuess(call, userId, 'loginCodeFailed') : undefined,
    );
    const field = fieldOf(typed);
    if (guessed.kind !== 'right' || proof.kind !== 'right') return refuse(guessed, proof, field);
    const { take } = proof;
    return await db.transaction().execute(async (tx) => {
      await lockAgainstChange(tx, userId);
      const frozen = await refuseFrozenLogin(tx, call, userId);
      if (frozen !== undefined) return frozen;
      if (!(await lockLoginTicket(tx, hash))) return new Refusal('login_expired');
      // Nothing was written yet: what another call used first leaves the ticket as it was.
      if (!(await take(tx))) return new Refusal('code_incorrect', { left: secondStepRule.tries }, field);
      await useLoginTicket(tx, hash);
      if (trust(typed)) await trustDevice(tx, { userId, device, name, now });
      return await signIn(tx, call, { userId, device, remember });
    });
  };
}

function fieldOf({ recoveryCode, passkey }: InputOf<typeof finishLogin>): string {
  if (passkey !== undefined) return 'passkey';
  return recoveryCode === undefined ? 'code' : 'recoveryCode';
}

function trust({ trust: wanted = true }: { readonly trust?: boolean | undefined }): boolean {
  return wanted;
}

/** A ticket has fewer tries than what is typed beside it. */
function limitLeft(proof: LoginProof, left: number): LoginProof {
  return proof.kind === 'wrong' ? { ...proof, left: Math.min(proof.left, left) } : proof;
}

function refuse(
  guessed: Guess,
  proof: LoginProof,
  field: string,
): Refusal<'code_incorrect' | 'two_step_locked' | 'account_disabled'> {
  if (guessed.kind === 'disabled') return new Refusal('account_disabled', {}, field);
  if (proof.kind === 'locked') return new Refusal('two_step_locked', { until: proof.until }, field);
  if (guessed.kind === 'locked') return new Refusal('two_step_locked', { until: guessed.until }, field);
  const left = Math.min(proof.kind === 'wrong' ? proof.left : 0, guessed.kind === 'wrong' ? guessed.left : 0);
  const drift = proof.kind === 'wrong' ? proof.drift : undefined;
  return new Refusal('code_incorrect', drift === undefined ? { left } : { left, drift }, field);
}

/** Second verification: one table and one function for every kind of operation (protocol.md "Second verification"). */
import { contract } from '@marigold/contract/contract';
import { Refusal } from '@marigold/contract/endpoint';
import { mask } from '@marigold/contract/rules/masking';
import { assetsOf, pairText } from '@marigold/contract/rules/pair';
import type { VerifyMethod } from '@marigold/guard/factors';
import { assert } from '@marigold/money/assert';
import { randomDigits } from '@marigold/money/random-digits';
import { minuteMs } from '@marigold/money/spans';

import type { Database } from '../../platform/database/database.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { trustDeviceOfSession } from '../../platform/http/trusted-device.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { findAsset } from '../asset/views.ts';
import { operationChallenge } from '../factor/passkey/challenge.ts';
import type { RelyingParty } from '../factor/passkey/relying-party.ts';
import { requestOptions } from '../factor/passkey/request.ts';
import { readPasskeys } from '../factor/passkey/views.ts';
import { takeCodeLimits, tooSoon } from '../identity/code-limits.ts';
import { areEqual } from '../identity/digests.ts';
import { codeRule } from '../identity/rules.ts';
import type { SmsBudget } from '../identity/sms-budget.ts';
import type { OutgoingMessage } from '../message/delivery.ts';
import { queueMessage } from '../message/delivery.ts';
import { getPerson } from '../person/views.ts';
import { formatCentsTrimmed } from '../rate/worth.ts';
import { checkFreeze } from '../spending/freeze.ts';
import { digestOperation, operationOfAllowance, operationOfRemoval } from '../spending/operation.ts';
import { operationOfLimits, readWantedLimits } from '../spending/person-limits.ts';
import type { CheckVerification, VerificationNo } from '../spending/port.ts';
import { offerFor } from '../spending/verification.ts';
import type { ProofChecks } from './proof.ts';
import { digestSent } from './proof.ts';
import {
  findLastMadeAt,
  giveChallengeTriesBack,
  insertChallenge,
  isLate,
  lockChallenges,
  markUsed,
  markVoid,
  markVoidAlike,
  takeChallengeTry,
} from './store.ts';
import type { PaymentSubjects, StartInput, StartNo, Subject } from './subject.ts';

type Dependencies = {
  readonly secretKey: string;
  readonly limits: Limits;
  readonly smsBudget: SmsBudget;
  readonly payments: PaymentSubjects;
  readonly relyingParty: () => RelyingParty;
};

export function createStartVerification(dependencies: Dependencies): Handlers['verify/start'] {
  const { secretKey, payments, relyingParty } = dependencies;
  return async (input, call) => {
    const { db, session, now } = call;
    const { kind, method } = input;
    const frozen = await refuseFrozenKind(kind, call);
    if (frozen !== undefined) return frozen;
    const offer = await offerFor(call, kind);
    if (!offer.methods.includes(method)) return new Refusal('method_not_bound', {}, 'method');
    const way = await wayOf(method, call);
    // Before the subject: whoever gets no code learns nothing of who is somebody.
    const early = way === undefined ? undefined : tooSoon(await findLastMadeAt(db, way), now);
    if (early !== undefined) return early;
    const subject = await readSubject(input, call, payments);
    if (subject instanceof Refusal) return subject;
    const spent = way === undefined ? undefined : await spendCode(dependencies, way, call);
    if (spent !== undefined) return spent;
    const { operation, summary, keepOpen } = subject;
    const code = randomDigits(codeRule.digits);
    const challengeId = newRowId();
    const expires = now + codeRule.lifeMs;
    return await db.transaction().execute(async (tx) => {
      await lockChallenges(tx, session.userId);
      const late = way === undefined ? undefined : tooSoon(await findLastMadeAt(tx, way), now);
      if (late !== undefined) return late;
      const digest = digestOperation(session.userId, operation);
      await markVoidAlike(tx, { userId: session.userId, digest });
      await insertChallenge(tx, {
        id: challengeId,
        userId: session.userId,
        method,
        kind: operation.kind,
        digest,
        codeHash: way === undefined ? null : digestSent(secretKey, challengeId, code),
        tries: codeRule.tries,
        now,
        expires,
      });
      await keepOpen?.(tx, expires);
      const answer = { challengeId, expires, summary };
      if (way !== undefined) {
        await sendCode(tx, { subject, code, way }, call);
        return { ...answer, masked: mask(way.target) };
      }
      if (method !== 'passkey') return { ...answer, masked: null };
      const keys = await readPasskeys(tx, session.userId);
      const options = requestOptions(
        relyingParty(),
        operationChallenge(challengeId, digest),
        keys.filter(({ state }) => state === 'active'),
      );
      return { ...answer, masked: null, options };
    });
  };
}

/** Where a code goes; an authenticator needs none. */
type Way = { readonly userId: string; readonly method: 'email' | 'sms'; readonly target: string };

async function wayOf(method: VerifyMethod, { db, session }: Call<'user'>): Promise<Way | undefined> {
  if (method !== 'email' && method !== 'sms') return undefined;
  const { userId } = session;
  const { email, phone } = await getPerson(db, userId);
  const target = method === 'email' ? email : phone;
  assert(target !== null, 'a contact is offered where it is bound');
  return { userId, method, target };
}

/** The limits take connections of their own and therefore stand before the transaction. */
async function spendCode(
  { limits, smsBudget }: Dependencies,
  { method, target }: Way,
  { address, deviceId }: Call<'user'>,
): Promise<StartNo | undefined> {
  return (
    (await takeCodeLimits(limits, { target, address, deviceId })) ??
    (method === 'sms' ? await smsBudget.take(target) : undefined)
  );
}

async function sendCode(
  db: Database,
  { subject, code, way }: { readonly subject: Subject; readonly code: string; readonly way: Way },
  { language }: Call<'user'>,
): Promise<void> {
  const message = codeMessage(subject, code);
  await queueMessage(db, { channel: way.method, to: way.target, language, message });
}

/** No code goes out for what its own call would refuse: the area is the one that the row of that call names. */
async function refuseFrozenKind(kind: StartInput['kind'], call: Call<'user'>): Promise<StartNo | undefined> {
  const area = contract[kind].frozenIn;
  if (area === undefined || area === 'none') return undefined;
  assert(area !== 'card' && area !== 'login', 'a code approves no call of these areas');
  return await checkFreeze(call, area);
}

/** The words that carry the code name what it approves; any other use voids it. */
function codeMessage({ operation, summary, chainName, limits }: Subject, code: string): OutgoingMessage {
  const minutes = codeRule.lifeMs / minuteMs;
  const { currency, amount, fee, payee } = summary;
  switch (operation.kind) {
    case 'transfer/internal':
      assert(currency !== null && amount !== null && fee !== null && payee !== null, 'a payment is whole');
      return { kind: 'paymentCode', code, minutes, amount, fee, currency, payee };
    case 'transfer/submit':
      assert(currency !== null && amount !== null && fee !== null && payee !== null, 'a payment is whole');
      assert(chainName !== undefined, 'an on-chain transfer has a chain');
      return { kind: 'chainPaymentCode', code, minutes, amount, fee, currency, payee, chain: chainName };
    case 'bill/export/email':
      assert(payee !== null, 'an export by mail has addresses');
      return { kind: 'exportCode', code, minutes, payee };
    case 'trade/allow':
      assert(currency !== null && amount !== null && payee !== null, 'an allowance has a sum and a market');
      return { kind: 'tradeCode', code, minutes, amount, currency, pair: payee };
    case 'user/limit/set':
      assert(limits !== undefined, 'other limits have values');
      return { kind: 'limitCode', code, minutes, ...limits };
    case 'user/password/set':
      return { kind: 'passwordCode', code, minutes };
    case 'user/paypwd/reset':
      return { kind: 'payPasswordCode', code, minutes };
    case 'user/freeze/lift':
      return { kind: 'liftCode', code, minutes };
    case 'user/google/bind':
      return { kind: 'bindCode', code, minutes };
    case 'user/google/unbind':
    case 'user/google/codes':
      throw new Error('Broken: a code to a contact approves nothing of what is strong');
    case 'user/passkey/add':
      return { kind: 'passkeyCode', code, minutes };
    case 'user/passkey/remove':
      return { kind: 'passkeyEndCode', code, minutes };
  }
}

async function readSubject(
  input: StartInput,
  call: Call<'user'>,
  payments: PaymentSubjects,
): Promise<Subject | StartNo> {
  switch (input.kind) {
    case 'transfer/internal':
      return await payments[input.kind](input.subject, call);
    case 'transfer/submit':
      return await payments[input.kind](input.subject, call);
    case 'bill/export/email': {
      const payee = addressList(input.subject.emails);
      return {
        operation: { ...nothingMoves, kind: input.kind, payee },
        summary: { ...noDetails, payee },
      };
    }
    case 'trade/allow':
      return await readAllowance(input.subject, call);
    case 'user/limit/set':
      return await readLimitsSubject(input.subject, call);
    case 'user/passkey/remove':
      return { operation: operationOfRemoval(input.subject.id), summary: noDetails };
    case 'user/google/bind':
    case 'user/google/unbind':
    case 'user/google/codes':
    case 'user/password/set':
    case 'user/paypwd/reset':
    case 'user/freeze/lift':
    case 'user/passkey/add':
      return { operation: { ...nothingMoves, kind: input.kind }, summary: noDetails };
  }
}

/** Operations without an amount: absent fields are null (protocol.md "Second verification"). */
const nothingMoves = { asset: null, amount: null, fee: null, payee: null, chain: null } as const;
const noDetails = { currency: null, amount: null, fee: null, payee: null, chain: null } as const;

/** The addresses of an export as one payee: in lower case, each once, in order, so that another order is no other list. */
export function addressList(emails: readonly string[]): string {
  return [...new Set(emails.map((email) => email.toLowerCase()))].toSorted().join(', ');
}

/** What the limits would be; narrower ones need no code, and get one all the same. */
async function readLimitsSubject(
  input: Extract<StartInput, { kind: 'user/limit/set' }>['subject'],
  call: Call<'user'>,
): Promise<Subject | StartNo> {
  const read = await readWantedLimits(input, call);
  if (read instanceof Refusal) return read;
  const { single, total, payments } = read.wanted;
  const limits = { single: formatCentsTrimmed(single), total: formatCentsTrimmed(total), payments };
  return { operation: operationOfLimits(read.wanted), summary: noDetails, limits };
}

async function readAllowance(
  { symbol, amount }: Extract<StartInput, { kind: 'trade/allow' }>['subject'],
  { db }: Call<'user'>,
): Promise<Subject | StartNo> {
  const currency = assetsOf(symbol).quote;
  if ((await findAsset(db, currency)) === undefined)
    return new Refusal('asset_unknown', { currency }, 'subject.symbol');
  const payee = pairText(symbol);
  return {
    operation: operationOfAllowance(symbol, amount),
    summary: { ...noDetails, currency, amount, payee },
  };
}

/**
 * Says no unless the proof was given for exactly this operation of this person. Wrong ones are counted and other
 * operations void the challenge aside, whatever becomes of the call. A right one uses the challenge up in `call.db`:
 * when the operation is rolled back, the challenge is open again.
 *
 * Ask once per call and last: from then on the challenge's row is locked, and nothing may touch it aside.
 */
export function createCheckVerification(proofs: ProofChecks): CheckVerification {
  return async (call, operation, proof) => {
    const { aside, db, session, now } = call;
    const own = { id: proof.challengeId, userId: session.userId };
    const row = await takeChallengeTry(aside, own, now);
    if (row === undefined) return await whyNot(aside, own, now);
    if (!areEqual(row.digest, digestOperation(own.userId, operation))) {
      await markVoid(aside, own.id);
      return new Refusal('verification_void', {}, 'verify');
    }
    const check = proofs[row.method];
    assert(check !== undefined, 'a challenge has a method that can be checked');
    const answer = await check(call, { id: own.id, row, proof });
    if (answer.kind === 'no') {
      if (row.tries_left === 0) await markVoid(aside, own.id);
      return answer.no;
    }
    await giveChallengeTriesBack(aside, own.id, codeRule.tries);
    if (!(await markUsed(db, own.id, now))) return new Refusal('verification_void', {}, 'verify');
    if ((await answer.take?.(db)) === false) return new Refusal('verification_void', {}, 'verify');
    // Whoever shows a proof beside the session has proven to be its owner there.
    await trustDeviceOfSession(db, session.id, now);
    return undefined;
  };
}

/** A missing and a foreign challenge are alike. */
async function whyNot(
  aside: Database,
  own: { readonly id: string; readonly userId: string },
  now: number,
): Promise<VerificationNo> {
  const code = (await isLate(aside, own, now)) ? 'verification_expired' : 'verification_void';
  return new Refusal(code, {}, 'verify');
}

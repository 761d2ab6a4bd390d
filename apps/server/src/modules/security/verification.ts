/** Second verification: one table and one function for every kind of operation (protocol.md "Second verification"). */
import { writeAccount } from '@marigold/chain/account';
import type { InputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import type { startVerification } from '@marigold/contract/verify';
import { formatUnits, formatUnitsTrimmed } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';
import { mask } from '@marigold/money/masking';
import { randomDigits } from '@marigold/money/random-digits';
import { sql } from 'kysely';

import type { Call, Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Limits } from '../../platform/limits.ts';
import { entryScale, parseAmount } from '../asset/asset.ts';
import { findAsset } from '../asset/store.ts';
import { findChain } from '../chain/registry.ts';
import { takeCodeLimits, tooSoon } from '../identity/code-limits.ts';
import { areEqual, digestCode } from '../identity/digests.ts';
import { findPayee } from '../identity/payee.ts';
import { codeRule } from '../identity/rules.ts';
import { getPerson } from '../identity/store.ts';
import type { Message } from '../message/delivery.ts';
import { queueMessage } from '../message/delivery.ts';
import type { Operation } from './operation.ts';
import { digestOperation, operationOfAllowance, operationOfQuote } from './operation.ts';
import type { PayableQuote, Quotes } from './quotes.ts';
import { quoteLifeMaxMs } from './quotes.ts';

type Input = InputOf<typeof startVerification>;
type StartNo = Refusal<RefusalOf<typeof startVerification>>;
type Dependencies = { readonly secretKey: string; readonly limits: Limits; readonly quotes: Quotes };

/** What the subject means, and the words for the person who is asked to approve it. */
type Subject = {
  readonly operation: Operation;
  readonly summary: {
    readonly currency: string | null;
    readonly amount: string | null;
    readonly fee: string | null;
    readonly payee: string | null;
    readonly chain: string | null;
  };
  /** The terms that stay open as long as the code does. */
  readonly quote?: PayableQuote;
  /** As people call the chain. */
  readonly chainName?: string;
};

export function createStartVerification({
  secretKey,
  limits,
  quotes,
}: Dependencies): Handlers['verify/start'] {
  return async (input, call) => {
    const { db, session, address, now } = call;
    const person = await getPerson(db, session.userId);
    const target = input.method === 'email' ? person.email : person.phone;
    if (target === null) return new Refusal('method_not_bound', {}, 'method');
    // Before the subject: whoever gets no code learns nothing of who is somebody.
    const early = tooSoon(await lastMadeAt(db, call, input.method), now);
    if (early !== undefined) return early;
    const subject = await readSubject(input, call, quotes);
    if (subject instanceof Refusal) return subject;
    // The limits take connections of their own and therefore stand before the transaction.
    const spent = await takeCodeLimits(limits, { target, address });
    if (spent !== undefined) return spent;
    const { operation, summary, quote } = subject;
    const code = randomDigits(codeRule.digits);
    const challengeId = newId();
    const expires = now + codeRule.lifeMs;
    return await db.transaction().execute(async (tx) => {
      await oneAtATime(tx, session.userId);
      const late = tooSoon(await lastMadeAt(tx, call, input.method), now);
      if (late !== undefined) return late;
      await sql`
        insert into app.challenge (id, user_id, kind, digest, method, code_hash, tries_left, created_at, expires_at)
        values (${challengeId}, ${session.userId}, ${operation.kind}, ${digestOperation(session.userId, operation)},
          ${input.method}, ${digestOf(secretKey, challengeId, code)}, ${codeRule.tries}, ${new Date(now)},
          ${new Date(expires)})`.execute(tx);
      if (quote !== undefined) await quotes.extend(tx, quote, expires);
      const message = codeMessage(subject, code);
      await queueMessage(tx, { channel: input.method, to: target, language: call.language, message });
      return { challengeId, masked: mask(target), expires, summary };
    });
  };
}

/** The words that carry the code name what it approves; any other use voids it. */
function codeMessage({ operation, summary, chainName }: Subject, code: string): Message {
  const minutes = codeRule.lifeMs / 60_000;
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
    case 'user/password/set':
      return { kind: 'passwordCode', code, minutes };
    case 'user/paypwd/reset':
      return { kind: 'payPasswordCode', code, minutes };
  }
}

/** Of two starts at once only one sends. Ends with the transaction. */
async function oneAtATime(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`verification:${userId}`}, 0))`.execute(db);
}

async function lastMadeAt(
  db: Database,
  { session }: Call<'user'>,
  method: Input['method'],
): Promise<number | undefined> {
  const found = await sql<{ created_at: number | null }>`
    select max(created_at) as created_at from app.challenge
    where user_id = ${session.userId} and method = ${method}`.execute(db);
  return found.rows[0]?.created_at ?? undefined;
}

async function readSubject(input: Input, call: Call<'user'>, quotes: Quotes): Promise<Subject | StartNo> {
  switch (input.kind) {
    case 'transfer/internal':
      return await readTransfer(input.subject, call);
    case 'transfer/submit':
      return await readQuote(input.subject, call, quotes);
    case 'bill/export/email': {
      const payee = addressList(input.subject.emails);
      return {
        operation: { ...nothingMoves, kind: input.kind, payee },
        summary: { ...nothingShown, payee },
      };
    }
    case 'trade/allow':
      return await readAllowance(input.subject, call);
    case 'user/password/set':
    case 'user/paypwd/reset':
      return { operation: { ...nothingMoves, kind: input.kind }, summary: nothingShown };
  }
}

/** Operations without an amount: absent fields are null (protocol.md "Second verification"). */
const nothingMoves = { asset: null, amount: null, fee: null, payee: null, chain: null } as const;
const nothingShown = { currency: null, amount: null, fee: null, payee: null, chain: null } as const;

/** The addresses of an export as one payee: in lower case, each once, in order, so that another order is no other list. */
export function addressList(emails: readonly string[]): string {
  return [...new Set(emails.map((email) => email.toLowerCase()))].toSorted().join(', ');
}

async function readTransfer(
  { to, currency, amount }: Extract<Input, { kind: 'transfer/internal' }>['subject'],
  { db, session }: Call<'user'>,
): Promise<Subject | StartNo> {
  const asset = await findAsset(db, currency);
  if (asset === undefined) return new Refusal('asset_unknown', { currency }, 'subject.currency');
  const { scale } = asset;
  const units = parseAmount(asset, amount);
  if (units === undefined)
    return new Refusal('too_many_decimals', { scale: entryScale(asset), currency }, 'subject.amount');
  const payee = await findPayee(db, to);
  if (payee === undefined) return new Refusal('payee_not_found', {}, 'subject.to');
  if (payee.userId === session.userId) return new Refusal('payee_is_self', {}, 'subject.to');
  const shown = (bound: bigint) => formatUnitsTrimmed(bound, scale, Math.min(asset.decimals, scale));
  // Spec 9: internal transfers are free.
  const fee = 0n;
  return {
    operation: {
      kind: 'transfer/internal',
      asset: currency,
      amount: formatUnits(units, scale),
      fee: formatUnits(fee, scale),
      payee: payee.userId,
      chain: null,
    },
    summary: { currency, amount: shown(units), fee: shown(fee), payee: payee.masked, chain: null },
  };
}

async function readAllowance(
  { symbol, amount }: Extract<Input, { kind: 'trade/allow' }>['subject'],
  { db }: Call<'user'>,
): Promise<Subject | StartNo> {
  const currency = symbol.split('_')[1] ?? '';
  if ((await findAsset(db, currency)) === undefined)
    return new Refusal('asset_unknown', { currency }, 'subject.symbol');
  const payee = symbol.replace('_', '/');
  return {
    operation: operationOfAllowance(symbol, amount),
    summary: { ...nothingShown, currency, amount, payee },
  };
}

async function readQuote(
  { quoteId }: Extract<Input, { kind: 'transfer/submit' }>['subject'],
  { db, session, now }: Call<'user'>,
  quotes: Quotes,
): Promise<Subject | StartNo> {
  const quote = await quotes.find(db, { id: quoteId, userId: session.userId, now });
  if (typeof quote === 'string') return new Refusal(quote, {}, 'subject.quoteId');
  // The network's fee is ours to bear while the code lives, not for ever by asking again and again.
  if (now + codeRule.lifeMs > quote.createdAt + quoteLifeMaxMs)
    return new Refusal('quote_expired', {}, 'subject.quoteId');
  const asset = await findAsset(db, quote.asset);
  const chain = await findChain(db, quote.chain);
  if (asset === undefined || chain === undefined)
    return new Refusal('asset_unknown', { currency: quote.asset }, 'subject.quoteId');
  const shown = (units: bigint) =>
    formatUnitsTrimmed(units, asset.scale, Math.min(asset.decimals, asset.scale));
  return {
    operation: operationOfQuote(quote, asset.scale),
    summary: {
      currency: quote.asset,
      amount: shown(quote.units),
      fee: shown(quote.feeUnits),
      payee: writeAccount(quote.account, chain.family),
      chain: quote.chain,
    },
    quote,
    chainName: chain.name,
  };
}

function digestOf(secretKey: string, challengeId: string, code: string): Buffer {
  return digestCode(secretKey, 'verification', [challengeId], code);
}

export type Proof = { readonly challengeId: string; readonly code: string };
export type VerificationNo = Refusal<'verification_incorrect' | 'verification_void' | 'verification_expired'>;
export type CheckVerification = (
  call: Call<'user'>,
  operation: Operation,
  proof: Proof,
) => Promise<VerificationNo | undefined>;

/**
 * Says no unless the code was made for exactly this operation of this person. Wrong codes are counted and other
 * operations void the challenge aside, whatever becomes of the call. A right code uses the challenge up in `call.db`:
 * when the operation is rolled back, the challenge is open again.
 *
 * Ask once per call and last: from then on the challenge's row is locked, and nothing may touch it aside.
 */
export function createCheckVerification(secretKey: string): CheckVerification {
  return async ({ aside, db, session, now }, operation, { challengeId: id, code }) => {
    const { userId } = session;
    const taken = await sql<{ digest: Buffer; code_hash: Buffer; tries_left: number }>`
      update app.challenge set tries_left = tries_left - 1
      where id = ${id} and user_id = ${userId} and state = 'open' and tries_left > 0 and expires_at > ${new Date(now)}
      returning digest, code_hash, tries_left`.execute(aside);
    const row = taken.rows[0];
    if (row === undefined) return await whyNot(aside, id, userId, now);
    if (!areEqual(row.digest, digestOperation(userId, operation))) {
      await voidChallenge(aside, id);
      return new Refusal('verification_void', {}, 'verify');
    }
    if (!areEqual(row.code_hash, digestOf(secretKey, id, code))) {
      if (row.tries_left === 0) await voidChallenge(aside, id);
      return new Refusal('verification_incorrect', { left: row.tries_left }, 'verify.code');
    }
    await sql`update app.challenge set tries_left = ${codeRule.tries} where id = ${id} and state = 'open'`.execute(
      aside,
    );
    const used = await sql`
      update app.challenge set state = 'used', used_at = ${new Date(now)}
      where id = ${id} and state = 'open'`.execute(db);
    return used.numAffectedRows === 1n ? undefined : new Refusal('verification_void', {}, 'verify');
  };
}

async function voidChallenge(aside: Database, id: string): Promise<void> {
  await sql`update app.challenge set state = 'void' where id = ${id} and state = 'open'`.execute(aside);
}

/** A missing and a foreign challenge are alike. */
async function whyNot(aside: Database, id: string, userId: string, now: number): Promise<VerificationNo> {
  const found = await sql<{ is_late: boolean }>`
    select state = 'open' and expires_at <= ${new Date(now)} as is_late from app.challenge
    where id = ${id} and user_id = ${userId}`.execute(aside);
  const code = found.rows[0]?.is_late === true ? 'verification_expired' : 'verification_void';
  return new Refusal(code, {}, 'verify');
}

/**
 * What the clients do: every intent is one payment with its own requestId, sent until it has a definite answer, by a
 * client whose answers get lost, who taps twice, who asks again later and who now and then reuses a key.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { formatUnits } from '@marigold/money/amount';

import { type Reply, type Client, NoReply } from './client.ts';
import type { ChaosFindings } from './findings.ts';
import { type StormPerson, readMailedCode } from './people.ts';
import type { Random } from './random.ts';

/** How often, as fractions of all intents or attempts. */
const often = { hangUp: 0.06, twice: 0.05, again: 0.05, reuse: 0.01, look: 0.1, large: 0.03 } as const;
const hangUpWithinMs = 150;
/** Longer than any outage that the nemesis makes. */
const definiteWithinMs = 90_000;
/** The product sends a person one code a minute. */
const codeEveryMs = 61_000;

/** Assets in turn, with what is drawn: the smallest and the largest payment in ledger units. */
const assets = [
  { code: 'USDT', scale: 8, least: 1_000_000, most: 2_500_000_000 },
  { code: 'EUR', scale: 2, least: 1, most: 2000 },
] as const;
/** Above what may go without a code: 31 to 40 USDT. */
const large = { code: 'USDT', scale: 8, least: 3_100_000_000, most: 4_000_000_000 } as const;

export interface PaymentIntent {
  readonly requestId: string;
  readonly sender: StormPerson;
  readonly payee: StormPerson;
  readonly currency: string;
  readonly scale: number;
  readonly units: bigint;
  readonly needsCode: boolean;
  /** Set by the first acknowledgement. */
  billId?: string;
  /** The last refusal. Final only when every attempt was answered: a refusal leaves the key free for a late one. */
  refusal?: string;
  /** An attempt had no answer: it may still be on its way. */
  isUnanswered: boolean;
  proof?: { readonly challengeId: string; readonly code: string };
}

export interface RequestCounts {
  requests: number;
  lostAnswers: number;
  nobodyThere: number;
  unavailable: number;
  limited: number;
  twice: number;
  again: number;
  reused: number;
  reusesAccepted: number;
  looked: number;
  withCode: number;
}

export interface StormPayments {
  readonly intents: ReadonlyMap<string, PaymentIntent>;
  readonly counts: RequestCounts;
  /** Makes intents one after the other until told to stop; every one of them is definite then. */
  work(isOver: () => boolean): Promise<void>;
  /** Sends an intent until its answer is definite; calm clients never hang up. */
  pursue(intent: PaymentIntent, options?: { isCalm?: boolean }): Promise<void>;
  /** Sends an acknowledged key with another amount, which must be refused. */
  reuse(intent: PaymentIntent): Promise<void>;
}

export interface PaymentsDependencies {
  readonly client: Client;
  readonly people: readonly StormPerson[];
  readonly random: Random;
  readonly findings: ChaosFindings;
  /** Told of every acknowledgement of an attempt that was sent at a moment (performance.now). */
  readonly onAcknowledged: (sentAt: number) => void;
}

interface PaymentsState extends PaymentsDependencies {
  readonly intents: Map<string, PaymentIntent>;
  /** Intents whose answer is definite. */
  readonly settled: PaymentIntent[];
  /** When a sender last asked for a code, in epoch milliseconds. */
  readonly codeRequestedAt: Map<StormPerson, number>;
  readonly counts: RequestCounts;
}

export function createStormPayments(dependencies: PaymentsDependencies): StormPayments {
  const state: PaymentsState = {
    ...dependencies,
    intents: new Map(),
    settled: [],
    codeRequestedAt: new Map(),
    counts: {
      requests: 0,
      lostAnswers: 0,
      nobodyThere: 0,
      unavailable: 0,
      limited: 0,
      twice: 0,
      again: 0,
      reused: 0,
      reusesAccepted: 0,
      looked: 0,
      withCode: 0,
    },
  };
  return {
    intents: state.intents,
    counts: state.counts,
    work: async (isOver) => await work(state, isOver),
    pursue: async (intent, options) => await pursue(state, intent, options),
    reuse: async (intent) => await reuse(state, intent),
  };
}

async function work(state: PaymentsState, isOver: () => boolean): Promise<void> {
  const { random, settled, counts } = state;
  while (!isOver()) {
    const intent = invent(state);
    const isTwice = !intent.needsCode && random.chance(often.twice);
    if (isTwice) counts.twice += 1;
    await Promise.all(isTwice ? [pursue(state, intent), pursue(state, intent)] : [pursue(state, intent)]);
    settled.push(intent);
    if (intent.billId !== undefined && random.chance(often.look)) await look(state, intent);
    if (random.chance(often.again)) {
      counts.again += 1;
      await pursue(state, random.pick(settled));
    }
    const old = random.pick(settled);
    if (old.billId !== undefined && random.chance(often.reuse)) await reuse(state, old);
  }
}

function invent({ people, random, codeRequestedAt, intents }: PaymentsState): PaymentIntent {
  const sender = random.pick(people);
  const payee = random.pick(people.filter((one) => one !== sender));
  const mayAsk = Date.now() - (codeRequestedAt.get(sender) ?? 0) >= codeEveryMs;
  const needsCode = mayAsk && random.chance(often.large);
  if (needsCode) codeRequestedAt.set(sender, Date.now());
  const { code, scale, least, most } = needsCode ? large : random.pick(assets);
  // Whole cents where a code is needed: the only six digits in the mail are then the code.
  const cent = needsCode ? 10 ** (scale - 2) : 1;
  const units = BigInt(Math.floor(random.between(least, most) / cent)) * BigInt(cent);
  const intent: PaymentIntent = {
    requestId: random.uuid(),
    sender,
    payee,
    currency: code,
    scale,
    units,
    needsCode,
    isUnanswered: false,
  };
  intents.set(intent.requestId, intent);
  return intent;
}

async function pursue(state: PaymentsState, intent: PaymentIntent, { isCalm = false } = {}): Promise<void> {
  const { random, findings } = state;
  const giveUpAt = performance.now() + definiteWithinMs;
  while (performance.now() < giveUpAt) {
    const sentAt = performance.now();
    const wasAcknowledged = intent.billId !== undefined;
    const isHangingUp = !isCalm && random.chance(often.hangUp);
    const answer = await attempt(state, intent, isHangingUp ? random.between(0, hangUpWithinMs) : undefined);
    if (answer instanceof NoReply) {
      if (answer.wasSent) intent.isUnanswered = true;
      await sleep(answer.wasSent ? random.between(3, 60) : random.between(20, 120));
    } else if (answer.code === 200) return acknowledge(state, intent, answer, sentAt);
    else if (answer.code === 422 && !wasAcknowledged) {
      const isCodeNeeded = answer.refusal === 'verification_required';
      // Without need the question only means that time has not passed yet for this sender.
      if (isCodeNeeded && !intent.needsCode) await sleep(200);
      else if (!isCodeNeeded || intent.proof !== undefined || !(await prove(state, intent)))
        return refuse(state, intent, answer);
    } else if (isWorthAnother(state, intent, answer, wasAcknowledged)) await sleep(random.between(20, 120));
    else return;
  }
  findings.add('answer', `${intent.requestId} has no definite answer after ${definiteWithinMs / 1000} s`);
}

/** One attempt; NoReply when none came. The note makes every application of an intent countable. */
async function attempt(
  state: PaymentsState,
  intent: PaymentIntent,
  hangUpAfterMs?: number,
  units = intent.units,
): Promise<Reply | NoReply> {
  const { requestId, sender, payee, currency, scale, proof } = intent;
  const amount = formatUnits(units, scale);
  const data = {
    requestId,
    to: payee.username,
    currency,
    amount,
    amountConfirm: amount,
    note: requestId,
    payPassword: sender.payPassword,
    ...(proof === undefined ? {} : { verify: proof }),
  };
  state.counts.requests += 1;
  const { token, deviceId } = sender;
  return await answered(
    state,
    state.client.call('transfer/internal', data, { token, deviceId, hangUpAfterMs }),
  );
}

async function answered({ counts }: PaymentsState, call: Promise<Reply>): Promise<Reply | NoReply> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof NoReply)) throw error;
    if (error.wasSent) counts.lostAnswers += 1;
    else counts.nobodyThere += 1;
    return error;
  }
}

function acknowledge(state: PaymentsState, intent: PaymentIntent, { data }: Reply, sentAt: number): void {
  const billId = String(data['billId']);
  if (intent.billId !== undefined && intent.billId !== billId)
    state.findings.add('answer', `${intent.requestId} is bill ${intent.billId} and bill ${billId}`);
  if (intent.proof !== undefined && intent.billId === undefined) state.counts.withCode += 1;
  intent.billId ??= billId;
  state.onAcknowledged(sentAt);
}

function refuse({ findings }: PaymentsState, intent: PaymentIntent, { refusal = '' }: Reply): void {
  if (refusal !== 'insufficient_balance' && !(intent.needsCode && refusal.startsWith('verification_')))
    findings.add('answer', `${intent.requestId} is refused with ${refusal}`);
  intent.refusal = refusal;
}

/** Busy and limited are expected; everything else is not. */
function isWorthAnother(
  { counts, findings }: PaymentsState,
  { requestId }: PaymentIntent,
  { code, refusal }: Reply,
  wasAcknowledged: boolean,
): boolean {
  if (code === 503) counts.unavailable += 1;
  else if (code === 429) counts.limited += 1;
  else if (code === 500) findings.add('defect', `${requestId} answers 500`);
  else {
    const before = wasAcknowledged ? ', acknowledged before,' : '';
    findings.add('answer', `${requestId}${before} answers ${code} ${refusal}`);
    return false;
  }
  return true;
}

/** Gets the code that was sent for exactly this payment; false when none came. */
async function prove({ client, codeRequestedAt }: PaymentsState, intent: PaymentIntent): Promise<boolean> {
  const { sender, payee, currency, scale, units } = intent;
  const subject = { to: payee.username, currency, amount: formatUnits(units, scale) };
  const data = { kind: 'transfer/internal', subject, method: sender.contact.channel };
  try {
    const answer = await client.call('verify/start', data, {
      token: sender.token,
      deviceId: sender.deviceId,
    });
    if (answer.code !== 200) return false;
    const code = await readMailedCode(client, sender.contact.target, codeRequestedAt.get(sender) ?? 0);
    if (code === undefined) return false;
    intent.proof = { challengeId: String(answer.data['challengeId']), code };
    return true;
  } catch (error) {
    if (error instanceof NoReply) return false;
    throw error;
  }
}

async function reuse(state: PaymentsState, intent: PaymentIntent): Promise<void> {
  const { counts, findings } = state;
  counts.reused += 1;
  const answer = await attempt(state, intent, undefined, intent.units + 1n);
  if (answer instanceof NoReply || [409, 429, 503].includes(answer.code)) return;
  if (answer.code === 200) counts.reusesAccepted += 1;
  findings.add('reuse', `${intent.requestId} with another amount answers ${answer.code}`);
}

/** What was acknowledged can be seen by whom it was acknowledged to, from then on. */
async function look(state: PaymentsState, { billId, sender, requestId }: PaymentIntent): Promise<void> {
  state.counts.looked += 1;
  const options = { token: sender.token, deviceId: sender.deviceId };
  const answer = await answered(state, state.client.call('bill/detail', { id: billId }, options));
  if (answer instanceof NoReply || [429, 503].includes(answer.code)) return;
  if (answer.code === 200 && answer.data['note'] === requestId) return;
  state.findings.add('lost', `${requestId} was acknowledged, and its bill answers ${answer.code}`);
}

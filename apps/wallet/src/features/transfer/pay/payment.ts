/**
 * One transfer on its way, from the approval to its end. It lives outside of the screen: a page that is left, reloaded
 * or opened again finds it here, and what is repeated is always the same order under the same requestId (lib/intents/once.ts).
 * The order is stored until there is an answer; proofs stay in memory and never longer than a code is good for.
 */
import { answersRetentionMs, codeLifeMs } from '@marigold/contract/durations';
import { assert } from '@marigold/money/assert';

import { isRecord, readJson, type TextStorage, writeJson } from '../../../lib/device/storage.ts';
import { createStore, type Store } from '../../../lib/device/store.ts';
import type { NotServed, Refused } from '../../../lib/http/api.ts';
import { NetworkFailure } from '../../../lib/http/api.ts';
import { rowOf } from '../../../lib/intents/step-table.ts';
import type { Mode, TransferOrder, Proofs } from '../form/order.ts';
import { type PaymentEffect, type PaymentEvent, paymentSteps } from './payment-steps.ts';
import type { SentOrder } from './send-order.ts';

export type PaymentState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'sending';
      readonly order: TransferOrder;
      /** An earlier send of it got no answer; `isTimeout` says how that one ended. */
      readonly isRepeat: boolean;
      readonly isTimeout: boolean;
    }
  /** No answer came: it may have been applied or not. */
  | {
      readonly kind: 'unknown';
      readonly order: TransferOrder;
      readonly isTimeout: boolean;
      /** How often the answer stayed away since the person last approved. */
      readonly misses: number;
    }
  /** `billId` is undefined where the server remembers the transfer but not its bill. */
  | { readonly kind: 'done'; readonly order: TransferOrder; readonly billId: string | undefined };

/** Why nothing was sent. */
export type PaymentNo = (Refused | NotServed) & { readonly order: TransferOrder };

export type PaymentDependencies = {
  readonly send: (order: TransferOrder, proofs: Proofs) => Promise<SentOrder>;
  /** True while a transfer of this kind and person has no answer. */
  readonly hasUnanswered: (mode: Mode) => boolean;
  readonly storage: TextStorage;
  /** Who pays; undefined for a visitor. */
  readonly uid: () => string | undefined;
  /** Epoch ms. */
  readonly clock: () => number;
  /** The transfer is done: money has moved. */
  readonly onDone: () => void;
};

export type Payments = {
  readonly state: Store<PaymentState>;
  /** Takes up what an earlier visit of this person left without an answer. */
  readonly restore: () => void;
  /** Sends the order; answers why not, or undefined when `state` says the rest. A second call while one runs is ignored. */
  readonly pay: (order: TransferOrder, proofs: Proofs) => Promise<PaymentNo | undefined>;
  /** True while the order without an answer can be repeated without asking for the payment password again. */
  readonly canRepeat: () => boolean;
  /** The payment password of the order without an answer, while it can be repeated; otherwise ''. */
  readonly payPassword: () => string;
  /** Sends the order without an answer once more. */
  readonly repeat: () => Promise<PaymentNo | undefined>;
  /** The person is through with it: back to an empty page. */
  readonly forget: () => void;
  /** Another person may come: nothing stays in memory, what is stored waits for its owner. */
  readonly leave: () => void;
};

export const sentKey = 'transferSent';
/** No longer than a code is good for; nor is the payment password. */
export const proofsRetentionMs = codeLifeMs;

export function createPayments(dependencies: PaymentDependencies): Payments {
  const { storage } = dependencies;
  const state = createStore<PaymentState>({ kind: 'none' });
  let proofs: { readonly given: Proofs; readonly time: number } | undefined;

  const effects: Readonly<Record<PaymentEffect, (order: TransferOrder | undefined) => void>> = {
    keepOrder: (order) =>
      writeJson(storage, sentKey, { uid: dependencies.uid(), time: dependencies.clock(), order }),
    forgetOrder: () => storage.removeItem(sentKey),
    forgetProofs: () => void (proofs = undefined),
    reportDone: dependencies.onDone,
  };

  /** True where the step that the payment is on knows the event. */
  function canTake(event: PaymentEvent): boolean {
    return rowOf(paymentSteps, state.get().kind, event) !== undefined;
  }

  /** `next` is the step that the table leads to, with what is known on it. */
  function take(event: PaymentEvent, next: PaymentState): void {
    const row = rowOf(paymentSteps, state.get().kind, event);
    assert(row?.to === next.kind, `a payment is ${next.kind} after ${event}`);
    state.set(next);
    for (const effect of row.does ?? []) effects[effect]('order' in next ? next.order : undefined);
  }

  async function pay(order: TransferOrder, given: Proofs): Promise<PaymentNo | undefined> {
    if (!canTake('paid')) return undefined;
    const before = state.get();
    const uid = dependencies.uid();
    const misses = before.kind === 'unknown' ? before.misses : 0;
    const time = proofs?.given === given ? proofs.time : dependencies.clock();
    proofs = { given, time };
    const isRepeat = before.kind === 'unknown';
    take('paid', { kind: 'sending', order, isRepeat, isTimeout: isRepeat && before.isTimeout });
    const result = await sendQuietly(order, given);
    // Somebody else is here by now; the stored order waits for its owner.
    if (dependencies.uid() !== uid) return undefined;
    return settle(order, result, misses);
  }

  async function sendQuietly(order: TransferOrder, given: Proofs): Promise<SentOrder> {
    try {
      return await dependencies.send(order, given);
    } catch (error) {
      return { ok: false, kind: 'network', isTimeout: error instanceof NetworkFailure && error.isTimeout };
    }
  }

  function settle(order: TransferOrder, result: SentOrder, misses: number): PaymentNo | undefined {
    if (result.ok) return finish(order, result.data.billId);
    if (result.kind === 'refusal' && result.refusal === 'already_applied') {
      const { id } = result.facts;
      return finish(order, typeof id === 'string' && id !== '' ? id : undefined);
    }
    // A limit or an ended session on a repeat says nothing of the first send: the intent is still open then.
    if (result.kind === 'network' || (result.kind === 'status' && dependencies.hasUnanswered(order.kind))) {
      const isTimeout = result.kind === 'network' && result.isTimeout;
      take('unanswered', { kind: 'unknown', order, isTimeout, misses: misses + 1 });
      return undefined;
    }
    take('refused', { kind: 'none' });
    return { ...result, order };
  }

  function finish(order: TransferOrder, billId: string | undefined): undefined {
    take('applied', { kind: 'done', order, billId });
    return undefined;
  }

  function canRepeat(): boolean {
    return proofs !== undefined && dependencies.clock() - proofs.time < proofsRetentionMs;
  }

  return {
    state,
    restore() {
      if (!canTake('found')) return;
      const order = readSent(storage, dependencies);
      if (order === undefined) return;
      if (dependencies.hasUnanswered(order.kind))
        take('found', { kind: 'unknown', order, isTimeout: false, misses: 0 });
      else storage.removeItem(sentKey);
    },
    pay,
    canRepeat,
    payPassword: () => (canRepeat() ? (proofs?.given.payPassword ?? '') : ''),
    async repeat() {
      const current = state.get();
      if (current.kind !== 'unknown' || proofs === undefined || !canRepeat()) return undefined;
      return await pay(current.order, proofs.given);
    },
    forget: () => take('forgotten', { kind: 'none' }),
    leave: () => take('left', { kind: 'none' }),
  };
}

/** The order this person left without an answer; undefined when there is none or it is too old to be answered. */
function readSent(
  storage: TextStorage,
  { uid, clock }: Pick<PaymentDependencies, 'uid' | 'clock'>,
): TransferOrder | undefined {
  const persisted = readJson(storage, sentKey);
  if (!isRecord(persisted) || persisted['uid'] !== uid() || typeof persisted['time'] !== 'number')
    return undefined;
  const stored = persisted['order'];
  // One from before the second amount was kept was sent with the first one twice; of a lock an older one knows nothing.
  const order = isRecord(stored) ? { again: stored['amount'], payeeLock: null, ...stored } : stored;
  if (clock() - persisted['time'] > answersRetentionMs || !isOrder(order)) return undefined;
  return order;
}

const orderTexts = {
  internal: ['to', 'payee', 'currency', 'amount', 'again', 'fee', 'recipientGets'],
  onChain: ['quoteId', 'chain', 'network', 'address', 'currency', 'amount', 'again', 'fee', 'recipientGets'],
} as const;

function isOrder(value: unknown): value is TransferOrder {
  if (!isRecord(value) || typeof value['decimals'] !== 'number') return false;
  if (value['note'] !== undefined && typeof value['note'] !== 'string') return false;
  const { kind } = value;
  if (kind !== 'internal' && kind !== 'onChain') return false;
  if (kind === 'onChain' && !hasQuote(value)) return false;
  return orderTexts[kind].every((name) => typeof value[name] === 'string');
}

function hasQuote({
  name,
  internal,
  warnings,
  payeeLock,
  minutes,
  deadline,
}: Readonly<Record<string, unknown>>): boolean {
  const isTextOrNull = (text: unknown) => text === null || typeof text === 'string';
  const isTimed = typeof minutes === 'number' && typeof deadline === 'number';
  const isKnown = Array.isArray(warnings) && (payeeLock === null || isRecord(payeeLock));
  return isTextOrNull(name) && isTextOrNull(internal) && isKnown && isTimed;
}

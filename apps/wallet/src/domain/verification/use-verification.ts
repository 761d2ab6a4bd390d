/**
 * Second verification on a screen (protocol.md): a code approves exactly one operation. `useVerification` holds the code
 * on its way; `useApproval` is the whole round for an order that may need one: send, ask for a code, send again with it.
 */
import type { Contract } from '@marigold/contract/contract';
import type { WireInput, WireOutput } from '@marigold/contract/endpoint';
import { canonicalJson } from '@marigold/contract/envelope';
import { type ContactMethod, type VerifyMethod, verifyMethods } from '@marigold/guard/factors';
import { useState } from 'react';

import { serverClock } from '../../lib/device/clock.ts';
import type { Failure, Result } from '../../lib/http/api.ts';
import { NetworkFailure } from '../../lib/http/api.ts';
import { call } from '../../lib/http/call.ts';
import type { OncePath } from '../../lib/intents/once.ts';
import { useSteps } from '../../lib/intents/use-steps.ts';
import { useCountdown } from '../../lib/text/countdown.ts';
import { clockText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import {
  type ApprovalAnswer,
  type ApprovalEffect,
  type ApprovalEvent,
  approvalSteps,
} from './approval-steps.ts';
import { withDrift } from './drift.ts';
import { answerPasskey, type PasskeyAnswer, passkeySupport } from './passkey.ts';

type Start = WireInput<Contract['verify/start']>;
type WithoutMethod<Input> = Input extends unknown ? Omit<Input, 'method'> : never;

/** The operation to be approved: kind and subject. */
export type VerifyRequest = WithoutMethod<Start>;

/** Whether a code is sent this way; an authenticator has it already. */
export function isSent(method: VerifyMethod): method is ContactMethod {
  return method === 'email' || method === 'sms';
}
export type Challenge = WireOutput<Contract['verify/start']> & { readonly method: VerifyMethod };
/** What goes beside the operation. */
export type CodeProof = { readonly challengeId: string } & (
  | { readonly code: string }
  | { readonly passkey: PasskeyAnswer }
);

/** domain.md B.2: another code may be asked for after a minute. */
const resendSeconds = 60;

export type Verification = {
  /**
   * The code that is on its way for an operation and still good. Where two requests mean the same operation (another
   * quote with the same terms), `key` says so.
   */
  readonly of: (request: VerifyRequest, key?: string) => Challenge | undefined;
  readonly isStarting: boolean;
  /** Seconds until another code may be asked for. */
  readonly waitSeconds: number;
  /** Asks for a code; answers what went wrong. */
  readonly start: (request: VerifyRequest, method: VerifyMethod, key?: string) => Promise<string | undefined>;
  /** The challenge that is open for an operation, made where there is none; else what went wrong. For what is not sent. */
  readonly startNow: (request: VerifyRequest, method: VerifyMethod) => Promise<Challenge | string>;
  /** The code is void or used up. */
  readonly drop: () => void;
};

/** The code that approves an operation. Closing a sheet keeps it for the very same operation; another one needs another. */
export function useVerification(): Verification {
  const t = useText();
  const [held, setHeld] = useState<{ readonly key: string; readonly challenge: Challenge }>();
  const [isStarting, setStarting] = useState(false);
  const countdown = useCountdown();

  function open(key: string): Challenge | undefined {
    if (held?.key !== key) return undefined;
    return held.challenge.expires > serverClock.now() ? held.challenge : undefined;
  }

  async function ask(
    request: VerifyRequest,
    method: VerifyMethod,
    key: string,
  ): Promise<Challenge | string | undefined> {
    const result = await call(
      'verify/start',
      { ...request, method },
      { disableLoading: true, onFail: () => undefined },
    );
    if (result.ok) {
      const challenge = { ...result.data, method };
      setHeld({ key, challenge });
      if (isSent(method)) countdown.start(resendSeconds);
      return challenge;
    }
    if (result.kind === 'network') return t('shell.requestNetworkError');
    const { seconds } = result.facts;
    if (result.kind !== 'refusal' || result.refusal !== 'code_too_soon' || typeof seconds !== 'number')
      return result.msg;
    // The running countdown says it better than a sentence that stands still.
    countdown.start(seconds);
    return undefined;
  }

  return {
    of: (request, key = canonicalJson(request)) => open(key),
    async startNow(request, method) {
      const key = canonicalJson(request);
      const challenge = open(key) ?? (await ask(request, method, key));
      return challenge ?? t('shell.requestNetworkError');
    },
    isStarting,
    waitSeconds: countdown.seconds,
    async start(request, method, key = canonicalJson(request)) {
      if (isStarting) return undefined;
      setStarting(true);
      try {
        const answer = await ask(request, method, key);
        return typeof answer === 'string' ? answer : undefined;
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
        return t('shell.requestNetworkError');
      } finally {
        setStarting(false);
      }
    },
    drop: () => setHeld(undefined),
  };
}

/** The words of `CodeEntry`, the same wherever a code is asked for. */
export function useCodeWords() {
  const t = useText();
  return {
    code: t('verify.code'),
    method: t('verify.method'),
    methods: {
      passkey: t('verify.passkey'),
      google: t('verify.google'),
      email: t('verify.email'),
      sms: t('verify.sms'),
    },
    next: t('verify.next'),
    otherWay: t('verify.otherWay'),
    fromApp: t('verify.fromApp'),
    send: t('verify.send'),
    sending: t('verify.sending'),
    resend: t('verify.resend'),
    resendIn: (seconds: number) => t('verify.resendIn', { seconds }),
    sent: (masked: string) => t('verify.sent', { masked }),
    worksUntil: (timeMs: number) => t('verify.expires', { time: clockText(timeMs) }),
    checking: t('verify.checking'),
    offline: t('verify.offline'),
    touch: t('verify.passkeyText'),
    useTouch: t('verify.usePasskey'),
  };
}

/** The sheet that asks for the code of one order. */
export type ApprovalSheet<Order> = {
  readonly order: Order;
  /** How a code can reach this person. */
  readonly methods: readonly VerifyMethod[];
  readonly problem: string | undefined;
};

type ApprovalOptions<Order, P extends OncePath> = {
  readonly request: (order: Order) => VerifyRequest;
  /** Sends the order, with the proof once there is one; through `useIntent`, so that a lost answer is no second order. */
  readonly send: (order: Order, verify: CodeProof | undefined) => Promise<Result<P>>;
  /** Whatever needs no code any more: it is done, or a "no" for the form. */
  readonly onResult: (result: Result<P>, order: Order) => void;
};

export type Approval<Order> = {
  /** Undefined while no code is asked for. */
  readonly sheet: ApprovalSheet<Order> | undefined;
  /** The code on its way to this sheet. */
  readonly challenge: Challenge | undefined;
  readonly isStarting: boolean;
  readonly waitSeconds: number;
  /** The order is being sent with its code. */
  readonly isSending: boolean;
  readonly submit: (order: Order) => Promise<void>;
  readonly startCode: (method: VerifyMethod) => Promise<void>;
  readonly enterCode: (code: string) => Promise<void>;
  /** Asks the person's authenticator in place of a code. */
  readonly touch: () => Promise<void>;
  /** Gives the approval up; not while the order is being sent. */
  readonly close: () => void;
};

type ApprovalState<Order> =
  | { readonly step: 'form' }
  | (ApprovalSheet<Order> & { readonly step: 'code' })
  | (ApprovalSheet<Order> & { readonly step: 'sending' });

/** An order that may need a code. Its order is frozen in the sheet: changing anything means closing it. */
export function useApproval<Order, P extends OncePath>(options: ApprovalOptions<Order, P>): Approval<Order> {
  const t = useText();
  const verification = useVerification();
  const { state, take } = useSteps<ApprovalState<Order>, ApprovalEvent, ApprovalEffect>(approvalSteps, form);
  const sheet = state.step === 'form' ? undefined : state;
  const challenge = sheet === undefined ? undefined : verification.of(options.request(sheet.order));

  async function startCode(order: Order, method: VerifyMethod): Promise<void> {
    const problem = await verification.start(options.request(order), method);
    take('codeRequested', { problem });
  }

  function offerCode(order: Order, methods: readonly VerifyMethod[]): void {
    const first = startsByItself(methods);
    if (first === undefined) return;
    if (verification.of(options.request(order)) === undefined) void startCode(order, first);
  }

  function answer(result: Result<P>, order: Order): void {
    const effects: Readonly<Record<ApprovalEffect, () => void>> = {
      offerCode: () => offerCode(order, result.ok ? [] : verificationMethods(result)),
      dropCode: verification.drop,
      handOver: () => options.onResult(result, order),
    };
    const { event, known } = answerOf(t, result, order);
    for (const effect of take(event, known)) effects[effect]();
  }

  async function prove(order: Order, proof: CodeProof): Promise<void> {
    take('codeEntered', { problem: undefined });
    try {
      answer(await options.send(order, proof), order);
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      // The same order with the same proof may be sent again: it is applied once.
      take('unreached', { problem: t('shell.requestNetworkError') });
    } finally {
      take('ended');
    }
  }

  return {
    sheet,
    challenge,
    isStarting: verification.isStarting,
    waitSeconds: verification.waitSeconds,
    isSending: state.step === 'sending',
    submit: async (order) => answer(await options.send(order, undefined), order),
    async startCode(method) {
      if (sheet !== undefined) await startCode(sheet.order, method);
    },
    async enterCode(code) {
      if (state.step !== 'code' || challenge === undefined) return;
      await prove(state.order, { challengeId: challenge.challengeId, code });
    },
    async touch() {
      if (state.step !== 'code' || challenge === undefined) return;
      const proof = await touchProof(challenge);
      if (proof === undefined) take('codeRequested', { problem: t('verify.passkeyCancelled') });
      else await prove(state.order, proof);
    },
    close: () => void take('closed'),
  };
}

/** The answer of an authenticator to a challenge; undefined where the person gave none. */
export async function touchProof({ challengeId, options }: Challenge): Promise<CodeProof | undefined> {
  const passkey = options === undefined ? undefined : await answerPasskey(options);
  return passkey === undefined ? undefined : { challengeId, passkey };
}

/** The only way there is needs no choosing, and a way to which nothing is sent costs nobody anything. */
export function startsByItself([first, ...others]: readonly VerifyMethod[]): VerifyMethod | undefined {
  return first !== undefined && (others.length === 0 || !isSent(first)) ? first : undefined;
}

const form = { step: 'form' } as const;

/** What an answer means for the sheet, and what it says there. */
function answerOf<Order>(
  t: ReturnType<typeof useText>,
  result: Result<OncePath>,
  order: Order,
): { readonly event: ApprovalAnswer; readonly known?: Partial<ApprovalSheet<Order>> } {
  if (result.ok || result.kind === 'status') return { event: 'settled' };
  if (result.kind === 'network') return { event: 'unanswered' };
  const { refusal } = result;
  const problem = withDrift(t, result);
  if (refusal === 'verification_required') {
    return {
      event: 'codeNeeded',
      known: { order, methods: verificationMethods(result), problem: undefined },
    };
  }
  if (isVoid(result)) return { event: 'codeVoid', known: { problem } };
  return refusal.startsWith('verification_') || refusal === 'two_step_locked'
    ? { event: 'codeWrong', known: { problem } }
    : { event: 'settled' };
}

/** True when the code of this sheet can no longer be right. */
export function isVoid(refused: Failure): boolean {
  if (refused.kind !== 'refusal') return false;
  const { refusal, facts } = refused;
  if (refusal === 'verification_incorrect') return facts['left'] === 0;
  return refusal === 'verification_void' || refusal === 'verification_expired';
}

/** The methods that a `verification_required` names, without a passkey where this browser has none and others are left. */
export function verificationMethods(refused: Failure): VerifyMethod[] {
  const named: unknown = refused.kind === 'network' ? undefined : refused.facts['methods'];
  const methods = Array.isArray(named) ? named.filter(isMethod) : [];
  const others = methods.filter((method) => method !== 'passkey');
  return passkeySupport() === 'yes' || others.length === 0 ? methods : others;
}

function isMethod(named: unknown): named is VerifyMethod {
  return verifyMethods.some((method) => method === named);
}

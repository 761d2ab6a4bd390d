/**
 * The one helper every call goes through (spec 7 and 8, protocol.md "Calls" and "Answers"): envelope, headers, time-out,
 * loading mask, and what happens on the way back. The types of each call come from the contract; nothing of it runs here.
 */
import type { Contract, Path } from '@marigold/contract/contract';
import type { RefusalFacts, RefusalOf, WireInput, WireOutput } from '@marigold/contract/endpoint';
import type { AppRequest } from '@marigold/contract/envelope';

import type { ServerClock } from '../device/clock.ts';
import type { ToastMessage } from '../device/toasts.ts';
import { type Answer, readAnswer } from './answer.ts';
import type { Loading } from './loading.ts';
import { sealEnvelope } from './seal.ts';

/** Spec 9. */
export const callTimeoutMs = 10_000;

export type CallOptions = {
  /** Without an answer: true says "request network error" and resolves, otherwise the promise is rejected. */
  readonly showErrors?: boolean;
  /** No loading mask; travels as `_disableLoading` inside the data. */
  readonly disableLoading?: boolean;
  readonly timeoutMs?: number;
  /** GET only for calls the contract marks public. */
  readonly method?: 'POST' | 'GET';
  /** Gets every answer that is not a success; without it a toast says `message` or the server's own sentence. */
  readonly onFail?: (answer: Answer) => void;
  readonly message?: string;
  /** Ends the call; it is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
};

/** The codes a call may be refused with; a call that is applied once may also be known already. */
export type RefusalFor<P extends Path> =
  | RefusalOf<Contract[P]>
  | (Contract[P]['idempotent'] extends true ? 'already_applied' : never);

/** The contract's "no": expected, with a code to act on and a finished sentence. */
export type Refused<Code extends string = string> = {
  readonly ok: false;
  readonly kind: 'refusal';
  readonly refusal: Code;
  readonly field: string | undefined;
  readonly facts: RefusalFacts;
  readonly msg: string;
};

/** What went wrong before the call was understood, by HTTP number (protocol.md "Answers"). */
export type NotServed = {
  readonly ok: false;
  readonly kind: 'status';
  readonly status: number;
  /** `malformed`, `unauthorised`, `not_found`…; undefined when the answer was not ours. */
  readonly reason: string | undefined;
  readonly field: string | undefined;
  readonly facts: RefusalFacts;
  readonly msg: string;
};

/** No answer: the call may have been applied or not. */
export type NoAnswer = { readonly ok: false; readonly kind: 'network'; readonly isTimeout: boolean };

export type Failure<Code extends string = string> = Refused<Code> | NotServed | NoAnswer;

export type Result<P extends Path> =
  | { readonly ok: true; readonly data: WireOutput<Contract[P]> }
  | Failure<RefusalFor<P>>;

/** What an answerless call is rejected with when its caller did not ask for the toast. */
export class NetworkFailure extends Error {
  readonly isTimeout: boolean;
  constructor(isTimeout: boolean, cause: unknown) {
    super(isTimeout ? 'no answer in time' : 'no answer', { cause });
    this.isTimeout = isTimeout;
  }
}

export type ApiCall = <P extends Path>(
  path: P,
  input: WireInput<Contract[P]>,
  options?: CallOptions,
) => Promise<Result<P>>;

export type ApiDependencies = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Epoch ms of this device. */
  readonly clock: () => number;
  readonly serverClock: Pick<ServerClock, 'now' | 'learn'>;
  /** Without a slash at its end. */
  readonly base: string;
  readonly secret: string;
  /** The device's part of the envelope. */
  readonly device: () => Omit<AppRequest, 'time' | 'data'>;
  /** The `language` header. */
  readonly language: () => string;
  readonly session: {
    readonly token: () => string | undefined;
    readonly refuse: (token: string | undefined) => void;
  };
  readonly online: { readonly answered: (nowMs: number) => void; readonly lost: () => void };
  readonly loading: Pick<Loading, 'begin'>;
  readonly toast: (message: ToastMessage) => void;
  readonly text: (id: 'shell.requestNetworkError' | 'shell.dataRequestFailed') => string;
};

type Data = Readonly<Record<string, unknown>>;

/** Makes the helper. One lives in the app; tests make their own. */
export function createApi(dependencies: ApiDependencies): ApiCall {
  function seal(data: Data, isQuiet: boolean): string {
    const appRequest: AppRequest = {
      ...dependencies.device(),
      time: dependencies.serverClock.now(),
      data: isQuiet ? { ...data, _disableLoading: true } : data,
    };
    return sealEnvelope(appRequest, dependencies.secret);
  }

  async function ask(path: Path, data: Data, options: CallOptions, signal: AbortSignal): Promise<Answer> {
    const token = dependencies.session.token();
    const headers = new Headers({ language: dependencies.language() });
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const url = `${dependencies.base}/${path}`;
    const isGet = options.method === 'GET';
    if (!isGet) headers.set('content-type', 'application/json');
    const response = isGet
      ? await dependencies.fetch(url + queryOf(data), { method: 'GET', headers, signal })
      : await dependencies.fetch(url, {
          method: 'POST',
          headers,
          signal,
          body: seal(data, options.disableLoading === true),
        });
    const answer = readAnswer(response.status, await response.text());
    dependencies.online.answered(dependencies.clock());
    if (answer.code === 401) dependencies.session.refuse(token);
    return answer;
  }

  /** A clock answer is not the call's own: its time is kept and the call repeated once. */
  async function askOnTime(
    path: Path,
    data: Data,
    options: CallOptions,
    signal: AbortSignal,
  ): Promise<Answer> {
    const answer = await ask(path, data, options, signal);
    const serverTime = answer.facts['serverTime'];
    if (answer.code !== 400 || answer.refusal !== 'clock' || typeof serverTime !== 'number') return answer;
    dependencies.serverClock.learn(serverTime);
    return await ask(path, data, options, signal);
  }

  function fail(answer: Answer, options: CallOptions): Failure {
    const msg = answer.msg === '' ? dependencies.text('shell.dataRequestFailed') : answer.msg;
    if (options.onFail === undefined) dependencies.toast({ text: options.message ?? msg });
    else options.onFail({ ...answer, msg });
    return failureOf({ ...answer, msg });
  }

  return async function call<P extends Path>(
    path: P,
    input: WireInput<Contract[P]>,
    options: CallOptions = {},
  ): Promise<Result<P>> {
    const endLoading = options.disableLoading === true ? undefined : dependencies.loading.begin();
    const timeout = AbortSignal.timeout(options.timeoutMs ?? callTimeoutMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    let answer: Answer;
    try {
      answer = await askOnTime(path, input as Data, options, signal);
    } catch (error) {
      // Given up by the caller itself: a screen that closed, a query that was replaced.
      if (options.signal?.aborted === true) throw error;
      dependencies.online.lost();
      if (options.showErrors !== true) throw new NetworkFailure(timeout.aborted, error);
      dependencies.toast({ text: dependencies.text('shell.requestNetworkError') });
      return { ok: false, kind: 'network', isTimeout: timeout.aborted };
    } finally {
      endLoading?.();
    }
    if (answer.code === 200) return { ok: true, data: answer.data as WireOutput<Contract[P]> };
    return fail(answer, options) as Failure<RefusalFor<P>>;
  };
}

/** Fields that are not set stay away; the rest is plain text (protocol.md: a plain query, no envelope). */
function queryOf(data: Data): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(data)) {
    if (value !== undefined) query.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

function failureOf({ code, refusal, field, facts, msg }: Answer): Failure {
  if (code === 422 && refusal !== undefined)
    return { ok: false, kind: 'refusal', refusal, field, facts, msg };
  return { ok: false, kind: 'status', status: code, reason: refusal, field, facts, msg };
}

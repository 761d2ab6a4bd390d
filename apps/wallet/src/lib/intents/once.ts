/**
 * Applied once, the client's half (protocol.md): every intent of a person has an id that is made and stored before the
 * first send and sent again, after a lost answer, a reload or a killed server, until an answer came. Two taps, two tries
 * or two visits therefore move money once.
 */
import type { Contract, Path } from '@marigold/contract/contract';
import { answersRetentionMs } from '@marigold/contract/durations';
import type { WireFields, WireInput } from '@marigold/contract/endpoint';
import { canonicalJson } from '@marigold/contract/envelope';

import { isRecord, readJson, storageKeys, type TextStorage, writeJson } from '../device/storage.ts';
import type { ApiCall, CallOptions, Failure, Refused, Result } from '../http/api.ts';
import { md5Hex } from '../http/seal.ts';

/** The calls of the contract that are applied once. */
export type OncePath = { [P in Path]: Contract[P]['idempotent'] extends true ? P : never }[Path];

/** The input of such a call without its id, which is made here. */
export type OnceInput<P extends OncePath> = WireFields<Contract[P]>;

/** Whether it is done: by this very send, or by an earlier one whose answer was lost. */
export function wasApplied<Any extends { readonly ok: true } | Failure>(
  result: Any,
): result is Any & ({ readonly ok: true } | Refused<'already_applied'>) {
  return result.ok || (result.kind === 'refusal' && result.refusal === 'already_applied');
}

const openIntentsMax = 20;
/** A second tap that lands just after the answer belongs to the first one. */
const tapAfterAnswerMs = 1_500;

/** What proves the person or is a secret itself: neither stored nor part of what makes an intent the same. */
const proofs = new Set([
  'payPassword',
  'password',
  'confirm',
  'loginPassword',
  'oldPassword',
  'newPassword',
  'code',
  'google',
  'verify',
]);

/** An intent without an answer. `digest` tells equal ones apart from others without keeping what they say. */
type OpenIntent = {
  readonly path: string;
  readonly scope: string;
  readonly digest: string;
  readonly requestId: string;
  readonly time: number;
  /** A repeat was refused: no screen waits for it, but the id stays, because the first send may still be on its way. */
  readonly isRefused?: true;
};

export type IntentDependencies = {
  readonly storage: TextStorage;
  readonly call: ApiCall;
  readonly clock: () => number;
  readonly newId: () => string;
  /** Who intends: another person's open intents are not taken up. */
  readonly scope: () => string;
};

export type Intents = {
  /** Sends an intent; while it runs and shortly after, the same intent gets the same answer. */
  send<P extends OncePath>(path: P, input: OnceInput<P>, options?: CallOptions): Promise<Result<P>>;
  /** True when an earlier send of this kind by this person got no answer; sending the same again is safe. */
  hasUnanswered(path: OncePath): boolean;
};

export function createIntents(dependencies: IntentDependencies): Intents {
  const running = new Map<string, Promise<unknown>>();
  /** The last answered intent of each kind. */
  const settled = new Map<string, { key: string; result: unknown; time: number }>();

  /** The open intents that are not too old. */
  function list(): OpenIntent[] {
    const stored = readJson(dependencies.storage, storageKeys.intents);
    const oldest = dependencies.clock() - answersRetentionMs;
    return Array.isArray(stored) ? stored.filter((item) => isOpenIntent(item) && item.time > oldest) : [];
  }

  /** The intent as it is about to be sent; `isRepeat` when an earlier send of it got no answer. */
  function open(path: string, scope: string, digest: string): { intent: OpenIntent; isRepeat: boolean } {
    const known = list();
    const same = known.find((item) => item.path === path && item.scope === scope && item.digest === digest);
    const { isRefused: _, ...intent } = same ?? {
      path,
      scope,
      digest,
      requestId: dependencies.newId(),
      time: dependencies.clock(),
    };
    const others = known.filter((item) => item !== same);
    writeJson(dependencies.storage, storageKeys.intents, [...others, intent].slice(-openIntentsMax));
    return { intent, isRepeat: same !== undefined };
  }

  function replace({ requestId }: OpenIntent, by: readonly OpenIntent[]): void {
    const others = list().filter((item) => item.requestId !== requestId);
    writeJson(dependencies.storage, storageKeys.intents, [...others, ...by]);
  }

  /**
   * Forgets an intent that is over. The "no" to a repeat says only that the repeat was not applied (a limit or an ended
   * session stand before the id is looked at), so the id outlives it.
   */
  function settle(intent: OpenIntent, isRepeat: boolean, result: Result<OncePath>): void {
    if (!isAnswered(result)) return;
    if (wasApplied(result) || !isRepeat) replace(intent, []);
    else if (result.kind === 'refusal') replace(intent, [{ ...intent, isRefused: true }]);
  }

  async function run<P extends OncePath>(
    { intent, isRepeat }: { intent: OpenIntent; isRepeat: boolean },
    path: P,
    input: OnceInput<P>,
    options: CallOptions | undefined,
  ): Promise<Result<P>> {
    const sent = { ...input, requestId: intent.requestId } as unknown as WireInput<Contract[P]>;
    const result = await dependencies.call(path, sent, options);
    settle(intent, isRepeat, result);
    return result;
  }

  return {
    async send(path, input, options) {
      const scope = dependencies.scope();
      const digest = digestOf(path, input);
      const key = `${scope} ${digest}`;
      const same = running.get(key);
      if (same !== undefined) return (await same) as Result<typeof path>;
      // Proofs count here: another new password within the moment is no second tap.
      const tap = `${scope} ${md5Hex(canonicalJson({ path, input }))}`;
      const last = settled.get(path);
      if (last?.key === tap && dependencies.clock() - last.time < tapAfterAnswerMs) {
        return last.result as Result<typeof path>;
      }
      const promise = run(open(path, scope, digest), path, input, options);
      running.set(key, promise);
      try {
        const result = await promise;
        if (result.ok) settled.set(path, { key: tap, result, time: dependencies.clock() });
        return result;
      } finally {
        running.delete(key);
      }
    },
    hasUnanswered(path) {
      const scope = dependencies.scope();
      return list().some(
        (item) =>
          item.path === path &&
          item.scope === scope &&
          item.isRefused !== true &&
          !running.has(`${scope} ${item.digest}`),
      );
    },
  };
}

/** Without an answer, or with one that a server in trouble (or a proxy before it) gave, the outcome is unknown. */
function isAnswered(result: Result<OncePath>): boolean {
  if (result.ok || result.kind === 'refusal') return true;
  return result.kind === 'status' && result.status < 500;
}

/** MD5 tells intents apart; it hides nothing, which is why proofs stay out of it. */
function digestOf(path: string, input: object): string {
  const plain = Object.entries(input).filter(([key]) => !proofs.has(key));
  return md5Hex(canonicalJson({ path, input: Object.fromEntries(plain) }));
}

function isOpenIntent(value: unknown): value is OpenIntent {
  if (!isRecord(value) || typeof value['time'] !== 'number') return false;
  return ['path', 'scope', 'digest', 'requestId'].every((key) => typeof value[key] === 'string');
}

import type { ContactMethod } from '@marigold/guard/factors';

/**
 * A recovery on its way through its three pages: kept in this tab, so that a reload and the back button find it. The
 * ticket is a secret of a quarter of an hour; what was typed outlives it.
 */
import { isRecord, readJson, type TextStorage, writeJson } from '../../lib/device/storage.ts';
import { createStore, type Store } from '../../lib/device/store.ts';

export type RecoveryWay = { readonly method: ContactMethod; readonly masked: string };

export type SentRecovery = RecoveryWay & {
  /** Tells one code from the next. */
  readonly id: string;
  /** Epoch ms: no longer good, and another one may be asked for. */
  readonly expires: number;
  readonly resendAt: number;
};

export type Recovery = {
  readonly account: string;
  readonly ticket: string;
  readonly methods: readonly RecoveryWay[];
  /** Epoch ms of this device, as all times here. */
  readonly expires: number;
  readonly sent: SentRecovery | undefined;
  /** The code was right: the new password may be chosen. */
  readonly isProven: boolean;
  /** The account has more than contacts: the new password needs that as well. */
  readonly isStrong: boolean;
};

/** What is left of a recovery that ran out of time. */
export type ExpiredRecovery = { readonly account: string; readonly isOver: true };

export type RecoveryState = Recovery | ExpiredRecovery | undefined;

export type Recoveries = {
  readonly state: Store<RecoveryState>;
  readonly begin: (recovery: Pick<Recovery, 'account' | 'ticket' | 'methods' | 'expires'>) => void;
  readonly sent: (sent: SentRecovery) => void;
  /** `ticket` is the one to set the password with. */
  readonly proven: (ticket: string, expires: number, isStrong: boolean) => void;
  /** Its time is up; the name stays for the next one. */
  readonly end: () => void;
  readonly forget: () => void;
};

export const recoveryKey = 'recovery';

export function createRecoveries(storage: TextStorage, clock: () => number): Recoveries {
  const state = createStore<RecoveryState>(readState(storage, clock()));

  function set(next: RecoveryState): void {
    if (next === undefined) storage.removeItem(recoveryKey);
    else writeJson(storage, recoveryKey, next);
    state.set(next);
  }
  function change(more: Partial<Recovery>): void {
    const current = state.get();
    if (isRecoveryRunning(current)) set({ ...current, ...more });
  }

  return {
    state,
    begin: (recovery) => set({ ...recovery, sent: undefined, isProven: false, isStrong: false }),
    sent: (sent) => change({ sent }),
    proven: (ticket, expires, isStrong) =>
      change({ ticket, expires, isStrong, isProven: true, sent: undefined }),
    end() {
      const current = state.get();
      if (current !== undefined) set({ account: current.account, isOver: true });
    },
    forget: () => set(undefined),
  };
}

export function isRecoveryRunning(state: RecoveryState): state is Recovery {
  return state !== undefined && 'ticket' in state;
}

function readState(storage: TextStorage, now: number): RecoveryState {
  const stored = readJson(storage, recoveryKey);
  if (!isRecord(stored) || typeof stored['account'] !== 'string') return undefined;
  const { account, ticket, methods, expires, sent, isProven, isStrong } = stored;
  if (typeof ticket !== 'string' || typeof expires !== 'number' || expires <= now)
    return { account, isOver: true };
  if (!Array.isArray(methods) || !methods.every(isWay)) return undefined;
  return {
    account,
    ticket,
    methods,
    expires,
    sent: isSent(sent) ? sent : undefined,
    isProven: isProven === true,
    isStrong: isStrong === true,
  };
}

function isWay(value: unknown): value is RecoveryWay {
  if (!isRecord(value) || typeof value['masked'] !== 'string') return false;
  return value['method'] === 'email' || value['method'] === 'sms';
}

function isSent(value: unknown): value is SentRecovery {
  if (!isWay(value)) return false;
  const { id, expires, resendAt } = value as Partial<SentRecovery>;
  return typeof id === 'string' && typeof expires === 'number' && typeof resendAt === 'number';
}

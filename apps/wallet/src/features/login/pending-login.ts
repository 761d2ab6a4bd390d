/** A log-in that waits for a code: in memory alone, because its ticket is worth as much as the password. */
import type { Contract } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import { createStore } from '../../lib/device/store.ts';

type NeedsCode = Extract<WireOutput<Contract['user/login']>, { readonly need: unknown }>['need'];

export type LoginMethod = NeedsCode['methods'][number]['method'];

/** Whether a code is sent this way; else the person has the answer already. */
export function isSentByUs(method: LoginMethod): method is 'email' | 'sms' {
  return method === 'email' || method === 'sms';
}

export type PendingLogin = NeedsCode & {
  /** The code on its way, or the way that was chosen; undefined until then. */
  readonly sent:
    | {
        readonly id: string;
        readonly method: LoginMethod;
        /** Null where nothing was sent. */
        readonly masked: string | null;
        readonly expires: number;
        /** What a touch is asked for with. */
        readonly options?: NeedsCode['passkey'];
      }
    | undefined;
};

export const pendingLogin = createStore<PendingLogin | undefined>(undefined);

/** The name of the log-in that waits, so that it stands in the form again for whoever begins anew. */
export const waitingName = createStore('');

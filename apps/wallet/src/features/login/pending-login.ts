/** A log-in that waits for a code: in memory alone, because its ticket is worth as much as the password. */
import type { Contract } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';
import type { ContactMethod } from '@marigold/guard/factors';

import { createStore } from '../../lib/device/store.ts';

type NeedsCode = Extract<WireOutput<Contract['user/login']>, { readonly need: unknown }>['need'];

export type PendingLogin = NeedsCode & {
  /** The code on its way; undefined until one was sent. */
  readonly sent:
    | {
        readonly id: string;
        readonly method: ContactMethod;
        readonly masked: string;
        readonly expires: number;
      }
    | undefined;
};

export const pendingLogin = createStore<PendingLogin | undefined>(undefined);

/** The name of the log-in that waits, so that it stands in the form again for whoever begins anew. */
export const waitingName = createStore('');

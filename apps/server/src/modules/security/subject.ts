import type { startVerification } from '@marigold/contract/calls/verify';
/** What a code may be asked for: each kind with how its operation is read. Who makes a payment hands its kinds in. */
import type { InputOf, Refusal, RefusalOf } from '@marigold/contract/endpoint';

import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { SpendingOperation } from '../spending/operation.ts';

export type StartInput = InputOf<typeof startVerification>;
export type StartNo = Refusal<RefusalOf<typeof startVerification>>;

/** What the subject means, and the words for the person who is asked to approve it. */
export type Subject = {
  readonly operation: SpendingOperation;
  readonly summary: {
    readonly currency: string | null;
    readonly amount: string | null;
    readonly fee: string | null;
    readonly payee: string | null;
    readonly chain: string | null;
  };
  /** Keeps the terms open as long as the code lives, in the transaction in which it is made. */
  readonly keepOpen?: (db: Database, until: number) => Promise<void>;
  /** Of other limits: dollars, and how many payments. */
  readonly limits?: { readonly single: string; readonly total: string; readonly payments: number };
  /** As people call the chain. */
  readonly chainName?: string;
};

type PaymentKind = 'transfer/internal' | 'transfer/submit';

/** How the operation of a payment is read from what somebody named as its subject. */
export type PaymentSubjects = {
  readonly [Kind in PaymentKind]: (
    subject: Extract<StartInput, { kind: Kind }>['subject'],
    call: Call<'user'>,
  ) => Promise<Subject | StartNo>;
};

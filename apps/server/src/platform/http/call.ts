import type { Contract, Path } from '@marigold/contract/contract';
import type { Access, Endpoint, Refusal } from '@marigold/contract/endpoint';
import type { LanguageId } from '@marigold/texts/languages';
import type * as z from 'zod';

import type { Database } from '../database/database.ts';
import type { DeviceNames } from './device-name.ts';
import type { RequestKey } from './request-key.ts';

/** Cookies that a handler sends with a successful answer. */
export type OutgoingCookies = {
  /** The half of a session that just opened, or that it is over. */
  half?: { readonly half: string; readonly days: number } | 'none';
  device?: string;
};

/** Who is calling, as the bearer says. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly deviceId: string;
  /** The payment password was entered for trading in this session, and no secret changed since. */
  readonly mayTrade: boolean;
  /** The latest end of a freeze of trading, epoch milliseconds; it may be over. */
  readonly tradeFrozenUntil: number | undefined;
};

/** Everything a handler may know about the call besides its input. */
export type Call<Who extends Access = Access> = DeviceNames & {
  /** On a call that is applied once: its own transaction, rolled back by a refusal. Else the pool. */
  readonly db: Database;
  /** Commits by itself whatever the answer: attempt counters, locks, audit rows, voided challenges. */
  readonly aside: Database;
  readonly session: Who extends 'user' ? Session : Session | undefined;
  readonly deviceId: string;
  /** The device cookie as the client showed it. */
  readonly deviceCookie: string | undefined;
  readonly outgoing: OutgoingCookies;
  /** The network address, as the server sees it. */
  readonly address: string;
  /** Its country, `GE`; undefined where no table tells. */
  readonly country: string | undefined;
  readonly language: LanguageId;
  /** Epoch milliseconds; the one moment of this call. */
  readonly now: number;
  /** Of a group-committed call: the handler takes it in the transaction that it shares with others. */
  readonly requestKey?: RequestKey;
};

/** A handler of one endpoint. A refusal that the contract does not declare does not compile. */
export type Handler<E extends Endpoint> =
  E extends Endpoint<string, infer Who, infer Input, infer Output, infer Code>
    ? (input: z.output<Input>, call: Call<Who>) => Promise<z.input<Output> | Refusal<Code>>
    : never;

/** One handler for every row of the contract; a missing one does not compile. */
export type Handlers = { readonly [P in Path]: Handler<Contract[P]> };

/** A call that may be done: what it is, who does it, with which input and for whom. Whoever runs it adds the `db`. */
export type Admitted = {
  readonly endpoint: Endpoint;
  readonly handler: (input: unknown, call: Call) => Promise<object | Refusal>;
  readonly input: unknown;
  readonly call: Omit<Call, 'db'>;
};

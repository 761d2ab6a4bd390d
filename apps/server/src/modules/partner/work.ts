import type { CallNature, PartnerPromise } from '@marigold/partners/call-states';
/** What a module that needs a company hands in: how its wishes are sent, found and applied, and what it watches there. */
import type { PartnerAnswer } from '@marigold/partners/identity-port';

import type { Database } from '../../platform/database/database.ts';
import type { PartnerCall } from './store.ts';

/** How a wish ended. `void`: it never took effect and never can; its object treats it as refused. */
export type CallEnd<Value> =
  | { readonly is: 'done'; readonly value: Value }
  | { readonly is: 'refused'; readonly reason: string; readonly isFinal: boolean }
  | { readonly is: 'void' };

export type CallKind<Value> = {
  readonly nature: CallNature;
  /** Outside of any transaction; never throws for what a company does. */
  send(call: PartnerCall): Promise<PartnerAnswer<Value>>;
  /** Whether it took effect, by its request id. Left out for a `set` that is simply sent again. */
  find?(call: PartnerCall): Promise<PartnerAnswer<Value>>;
  /**
   * Moves the object of a wish, in one transaction with it. Answers what is kept of the answer, without personal data;
   * `mismatch` where what was read is not what was wished.
   */
  apply(db: Database, call: PartnerCall, end: CallEnd<Value>): Promise<object | 'mismatch'>;
};

/** Open objects at a company, which are looked at by the clock: losing every event costs time and nothing else. */
export type Watch = {
  /** Those whose time has come, at most so many. */
  readonly listDue: (db: Database, now: number, most: number) => Promise<readonly string[]>;
  /** Asks the company and applies what it says. Never throws for what a company does. */
  readonly look: (id: string) => Promise<void>;
};

/** Everything that one company does for us. */
export type PartnerWork = {
  readonly provider: string;
  readonly promise: PartnerPromise;
  /** Each has a value of its own, which its own functions alone see. */
  readonly kinds: Readonly<Record<string, CallKind<unknown>>>;
  readonly watch: Watch;
};

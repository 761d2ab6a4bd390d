/**
 * The contract as data: what a call is named, who may make it, what goes in, what comes out and every way it is
 * refused. Server validation, handler types, the typed client and OpenAPI are all derived from these rows.
 */
import type { FreezeArea, FreezeReason } from '@marigold/guard/freezes';
import type * as z from 'zod';

/** Who may call. `public` also answers GET (nothing personal); `visitor` is anyone by POST; `user` needs a bearer. */
export type Access = 'public' | 'visitor' | 'user';

export type Endpoint<
  Path extends string = string,
  Who extends Access = Access,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Code extends string = string,
  Once extends boolean = boolean,
> = {
  readonly path: Path;
  /** One sentence for the reference page: what is true after the call. */
  readonly does: string;
  readonly access: Who;
  /** True: needs `requestId` beside the input and is applied once (protocol.md "Applied once"). */
  readonly idempotent: Once;
  /**
   * The area of a person that refuses this call while it is frozen, with the refusal of that area (`payouts_frozen` and its
   * kin); `none`: no freeze stops it. Whatever is applied once says which; of the others those do that a freeze stops.
   */
  readonly frozenIn?: FreezeArea | 'none';
  /** Reasons whose freezes of that area do not stop it: it is the way out of them. */
  readonly despite?: readonly FreezeReason[];
  /** Its requestId is taken by the handler, in a transaction that commits many calls together. */
  readonly isGroupCommitted?: true;
  readonly input: Input;
  readonly output: Output;
  readonly refusals: readonly Code[];
  /** Output fields that are secret: never stored for a replay. */
  readonly secretOutputs?: readonly string[];
  /** The output field that names the object made; answered by `already_applied` after the answer itself expired. */
  readonly objectId?: string;
  /** A stale token is treated as a visitor instead of answering 401 (login, register, forget, logout). */
  readonly staleTokenIsVisitor?: boolean;
  /** Token buckets for this call; every call also passes the shield of the whole account or address. */
  readonly limits?: readonly Limit[];
  /** It may walk through all that one person ever did: few of one person are under way at once, the rest wait in line. */
  readonly isLongRead?: true;
};

/**
 * At most `count` calls per `seconds`, counted per user (or address for visitors), per address, per device or per network
 * (of addresses: /24, in version 6 /48). What is counted per address is also counted per network, ten times as high.
 */
export type Limit = {
  readonly per: 'user' | 'address' | 'device' | 'network';
  readonly count: number;
  readonly seconds: number;
  /** Counted by each process for itself: for calls that are too many to count in the database. */
  readonly countedIn?: 'memory';
};

/** Nothing that is applied once may forget to say which freeze stops it. */
type Decided<Once extends boolean> = Once extends true ? { readonly frozenIn: FreezeArea | 'none' } : unknown;

export function endpoint<
  const Path extends string,
  const Who extends Access,
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Code extends string,
  const Once extends boolean,
>(
  definition: Endpoint<Path, Who, Input, Output, Code, Once> & Decided<Once>,
): Endpoint<Path, Who, Input, Output, Code, Once> {
  return definition;
}

/** Values that explain a refusal; they fill the placeholders of its text. Money as decimal strings, times as epoch ms. */
export type RefusalFacts = Readonly<Record<string, string | number | readonly string[]>>;

/** An expected "no", with a code the caller can act on. Returned, never thrown; the gateway rolls back its writes. */
export class Refusal<Code extends string = string> {
  readonly code: Code;
  readonly field: string | undefined;
  readonly facts: RefusalFacts;
  constructor(code: Code, facts: RefusalFacts = {}, field?: string) {
    this.code = code;
    this.facts = facts;
    this.field = field;
  }
}

export type InputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.input<E['output']>;
export type RefusalOf<E extends Endpoint> = E['refusals'][number];

/** The wire form of the input alone. */
export type WireFields<E extends Endpoint> = z.input<E['input']>;

/** What a client sends: the wire form of the input, with `requestId` where the call is applied once. */
export type WireInput<E extends Endpoint> = WireFields<E> &
  (E['idempotent'] extends true ? { readonly requestId: string } : unknown);
/** What a client gets back. */
export type WireOutput<E extends Endpoint> = z.output<E['output']>;

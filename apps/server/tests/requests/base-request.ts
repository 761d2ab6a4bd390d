/** What the authorisation matrix and the fuzzer must know of a call (base-requests.ts). */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireFields } from '@marigold/contract/endpoint';

import type { FieldKind } from '../hostile.ts';

/** What the table may refer to: people that exist and things that are theirs. */
export type RequestWorld = {
  readonly owner: {
    readonly token: string;
    readonly username: string;
    readonly billId: string;
    readonly payeeId: string;
    readonly exportId: string;
    readonly addressId: string;
    /** Bills of on-chain transfers: one that a case of risk holds, and one that may be taken back. */
    readonly payoutBillId: string;
    readonly waitingBillId: string;
    readonly caseId: string;
    /** A filled order in BTC_USDT, and its trade. */
    readonly orderId: string;
    readonly tradeId: string;
    /** An order of a verification that waits for its payment, and the number of a paid record. */
    readonly kycOrderId: string;
    readonly authNo: string;
    /** An application for a card that waits for its payment, a card that is active, and one that is not yet. */
    readonly applicationId: string;
    readonly cardId: string;
    readonly newCardId: string;
  };
  readonly other: { readonly id: string; readonly token: string; readonly username: string };
  /** The name of somebody both may pay. */
  readonly payee: string;
  /** Fresh terms for 20 USDT on a chain, of whoever is the owner in transfer/submit. */
  readonly quote: () => Promise<string>;
  /** A fresh order of the owner for a verification, too late to be paid. */
  readonly lateKycOrder: () => Promise<string>;
  /** Fresh wish of somebody to use an identity of the owner, who has not answered. */
  readonly kycBinding: () => Promise<string>;
  /** The secret of a fresh link with which a phone may take the photos of the owner's record. */
  readonly phoneLink: () => Promise<string>;
  /** The key of a phone that opened one, and a photo that it has uploaded. */
  readonly phonePhoto: () => Promise<{ readonly key: string; readonly fileId: string }>;
  /** A product of the card shop that neither the other nor whoever is the owner in card/apply has applied for. */
  readonly freeProduct: () => Promise<string>;
  /** A fresh application of whoever is the owner in card/apply/cancel, which was not paid. */
  readonly openApplication: () => Promise<string>;
  /** The owner's active card, of which this was wished last. */
  readonly wishedCard: (wish: 'active' | 'locked') => Promise<string>;
  /** A fresh order of the owner that waits in the book of BTC_USDT. */
  readonly openOrder: () => Promise<string>;
  /** A recovery of its own as far as this step needs it; its code is `recoveryCode`. */
  readonly ticket: (step: 'send' | 'verify' | 'reset') => Promise<string>;
  readonly recoveryCode: string;
  /** A log-in that waits on the device of the tests, with `recoveryCode` sent where the step needs it. */
  readonly loginTicket: (step: 'send' | 'second') => Promise<string>;
  /** Whose log-in it is. */
  readonly waitingUserId: string;
  /** Whoever logs in by a passkey. */
  readonly keyedUserId: string;
  /** A fresh ticket of a security notice, of somebody whom no other call needs. */
  readonly noticeTicket: () => Promise<string>;
  /** A log-in by the passkey of the one whose log-in waits. */
  readonly passkeyLogin: () => Promise<Input<'user/passkey/login'>>;
  readonly password: string;
  readonly payPassword: string;
  /** Makes a fresh value per call, for inputs that work only once (usernames, contacts). */
  readonly fresh: (prefix: string) => string;
  /** Sends a register code to the address and answers it. */
  readonly codeFor: (email: string) => Promise<string>;
  /** A bearer for one call of the path. */
  readonly ownerToken: (path: Path) => Promise<string>;
  readonly otherToken: (path: Path) => Promise<string>;
};

type Input<P extends Path> = WireFields<Contract[P]>;

export type BaseRequest<P extends Path> = {
  readonly input: (world: RequestWorld) => Promise<Input<P>> | Input<P>;
  /** What a visitor gets. */
  readonly visitor: 200 | 401 | 422;
  /** What another user gets who sends the owner's request: his own answer (200), or the 404 of a missing id. */
  readonly other: 200 | 404 | 422;
  /** What the valid request is refused with where more is needed than one request: a code from outside. */
  readonly refused?: Contract[P]['refusals'][number];
  /** The type of each field that may be changed, dotted for nested ones. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Fields that may be left out. */
  readonly optional?: readonly string[];
  /** Fields that may be null as well. */
  readonly nullable?: readonly string[];
  /** Fields that are right together only, so that changing one to another valid value is malformed as well. */
  readonly exclusive?: readonly string[];
};

/** The rows of some of the contract's paths. */
export type BaseRequests<Area extends string> = {
  readonly [P in Extract<Path, `${Area}/${string}`>]: BaseRequest<P>;
};

/** How the house asks a company that verifies identities. Adapters never throw: what went wrong is one of the answers. */
import type { KycItem, KycLabel } from './kyc-states.ts';

/**
 * `refused`, `isFinal`: decided about whom it was asked for; not so: the request itself was no good, and says nothing about
 * them. `absent`: the company knows of nothing by that id. `unknown`: it did not answer, or with something that says nothing.
 */
export type PartnerAnswer<Value> =
  | { readonly is: 'done'; readonly value: Value }
  | { readonly is: 'refused'; readonly reason: string; readonly isFinal: boolean }
  | { readonly is: 'absent' }
  | { readonly is: 'unknown' };

/** What is begun at the company's own page. */
export type HostedStart = {
  readonly requestId: string;
  /** Our record, by an id of ours that says nothing about its person. */
  readonly applicant: string;
  readonly level: 2 | 3;
  /** What is to be asked; the rest was accepted. */
  readonly items: readonly KycItem[];
  /** Where the page sends the person afterwards; nothing that stands in that address is believed. */
  readonly returnUrl: string;
  /** The language of the person, BCP 47. */
  readonly language: string;
};

/** Where the page is. `token` and `url` are secrets of the person; `expires` in epoch milliseconds. */
export type HostedPage = {
  readonly ref: string;
  readonly url: string;
  readonly expires: number;
};

/** What was given to the house is handed over for a check, without a page of the company. */
export type DirectSubmission = {
  readonly requestId: string;
  /** Our record, by an id of ours that says nothing about its person. */
  readonly applicant: string;
  /** What is to be checked now; the rest was accepted before. */
  readonly items: readonly KycItem[];
};

/** What was read off the document. Days are YYYY-MM-DD. */
export type ReadFields = {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthday: string;
  readonly nationality: string;
  readonly idType: 'idCard' | 'passport';
  readonly idNumber: string;
  readonly issuingRegion: string;
  /** Null: the document does not expire. */
  readonly expiry: string | null;
};

export type ItemVerdict = {
  readonly item: KycItem;
  readonly verdict: 'accepted' | 'again' | 'open';
  readonly label: KycLabel | null;
  /** What the company wrote for the person, in its own words; a quotation. */
  readonly words: string | null;
};

/**
 * How far a check is. `open`: its person is not done. `checking`: the company checks. `held`: one of its people looks.
 * `done`: `outcome` says how; `decidedAt` is the company's moment (epoch milliseconds), and the latest one counts.
 */
export type FoundReview = {
  readonly ref: string;
  readonly phase: 'open' | 'checking' | 'held' | 'done';
  readonly outcome: 'passed' | 'again' | 'final' | null;
  readonly items: readonly ItemVerdict[];
  readonly read: ReadFields | null;
  readonly decidedAt: number | null;
};

/** By the id of the record, which the company knows it by, or by its own. */
export type ReviewName = { readonly applicant: string } | { readonly ref: string };

export type HookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What everybody answers who checks identities: a company, or the house itself. */
export interface IdentityProvider {
  find(name: ReviewName): Promise<PartnerAnswer<FoundReview>>;
  /** Makes the company forget an applicant. Twice is the same as once. */
  erase(ref: string): Promise<PartnerAnswer<null>>;
  /**
   * Whether an event is signed by this company, and whom it is about. Undefined: it is not from there, and nothing of it
   * is stored. `about` is null for events that concern nobody of ours.
   */
  readEvent(
    raw: Buffer,
    headers: HookHeaders,
  ): { readonly about: { readonly applicant: string } | null } | undefined;
}

/** Takes documents on a page of its own. */
export interface HostedProvider extends IdentityProvider {
  /** Begins or goes on with the check of an applicant on the company's page. Twice is the same as once. */
  start(start: HostedStart): Promise<PartnerAnswer<HostedPage>>;
}

/** Takes what was given to the house. */
export interface DirectProvider extends IdentityProvider {
  /** The same request twice is the same as once; a later one about the same applicant is the next round. */
  submit(given: DirectSubmission): Promise<PartnerAnswer<{ readonly ref: string }>>;
}

/** How the house asks whether somebody stands on a list of sanctioned persons. Adapters never throw: silence is an answer. */

/** Somebody as they are compared with a list: as little as tells two people of one name apart. */
export type ScreenedPerson = {
  /** Every way in which the whole name may be written; at least one. */
  readonly names: readonly string[];
  /** YYYY-MM-DD. */
  readonly birthday: string;
  /** Two letters, ISO 3166-1. */
  readonly nationality: string;
};

export type ListHit = {
  /** What the list calls the entry; the same one in every version. */
  readonly listId: string;
  /** How alike they are, from 0 to 1. It orders what persons look at and decides nothing. */
  readonly score: number;
  /** As the list writes it. */
  readonly name: string;
  /** Which list, or lists, it is on. */
  readonly source: string;
};

/** `unknown`: the list could not be reached, or its answer says nothing. It is never the same as no hit. */
export type ScreeningAnswer =
  | { readonly is: 'done'; readonly listVersion: string; readonly hits: readonly ListHit[] }
  | { readonly is: 'unknown' };

export interface ScreeningList {
  /** Hits of every score. The version is at most as new as what was compared, so that nothing newer is left out. */
  screen(person: ScreenedPerson): Promise<ScreeningAnswer>;
  /** The version of the list now, at most `listVersionMax` characters; undefined: it cannot be reached. */
  version(): Promise<string | undefined>;
}

/** Identity 2.5: from this score on a person looks. Below it nothing is stored but the version of the list. */
export const heldFromScore = 0.7;
export const listVersionMax = 100;
/** What an entry may be called: it is typed by whoever decides about a hit. */
export const listIdPattern = /^[\w.:-]{1,100}$/;

/** What the build hands to the worker (scripts/pages/precache.ts): the files of this version, each with its digest. */

/** A path from the root and its `sha256-…`, which the browser checks: a file of another version is no part of this one. */
export type PrecachedFile = readonly [path: string, integrity: string];

export type Precache = {
  /** Changes with every file. */
  readonly version: string;
  /** What every reader needs. */
  readonly core: readonly PrecachedFile[];
  /** What one language adds: its texts, and its script's letters. */
  readonly languages: Readonly<Record<string, readonly PrecachedFile[]>>;
};

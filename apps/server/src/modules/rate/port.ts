/** Where rates come from. A source answers what it knows now; the service decides what is believed. */
export type SourceRate = {
  readonly asset: string;
  /** US dollars for one whole asset, decimal string above zero. */
  readonly usd: string;
  /** When the source saw that price, epoch milliseconds; absent: just now. */
  readonly time?: number | undefined;
  /** What only a source that makes its own prices knows; otherwise our own history says it. */
  readonly usd24hAgo?: string | undefined;
};

export type RateSource = {
  /** Names the source in logs and tables; each source has its own. */
  readonly name: string;
  /** Throws when the source is away; what was accepted before then ages and turns stale. */
  fetch(now: number): Promise<readonly SourceRate[]>;
};

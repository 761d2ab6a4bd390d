/** Where rates come from. A source answers what it knows now; the service stores it with its time. */
export type SourceRate = {
  readonly asset: string;
  /** US dollars for one whole asset, decimal string. */
  readonly usd: string;
  readonly usd24hAgo: string;
  /** Decimals that screens show of the price. */
  readonly decimals: number;
};

export type RateSource = {
  readonly name: string;
  /** Throws when the source is away; the stored rates then age and turn stale. */
  fetch(now: number): Promise<readonly SourceRate[]>;
};

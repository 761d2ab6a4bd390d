/** Where index prices come from. A source answers what it knows now; `index-price/` decides what is believed. */
export type SourcePrice = {
  /** The market: BTC_USDT. */
  readonly symbol: string;
  /** What one whole base asset costs in the quote asset, decimal string above zero. */
  readonly price: string;
  /** When the source saw that price, epoch milliseconds; absent: just now. */
  readonly time?: number | undefined;
};

export type PriceSource = {
  /** Names the source in logs; each source has its own. */
  readonly name: string;
  /** Throws when the source is away; what was accepted before then ages. */
  fetch(now: number): Promise<readonly SourcePrice[]>;
};

/** Index prices from a provider's HTTP endpoint: GET answers a JSON list of {symbol, price, time?}, as decimal strings. */
import { decimal, pair, time } from '@marigold/contract/fields';
import * as z from 'zod';

import type { PriceSource } from '../../modules/market/port.ts';
import { fetchPriceList, namedApart, priceListTimeoutMs, sourceName } from '../price-list.ts';

const pricesMax = 500;

/** `time`: when the provider saw that price, epoch milliseconds. What else a provider says is left unread. */
const Answer = z.array(z.object({ symbol: pair, price: decimal, time: time.optional() })).max(pricesMax);

/** A source for each address. */
export function createHttpPriceSources(urls: readonly string[]): readonly PriceSource[] {
  return namedApart(urls.map((url) => createHttpPrices({ url })));
}

export function createHttpPrices({
  url,
  timeoutMs = priceListTimeoutMs,
}: {
  readonly url: string;
  readonly timeoutMs?: number;
}): PriceSource {
  return {
    name: sourceName(url),
    fetch: async () => await fetchPriceList(url, { schema: Answer, timeoutMs }),
  };
}

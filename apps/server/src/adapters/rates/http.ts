/** Rates from a provider's HTTP endpoint: GET answers a JSON list of {asset, usd, time?}, money as decimal strings. */
import { decimal, time } from '@marigold/contract/fields';
import * as z from 'zod';

import type { RateSource } from '../../modules/rate/port.ts';
import { fetchPriceList, namedApart, priceListTimeoutMs, sourceName } from '../price-list.ts';

const ratesMax = 500;

/** `time`: when the provider saw that price, epoch milliseconds. What else a provider says is left unread. */
const Answer = z
  .array(z.object({ asset: z.string().max(20), usd: decimal, time: time.optional() }))
  .max(ratesMax);

/** A source for each address. */
export function createHttpRateSources(urls: readonly string[]): readonly RateSource[] {
  return namedApart(urls.map((url) => createHttpRates({ url })));
}

export function createHttpRates({
  url,
  timeoutMs = priceListTimeoutMs,
}: {
  readonly url: string;
  readonly timeoutMs?: number;
}): RateSource {
  return {
    name: sourceName(url),
    fetch: async () => await fetchPriceList(url, { schema: Answer, timeoutMs }),
  };
}

/** Rates from a provider's HTTP endpoint: GET answers a JSON list of {asset, usd, usd24hAgo, decimals}, money as decimal strings. */
import { decimal } from '@marigold/contract/fields';
import * as z from 'zod';

import type { RateSource } from '../../modules/rate/port.ts';

export const ratesTimeoutMs = 8_000;
const ratesMax = 200;

const Answer = z
  .array(z.object({ asset: z.string(), usd: decimal, usd24hAgo: decimal, decimals: z.int().min(0).max(8) }))
  .max(ratesMax);

/** The provider did not answer with rates; the stored ones age and turn stale, and limits then ask for a code. */
export class RatesUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The rate provider gave no rates: ${reason}`, { cause });
    this.name = 'RatesUnavailable';
  }
}

export function createHttpRates({
  url,
  timeoutMs = ratesTimeoutMs,
}: {
  readonly url: string;
  readonly timeoutMs?: number;
}): RateSource {
  return {
    name: new URL(url).host,
    async fetch() {
      let answer: unknown;
      try {
        const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
        if (!response.ok) throw new RatesUnavailable(`it answered ${response.status}`);
        answer = await response.json();
      } catch (error) {
        throw error instanceof RatesUnavailable
          ? error
          : new RatesUnavailable('it could not be reached', error);
      }
      const parsed = Answer.safeParse(answer);
      if (!parsed.success) throw new RatesUnavailable('its answer has another shape');
      return parsed.data;
    },
  };
}

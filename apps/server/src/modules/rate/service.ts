import { rateStaleMs } from '@marigold/contract/durations';
import { percentChangeHalfUp } from '@marigold/money/conversion';
import { divideHalfUp } from '@marigold/money/division';

import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Log } from '../../platform/process/log.ts';
import { demoRateSource } from './demo-source.ts';
import type { RateSource } from './port.ts';
import { refreshRates } from './refresh.ts';
import type { RateRow } from './store.ts';
import { listRateRows } from './store.ts';

/** Prices between two assets are divided with so many decimals before a change is measured. */
const crossDecimals = 18;

export type RatesDependencies = {
  readonly db: Database;
  /** Asked all at once; none is believed alone where there are two or more. Without any the demo source is asked. */
  readonly sources: readonly RateSource[];
  readonly clock: Clock;
  readonly log: Log;
};

export type Rates = {
  readonly handlers: Pick<Handlers, 'rate/list'>;
  /** The task `rates`. */
  readonly jobs: JobHandlers;
};

export function createRates({ db, sources, clock, log }: RatesDependencies): Rates {
  const known = sources.length === 0 ? [demoRateSource] : sources;
  return {
    handlers: { 'rate/list': listRates },
    jobs: { rates: async () => await refreshRates({ db, sources: known, log }, clock()) },
  };
}

const listRates: Handlers['rate/list'] = async ({ fiat = 'USD' }, { db, now }) => {
  const rates = await listRateRows(db);
  const quote = rates.find(({ code }) => code === fiat);
  if (quote === undefined) return { fiat, time: now, list: [] };
  const list = rates
    .filter(({ code }) => code !== fiat)
    .map((row) => {
      // A pair is as old as the older of its two prices, and stands on the fewer sources.
      const time = Math.min(row.fetched_at, quote.fetched_at);
      return {
        pair: `${row.code}_${fiat}`,
        base: row.code,
        quote: fiat,
        name: row.name,
        kind: row.kind,
        rate: divideHalfUp(row.usd, quote.usd, row.rate_decimals),
        decimals: row.rate_decimals,
        change24h: changeOf(row, quote),
        time,
        stale: now - time > rateStaleMs,
        sources:
          row.code === unit
            ? quote.sources
            : fiat === unit
              ? row.sources
              : Math.min(row.sources, quote.sources),
      };
    });
  return { fiat, time: now, list };
};

/** The currency that prices are told in has no sources of its own. */
const unit = 'USD';

/** The change of a pair over 24 hours in percent; null where either price of yesterday is not known. */
function changeOf(base: RateRow, quote: RateRow): string | null {
  if (base.usd_24h_ago === null || quote.usd_24h_ago === null) return null;
  return (
    percentChangeHalfUp(
      divideHalfUp(base.usd_24h_ago, quote.usd_24h_ago, crossDecimals),
      divideHalfUp(base.usd, quote.usd, crossDecimals),
    ) ?? null
  );
}

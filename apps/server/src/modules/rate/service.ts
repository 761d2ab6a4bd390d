import { percentChangeHalfUp } from '@marigold/money/conversion';
import { divideHalfUp } from '@marigold/money/division';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import type { RateSource } from './port.ts';
import { staleAfterMs } from './worth.ts';

type Row = {
  code: string;
  name: string;
  usd: string;
  usd_24h_ago: string;
  decimals: number;
  fetched_at: number;
};

/** Asks the source and stores what it says; the time is ours, so that a source cannot look fresher than it is. */
export async function refreshRates(db: Database, source: RateSource, now: number): Promise<void> {
  const rates = await source.fetch(now);
  await sql`
    insert into app.rate (asset, usd, usd_24h_ago, source, decimals, fetched_at)
    select said.asset, said.usd, said.usd_24h_ago, ${source.name}, said.decimals, ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(
      rates.map(({ asset, usd, usd24hAgo, decimals }) => ({ asset, usd, usd_24h_ago: usd24hAgo, decimals })),
    )}::jsonb) as said(asset text, usd numeric, usd_24h_ago numeric, decimals smallint)
    join app.asset on app.asset.code = said.asset
    on conflict (asset) do update set usd = excluded.usd, usd_24h_ago = excluded.usd_24h_ago, source = excluded.source,
      decimals = excluded.decimals, fetched_at = excluded.fetched_at`.execute(db);
}

export function createRates(): Pick<Handlers, 'rate/list'> {
  return {
    async 'rate/list'({ fiat = 'USD' }, { db, now }) {
      const found = await sql<Row>`
        select a.code, a.name, r.usd, r.usd_24h_ago, r.decimals, r.fetched_at
        from app.rate r join app.asset a on a.code = r.asset
        where a.is_open and (a.kind = 'coin' or a.code = ${fiat})
        order by a.position limit 200`.execute(db);
      const fiatRow = found.rows.find(({ code }) => code === fiat);
      if (fiatRow === undefined) return { fiat, time: now, list: [] };
      const list = found.rows
        .filter(({ code }) => code !== fiat)
        .map((row) => ({
          pair: `${row.code}_${fiat}`,
          base: row.code,
          quote: fiat,
          name: row.name,
          rate: divideHalfUp(row.usd, fiatRow.usd, row.decimals),
          decimals: row.decimals,
          change24h: percentChangeHalfUp(row.usd_24h_ago, row.usd) ?? '0.00',
          time: row.fetched_at,
          stale: now - Math.min(row.fetched_at, fiatRow.fetched_at) > staleAfterMs,
        }));
      return { fiat, time: now, list };
    },
  };
}

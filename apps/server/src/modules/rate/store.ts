/** Prices, what sources said of them, and prices that wait, as this module reads and writes them. */
import type { Queryable } from '@marigold/ledger/queryable';
import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { PruneStep } from '../../platform/database/prune.ts';
import type { RateVerdict } from './decide.ts';

/** US dollars for one whole asset. */
type Usd = { readonly asset: string; readonly usd: string };

/** Prices that were accepted after a moment. */
export async function listRatesSince(db: Database, since: Date): Promise<readonly Usd[]> {
  const found = await sql<Usd>`
    select asset, usd from app.rate where fetched_at > ${since}`.execute(db);
  return found.rows;
}

export async function listLastRates(db: Database): Promise<readonly Usd[]> {
  const found = await sql<Usd>`select asset, usd from app.rate`.execute(db);
  return found.rows;
}

/** A price with the asset that it is of. */
export type RateRow = {
  readonly code: string;
  readonly name: string;
  readonly kind: 'coin' | 'fiat';
  readonly rate_decimals: number;
  readonly usd: string;
  readonly usd_24h_ago: string | null;
  readonly sources: number;
  readonly fetched_at: number;
};

/** Of open assets, in the order in which they are shown. */
export async function listRateRows(db: Database): Promise<readonly RateRow[]> {
  const found = await sql<RateRow>`
        select a.code, a.name, a.kind, a.rate_decimals, r.usd, r.usd_24h_ago, r.sources, r.fetched_at
        from app.rate r join app.asset a on a.code = r.asset
        where a.is_open order by a.position limit 200`.execute(db);
  return found.rows;
}

/** Rounds of several processes follow each other, so that none is counted into another. Ends with the transaction. */
export async function lockRounds(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rates', 0))`.execute(db);
}

/** Undefined for a source that was never asked. */
export async function findIsAnswering(db: Database, source: string): Promise<boolean | undefined> {
  const before = await sql<{ is_answering: boolean }>`
    select is_answering from app.rate_source_state where source = ${source}`.execute(db);
  return before.rows[0]?.is_answering;
}

export async function upsertSourceState(
  db: Database,
  {
    source,
    isAnswering,
    since,
  }: { readonly source: string; readonly isAnswering: boolean; readonly since: Date },
): Promise<void> {
  await sql`
    insert into app.rate_source_state (source, is_answering, since) values (${source}, ${isAnswering}, ${since})
    on conflict (source) do update set is_answering = excluded.is_answering, since = excluded.since`.execute(
    db,
  );
}

/** An asset with the rule of its class, its price and what waits for confirmation. */
export type RuledAsset = {
  readonly code: string;
  readonly apart_percent: string;
  readonly jump_percent: string;
  readonly confirm_rounds: number;
  readonly usd: string | null;
  readonly jump_usd: string | null;
  readonly jump_rounds: number | null;
};

/** Every open asset but the one that prices are told in. */
export async function listRuledAssets(db: Database, unit: string): Promise<readonly RuledAsset[]> {
  const found = await sql<RuledAsset>`
    select a.code, c.apart_percent, c.jump_percent, c.confirm_rounds, r.usd, j.usd as jump_usd, j.rounds as jump_rounds
    from app.asset a join app.rate_class c on c.class = a.rate_class
      left join app.rate r on r.asset = a.code left join app.rate_jump j on j.asset = a.code
    where a.is_open and a.code <> ${unit} order by a.position limit 500`.execute(db);
  return found.rows;
}

/** What became of the last word of each source about an asset. */
export async function listVerdicts(db: Database, asset: string): Promise<ReadonlyMap<string, RateVerdict>> {
  const before = await sql<{ source: string; verdict: RateVerdict }>`
    select source, verdict from app.rate_source where asset = ${asset} limit 100`.execute(db);
  return new Map(before.rows.map(({ source, verdict }) => [source, verdict]));
}

export async function upsertOffer(
  db: Database,
  offer: Usd & { readonly source: string; readonly seenAt: Date; readonly verdict: RateVerdict },
): Promise<void> {
  await sql`
      insert into app.rate_source (source, asset, usd, seen_at, verdict)
      values (${offer.source}, ${offer.asset}, ${offer.usd}, ${offer.seenAt}, ${offer.verdict})
      on conflict (source, asset) do update set usd = excluded.usd, seen_at = excluded.seen_at,
        verdict = excluded.verdict`.execute(db);
}

export async function deleteJump(db: Database, asset: string): Promise<void> {
  await sql`delete from app.rate_jump where asset = ${asset}`.execute(db);
}

/** A jump that is new begins at `at`; another one keeps when it began. */
export async function upsertJump(
  db: Database,
  jump: Usd & {
    readonly sources: number;
    readonly rounds: number;
    readonly at: Date;
    readonly isNew: boolean;
  },
): Promise<void> {
  await sql`
    insert into app.rate_jump (asset, usd, sources, rounds, since, seen_at)
    values (${jump.asset}, ${jump.usd}, ${jump.sources}, ${jump.rounds}, ${jump.at}, ${jump.at})
    on conflict (asset) do update set usd = excluded.usd, sources = excluded.sources, rounds = excluded.rounds,
      seen_at = excluded.seen_at, since = case when ${jump.isNew} then excluded.since else rate_jump.since end`.execute(
    db,
  );
}

/** The newest price of a stretch of time, `from` itself left out. */
export async function findPriceWithin(
  db: Database,
  { asset, from, to }: { readonly asset: string; readonly from: Date; readonly to: Date },
): Promise<string | undefined> {
  const found = await sql<{ usd: string }>`
    select usd from app.rate_history
    where asset = ${asset} and at <= ${to} and at > ${from}
    order by at desc limit 1`.execute(db);
  return found.rows[0]?.usd;
}

export async function upsertRate(
  db: Database,
  rate: Usd & { readonly dayAgo: string | null; readonly sources: number; readonly at: Date },
): Promise<void> {
  await sql`
    insert into app.rate (asset, usd, usd_24h_ago, sources, fetched_at)
    values (${rate.asset}, ${rate.usd}, ${rate.dayAgo}, ${rate.sources}, ${rate.at})
    on conflict (asset) do update set usd = excluded.usd, usd_24h_ago = excluded.usd_24h_ago,
      sources = excluded.sources, fetched_at = excluded.fetched_at`.execute(db);
}

/** The first price of a step of history stays. */
export async function insertHistory(
  db: Database,
  { asset, at, usd }: Usd & { readonly at: Date },
): Promise<void> {
  await sql`
    insert into app.rate_history (asset, at, usd) values (${asset}, ${at}, ${usd})
    on conflict (asset, at) do nothing`.execute(db);
}

export type JumpRow = { readonly usd: string; readonly sources: number; readonly since: Date | number };

/** Makes the price that waits the price of an asset; undefined when none waits. */
export async function takeJump(db: Queryable, asset: string): Promise<JumpRow | undefined> {
  const { rows } = await db.query<JumpRow>(
    `with jump as (delete from app.rate_jump where asset = $1 returning asset, usd, sources, since, seen_at),
       taken as (
         insert into app.rate (asset, usd, sources, fetched_at) select asset, usd, sources, seen_at from jump
         on conflict (asset) do update set usd = excluded.usd, usd_24h_ago = null, sources = excluded.sources,
           fetched_at = excluded.fetched_at)
     select usd, sources, since from jump`,
    [asset],
  );
  return rows[0];
}

/** Prices of the last days are what a change over 24 hours is measured from. */
const ratesRetentionMs = 3 * dayMs;

export const pruneRates: readonly PruneStep[] = [
  ({ ago }) => sql`delete from app.rate_history where at < ${ago(ratesRetentionMs)}`,
  // A source that left the settings, or an asset that it no longer names.
  ({ ago }) => sql`delete from app.rate_source where seen_at < ${ago(ratesRetentionMs)}`,
];

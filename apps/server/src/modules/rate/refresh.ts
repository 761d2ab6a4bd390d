/**
 * One round: every source is asked at once, what each said is kept, and what is believed becomes the price. What is not
 * believed changes nothing: the accepted price ages, and turns stale after ten minutes.
 */
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { type Decision, decide, type Jump, type Rule, type Verdict } from './decide.ts';
import type { RateSource, SourceRate } from './port.ts';

/** The currency that prices are told in: one of it is worth one of it, whoever is silent. */
const unit = 'USD';
/** History keeps one price per so many milliseconds. */
const historyStepMs = 10 * minuteMs;

type Said = SourceRate & { readonly source: string; readonly heardAt: number };

type AssetRow = {
  code: string;
  apart_percent: string;
  jump_percent: string;
  confirm_rounds: number;
  usd: string | null;
  jump_usd: string | null;
  jump_rounds: number | null;
};

export type RoundDependencies = {
  readonly db: Database;
  readonly sources: readonly RateSource[];
  readonly log: Log;
};

/** Asks every source and writes what is believed. Never throws because of a source. */
export async function refreshRates({ db, sources, log }: RoundDependencies, now: number): Promise<void> {
  const answers = await Promise.all(sources.map(async (source) => await ask(source, now)));
  const said = answers.flatMap(({ rates }) => rates);
  await db.transaction().execute(async (round) => {
    // Two processes with the role `jobs` take turns, so that no round is counted into another.
    await sql`select pg_advisory_xact_lock(hashtextextended('rates', 0))`.execute(round);
    for (const answer of answers) await tellSilence(round, answer, { log, now });
    const assets = await readAssets(round);
    const decided = assets.map((asset) => ({
      asset,
      said: said.filter((one) => one.asset === asset.code),
    }));
    for (const { asset, said: offers } of decided) {
      const decision = decideOn(asset, offers, { configured: sources.length, now });
      await keepWhatWasSaid(round, { asset: asset.code, offers, decision, log });
      await act(round, { asset: asset.code, offers, decision, log });
    }
    await price(round, { asset: unit, usd: '1', sources: sources.length, time: now, dayAgo: '1' });
  });
}

type Answer = { readonly source: string; readonly rates: readonly Said[]; readonly error: unknown };

async function ask(source: RateSource, now: number): Promise<Answer> {
  try {
    const rates = await source.fetch(now);
    const said = rates.filter(isPlausible).map((rate) => ({
      ...rate,
      source: source.name,
      // A source cannot look fresher than the moment we asked it.
      heardAt: Math.min(rate.time ?? now, now),
    }));
    // The first word of a source about an asset counts.
    const first = new Map(said.toReversed().map((rate) => [rate.asset, rate]));
    return { source: source.name, rates: [...first.values()], error: undefined };
  } catch (error) {
    return { source: source.name, rates: [], error };
  }
}

/** What the table takes; anything else counts as not said. */
function isPlausible({ usd, usd24hAgo = usd }: SourceRate): boolean {
  return [usd, usd24hAgo].every((text) => /^\d{1,15}(\.\d{1,18})?$/.test(text) && /[1-9]/.test(text));
}

/** Says once that a source fell silent, and once that it is back. */
async function tellSilence(
  db: Database,
  { source, error }: Answer,
  { log, now }: { readonly log: Log; readonly now: number },
): Promise<void> {
  const isAnswering = error === undefined;
  const before = await sql<{ is_answering: boolean }>`
    select is_answering from app.rate_source_state where source = ${source}`.execute(db);
  const was = before.rows[0]?.is_answering;
  if (was === isAnswering) return;
  await sql`
    insert into app.rate_source_state (source, is_answering, since) values (${source}, ${isAnswering}, ${new Date(now)})
    on conflict (source) do update set is_answering = excluded.is_answering, since = excluded.since`.execute(
    db,
  );
  if (!isAnswering) log.warn({ source, err: error }, 'a rate source does not answer');
  else if (was === false) log.warn({ source }, 'a rate source answers again');
}

async function readAssets(db: Database): Promise<readonly AssetRow[]> {
  const found = await sql<AssetRow>`
    select a.code, c.apart_percent, c.jump_percent, c.confirm_rounds, r.usd, j.usd as jump_usd, j.rounds as jump_rounds
    from app.asset a join app.rate_class c on c.class = a.rate_class
      left join app.rate r on r.asset = a.code left join app.rate_jump j on j.asset = a.code
    where a.is_open and a.code <> ${unit} order by a.position limit 500`.execute(db);
  return found.rows;
}

function decideOn(
  asset: AssetRow,
  said: readonly Said[],
  { configured, now }: { readonly configured: number; readonly now: number },
): Decision {
  const rule: Rule = {
    apartPercent: asset.apart_percent,
    jumpPercent: asset.jump_percent,
    confirmRounds: asset.confirm_rounds,
  };
  const jump: Jump | undefined =
    asset.jump_usd === null ? undefined : { usd: asset.jump_usd, rounds: asset.jump_rounds ?? 1 };
  const offers = said.map(({ source, usd, heardAt }) => ({ source, usd, time: heardAt }));
  return decide({ rule, configured, offers, accepted: asset.usd ?? undefined, jump, now });
}

type Decided = {
  readonly asset: string;
  readonly offers: readonly Said[];
  readonly decision: Decision;
  readonly log: Log;
};

/** Keeps each source's word with what became of it; a source that begins to lie apart or behind is told once. */
async function keepWhatWasSaid(db: Database, { asset, offers, decision, log }: Decided): Promise<void> {
  if (offers.length === 0) return;
  const before = await sql<{ source: string; verdict: Verdict }>`
    select source, verdict from app.rate_source where asset = ${asset} limit 100`.execute(db);
  const was = new Map(before.rows.map(({ source, verdict }) => [source, verdict]));
  for (const { source, usd, heardAt } of offers) {
    const verdict = decision.verdicts.get(source) ?? 'late';
    await sql`
      insert into app.rate_source (source, asset, usd, seen_at, verdict)
      values (${source}, ${asset}, ${usd}, ${new Date(heardAt)}, ${verdict})
      on conflict (source, asset) do update set usd = excluded.usd, seen_at = excluded.seen_at,
        verdict = excluded.verdict`.execute(db);
    if (verdict !== 'taken' && was.get(source) !== verdict)
      log.warn({ source, asset, verdict }, 'what a rate source says is not taken');
  }
}

async function act(db: Database, { asset, offers, decision, log }: Decided): Promise<void> {
  const { outcome } = decision;
  if (outcome.kind === 'none') return;
  const { usd, sources, time } = outcome.level;
  if (outcome.kind === 'accept') {
    await sql`delete from app.rate_jump where asset = ${asset}`.execute(db);
    const own = offers.find(({ source }) => decision.verdicts.get(source) === 'taken')?.usd24hAgo;
    const dayAgo = own ?? (await priceOfYesterday(db, asset, time));
    await price(db, { asset, usd, sources, time, dayAgo });
    return;
  }
  if (outcome.isNew) log.warn({ asset, sources }, 'a price jumped and waits for confirmation');
  await sql`
    insert into app.rate_jump (asset, usd, sources, rounds, since, seen_at)
    values (${asset}, ${usd}, ${sources}, ${outcome.rounds}, ${new Date(time)}, ${new Date(time)})
    on conflict (asset) do update set usd = excluded.usd, sources = excluded.sources, rounds = excluded.rounds,
      seen_at = excluded.seen_at, since = case when ${outcome.isNew} then excluded.since else rate_jump.since end`.execute(
    db,
  );
}

/** How much older than 24 hours a price may be to count as that of yesterday; none is better than a wrong one. */
const yesterdayToleranceMs = hourMs;

async function priceOfYesterday(db: Database, asset: string, time: number): Promise<string | undefined> {
  const found = await sql<{ usd: string }>`
    select usd from app.rate_history
    where asset = ${asset} and at <= ${new Date(time - dayMs)} and at > ${new Date(time - dayMs - yesterdayToleranceMs)}
    order by at desc limit 1`.execute(db);
  return found.rows[0]?.usd;
}

type Price = {
  readonly asset: string;
  readonly usd: string;
  readonly sources: number;
  readonly time: number;
  readonly dayAgo: string | undefined;
};

async function price(db: Database, { asset, usd, sources, time, dayAgo }: Price): Promise<void> {
  await sql`
    insert into app.rate (asset, usd, usd_24h_ago, sources, fetched_at)
    values (${asset}, ${usd}, ${dayAgo ?? null}, ${sources}, ${new Date(time)})
    on conflict (asset) do update set usd = excluded.usd, usd_24h_ago = excluded.usd_24h_ago,
      sources = excluded.sources, fetched_at = excluded.fetched_at`.execute(db);
  const step = new Date(Math.floor(time / historyStepMs) * historyStepMs);
  await sql`
    insert into app.rate_history (asset, at, usd) values (${asset}, ${step}, ${usd})
    on conflict (asset, at) do nothing`.execute(db);
}

/**
 * One round: every source is asked at once, what each said is kept, and what is believed becomes the price. What is not
 * believed changes nothing: the accepted price ages, and turns stale after ten minutes.
 */
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';

import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/process/log.ts';
import { type RateDecision, decideRate, type Jump, type RateRule } from './decide.ts';
import type { RateSource, SourceRate } from './port.ts';
import type { RuledAsset } from './store.ts';
import {
  deleteJump,
  findIsAnswering,
  findPriceWithin,
  insertHistory,
  listRuledAssets,
  listVerdicts,
  lockRounds,
  upsertJump,
  upsertOffer,
  upsertRate,
  upsertSourceState,
} from './store.ts';

/** The currency that prices are told in: one of it is worth one of it, whoever is silent. */
const unit = 'USD';
/** History keeps one price per so many milliseconds. */
const historyStepMs = 10 * minuteMs;

type HeardRate = SourceRate & { readonly source: string; readonly heardAt: number };

export type RateRoundDependencies = {
  readonly db: Database;
  readonly sources: readonly RateSource[];
  readonly log: Log;
};

/** Asks every source and writes what is believed. Never throws because of a source. */
export async function refreshRates({ db, sources, log }: RateRoundDependencies, now: number): Promise<void> {
  const answers = await Promise.all(sources.map(async (source) => await ask(source, now)));
  const heard = answers.flatMap(({ rates }) => rates);
  await db.transaction().execute(async (round) => {
    // Two processes with the role `jobs` take turns.
    await lockRounds(round);
    for (const answer of answers) await warnOfSilence(round, answer, { log, now });
    const assets = await listRuledAssets(round, unit);
    const decided = assets.map((asset) => ({
      asset,
      heard: heard.filter((one) => one.asset === asset.code),
    }));
    for (const { asset, heard: offers } of decided) {
      const decision = decideOn(asset, offers, { configured: sources.length, now });
      await storeHeard(round, { asset: asset.code, offers, decision, log });
      await act(round, { asset: asset.code, offers, decision, log });
    }
    await price(round, { asset: unit, usd: '1', sources: sources.length, time: now, dayAgo: '1' });
  });
}

type Answer = { readonly source: string; readonly rates: readonly HeardRate[]; readonly error: unknown };

async function ask(source: RateSource, now: number): Promise<Answer> {
  try {
    const rates = await source.fetch(now);
    const heard = rates.filter(isPlausible).map((rate) => ({
      ...rate,
      source: source.name,
      // A source cannot look fresher than the moment we asked it.
      heardAt: Math.min(rate.time ?? now, now),
    }));
    // The first word of a source about an asset counts.
    const first = new Map(heard.toReversed().map((rate) => [rate.asset, rate]));
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
async function warnOfSilence(
  db: Database,
  { source, error }: Answer,
  { log, now }: { readonly log: Log; readonly now: number },
): Promise<void> {
  const isAnswering = error === undefined;
  const was = await findIsAnswering(db, source);
  if (was === isAnswering) return;
  await upsertSourceState(db, { source, isAnswering, since: new Date(now) });
  if (!isAnswering) log.warn({ source, err: error }, 'a rate source does not answer');
  else if (was === false) log.warn({ source }, 'a rate source answers again');
}

function decideOn(
  asset: RuledAsset,
  heard: readonly HeardRate[],
  { configured, now }: { readonly configured: number; readonly now: number },
): RateDecision {
  const rule: RateRule = {
    apartPercent: asset.apart_percent,
    jumpPercent: asset.jump_percent,
    confirmRounds: asset.confirm_rounds,
  };
  const jump: Jump | undefined =
    asset.jump_usd === null ? undefined : { usd: asset.jump_usd, rounds: asset.jump_rounds ?? 1 };
  const offers = heard.map(({ source, usd, heardAt }) => ({ source, usd, time: heardAt }));
  return decideRate({ rule, configured, offers, accepted: asset.usd ?? undefined, jump, now });
}

type Decided = {
  readonly asset: string;
  readonly offers: readonly HeardRate[];
  readonly decision: RateDecision;
  readonly log: Log;
};

/** Keeps each source's word with what became of it; a source that begins to lie apart or behind is told once. */
async function storeHeard(db: Database, { asset, offers, decision, log }: Decided): Promise<void> {
  if (offers.length === 0) return;
  const was = await listVerdicts(db, asset);
  for (const { source, usd, heardAt } of offers) {
    const verdict = decision.verdicts.get(source) ?? 'late';
    await upsertOffer(db, { source, asset, usd, seenAt: new Date(heardAt), verdict });
    if (verdict !== 'taken' && was.get(source) !== verdict)
      log.warn({ source, asset, verdict }, 'what a rate source says is not taken');
  }
}

async function act(db: Database, { asset, offers, decision, log }: Decided): Promise<void> {
  const { outcome } = decision;
  if (outcome.kind === 'none') return;
  const { usd, sources, time } = outcome.level;
  if (outcome.kind === 'accept') {
    await deleteJump(db, asset);
    const own = offers.find(({ source }) => decision.verdicts.get(source) === 'taken')?.usd24hAgo;
    const dayAgo = own ?? (await priceOfYesterday(db, asset, time));
    await price(db, { asset, usd, sources, time, dayAgo });
    return;
  }
  if (outcome.isNew) log.warn({ asset, sources }, 'a price jumped and waits for confirmation');
  const { isNew, rounds } = outcome;
  await upsertJump(db, { asset, usd, sources, rounds, at: new Date(time), isNew });
}

/** How much older than 24 hours a price may be to count as that of yesterday; none is better than a wrong one. */
const yesterdayToleranceMs = hourMs;

async function priceOfYesterday(db: Database, asset: string, time: number): Promise<string | undefined> {
  const from = new Date(time - dayMs - yesterdayToleranceMs);
  return await findPriceWithin(db, { asset, from, to: new Date(time - dayMs) });
}

type Price = {
  readonly asset: string;
  readonly usd: string;
  readonly sources: number;
  readonly time: number;
  readonly dayAgo: string | undefined;
};

async function price(db: Database, { asset, usd, sources, time, dayAgo }: Price): Promise<void> {
  await upsertRate(db, { asset, usd, dayAgo: dayAgo ?? null, sources, at: new Date(time) });
  const step = new Date(Math.floor(time / historyStepMs) * historyStepMs);
  await insertHistory(db, { asset, at: step, usd });
}

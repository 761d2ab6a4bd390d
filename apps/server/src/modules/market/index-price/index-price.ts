/**
 * The index: what the world outside pays for a base asset, by which limit prices are bounded. The median of the sources
 * that answer freshly and agree; one that lies apart is left out, and a jump waits until it is confirmed (decision 23).
 */
import { minuteMs } from '@marigold/money/spans';

import type { Database } from '../../../platform/database/database.ts';
import { type Leased, runLeased } from '../../../platform/jobs/leased.ts';
import type { Log } from '../../../platform/process/log.ts';
import { decideRate, type Jump, type RateRule, type RateVerdict } from '../../rate/decide.ts';
import type { PriceSource, SourcePrice } from '../port.ts';
import type { IndexRow, MarketIndex } from './store.ts';
import { listFreshIndexes, listMarketIndexes, upsertIndexes } from './store.ts';

/** An index that was seen longer ago bounds nothing any more: orders that need it are refused. */
export const indexFreshMs = 60_000;
const refreshEveryMs = 2_000;
/** After so long without an accepted price the next one is as good as a first one: a majority is enough. */
const forgottenAfterMs = 10 * minuteMs;
const rule: RateRule = { apartPercent: '2', jumpPercent: '10', confirmRounds: 5 };

export type IndexDependencies = {
  readonly db: Database;
  /** Asked all at once; none is believed alone where there are two or more. */
  readonly sources: readonly PriceSource[];
  readonly log: Log;
};

export type Index = { readonly refresh: (now: number) => Promise<void> };

type HeardPrice = SourcePrice & { readonly source: string; readonly heardAt: number };
/** What one process remembers from round to round: jumps that wait, and what was told already. */
export function createIndex({ db, sources, log }: IndexDependencies): Index {
  const jumps = new Map<string, Jump>();
  const verdicts = new Map<string, RateVerdict>();
  const silent = new Set<string>();

  async function ask(source: PriceSource, now: number): Promise<readonly HeardPrice[]> {
    try {
      const prices = await source.fetch(now);
      if (silent.delete(source.name)) log.warn({ source: source.name }, 'an index source answers again');
      return prices.filter(isPlausible).map((price) => ({
        ...price,
        source: source.name,
        // A source cannot look fresher than the moment we asked it.
        heardAt: Math.min(price.time ?? now, now),
      }));
    } catch (error) {
      if (!silent.has(source.name))
        log.warn({ source: source.name, err: error }, 'an index source does not answer');
      silent.add(source.name);
      return [];
    }
  }

  function logVerdict(symbol: string, source: string, verdict: RateVerdict): void {
    const key = `${source} ${symbol}`;
    if (verdict !== 'taken' && verdicts.get(key) !== verdict)
      log.warn({ source, symbol, verdict }, 'what an index source says is not taken');
    verdicts.set(key, verdict);
  }

  function believe(
    { symbol, price, seen_at: seenAt }: MarketIndex,
    heard: readonly HeardPrice[],
    now: number,
  ): IndexRow | undefined {
    // The first word of a source about a market counts. `decideRate` calls every price `usd`.
    const first = new Map(heard.toReversed().map((one) => [one.source, one]));
    const offers = [...first.values()].map((one) => ({
      source: one.source,
      usd: one.price,
      time: one.heardAt,
    }));
    const isRemembered = price !== null && seenAt !== null && now - seenAt <= forgottenAfterMs;
    const decision = decideRate({
      rule,
      configured: sources.length,
      offers,
      accepted: isRemembered ? price : undefined,
      jump: jumps.get(symbol),
      now,
    });
    for (const [source, verdict] of decision.verdicts) logVerdict(symbol, source, verdict);
    const { outcome } = decision;
    if (outcome.kind === 'none') return undefined;
    if (outcome.kind === 'wait') {
      if (outcome.isNew) log.warn({ symbol }, 'an index price jumped and waits for confirmation');
      jumps.set(symbol, { usd: outcome.level.usd, rounds: outcome.rounds });
      return undefined;
    }
    jumps.delete(symbol);
    return { symbol, price: outcome.level.usd, sources: outcome.level.sources, time: outcome.level.time };
  }

  return {
    async refresh(now) {
      const answers = await Promise.all(sources.map(async (source) => await ask(source, now)));
      const heard = answers.flat();
      const markets = await listMarketIndexes(db);
      const rows = markets.flatMap(
        (market) =>
          believe(
            market,
            heard.filter(({ symbol }) => symbol === market.symbol),
            now,
          ) ?? [],
      );
      await upsertIndexes(db, rows);
    },
  };
}

/** Refreshes the index again and again, in one process at a time. */
export function startIndex(dependencies: IndexDependencies & { readonly clock: () => number }): Leased {
  const { db, log, clock } = dependencies;
  const index = createIndex(dependencies);
  return runLeased({
    db,
    name: 'index-price',
    everyMs: refreshEveryMs,
    round: async () => await index.refresh(clock()),
    log,
  });
}

/** The index of each market that has a fresh one, as decimal strings. */
export async function freshIndexes(db: Database, now: number): Promise<ReadonlyMap<string, string>> {
  return await listFreshIndexes(db, new Date(now - indexFreshMs));
}

/** What the table takes; anything else counts as not said. */
function isPlausible({ price }: SourcePrice): boolean {
  return /^\d{1,15}(\.\d{1,18})?$/.test(price) && /[1-9]/.test(price);
}

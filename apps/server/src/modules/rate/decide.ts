/**
 * The price of one asset in one round: the median of the sources that answered freshly, without those too far from it;
 * one that jumps is not used before it is confirmed. Pure: the sources' prices go in, what to write comes out.
 */
import { isApart, medianHalfUp } from '@marigold/money/median';

/** A price that its source saw longer ago is not fresh (reliability.md 8, row 22). */
export const freshMs = 30_000;
/** With two sources or more, one alone is never believed. */
const agreeingMin = 2;

export type RateRule = {
  readonly apartPercent: string;
  readonly jumpPercent: string;
  readonly confirmRounds: number;
};

/** What one source says of one asset. `time` is never later than now. */
export type Offer = { readonly source: string; readonly usd: string; readonly time: number };

export type RateVerdict = 'taken' | 'apart' | 'late';

export type Jump = { readonly usd: string; readonly rounds: number };

/** One price and who stands behind it; its time is that of the oldest of them. */
export type RateLevel = { readonly usd: string; readonly sources: number; readonly time: number };

export type RateDecision = {
  readonly verdicts: ReadonlyMap<string, RateVerdict>;
  /** `none`: too few agree, nothing is written and the accepted price ages. */
  readonly outcome:
    | { readonly kind: 'accept'; readonly level: RateLevel }
    | { readonly kind: 'wait'; readonly level: RateLevel; readonly rounds: number; readonly isNew: boolean }
    | { readonly kind: 'none' };
};

export type RateQuestion = {
  readonly rule: RateRule;
  /** How many sources the settings name. */
  readonly configured: number;
  readonly offers: readonly Offer[];
  /** The price that was accepted last, however long ago; undefined for the first one. */
  readonly accepted: string | undefined;
  readonly jump: Jump | undefined;
  readonly now: number;
};

export function decideRate({ rule, configured, offers, accepted, jump, now }: RateQuestion): RateDecision {
  const fresh = offers.filter(({ time }) => now - time <= freshMs);
  const middle = fresh.length === 0 ? undefined : medianHalfUp(fresh.map(({ usd }) => usd));
  const agreeing = fresh.filter(
    ({ usd }) => middle !== undefined && !isApart(usd, middle, rule.apartPercent),
  );
  const verdicts = new Map(
    offers.map((offer) => [
      offer.source,
      !fresh.includes(offer) ? 'late' : agreeing.includes(offer) ? 'taken' : 'apart',
    ]),
  ) satisfies ReadonlyMap<string, RateVerdict>;
  if (agreeing.length < Math.min(agreeingMin, configured)) return { verdicts, outcome: { kind: 'none' } };
  const level: RateLevel = {
    usd: medianHalfUp(agreeing.map(({ usd }) => usd)),
    sources: agreeing.length,
    time: Math.min(...agreeing.map(({ time }) => time)),
  };
  return { verdicts, outcome: weigh(level, { rule, configured, accepted, jump }) };
}

type Weighing = Pick<RateQuestion, 'rule' | 'configured' | 'accepted' | 'jump'>;

function weigh(level: RateLevel, { rule, configured, accepted, jump }: Weighing): RateDecision['outcome'] {
  const majority = Math.floor(configured / 2) + 1;
  if (accepted === undefined) {
    // There is nothing to compare the first price with: it needs a majority.
    return level.sources >= majority ? { kind: 'accept', level } : { kind: 'none' };
  }
  if (!isApart(level.usd, accepted, rule.jumpPercent)) return { kind: 'accept', level };
  const stays = jump !== undefined && !isApart(level.usd, jump.usd, rule.apartPercent);
  const rounds = stays ? jump.rounds + 1 : 1;
  // A source that is alone cannot confirm itself: then a person does (operator command accept-rate).
  const isQuorum = level.sources >= Math.max(majority, agreeingMin);
  return isQuorum && rounds >= rule.confirmRounds
    ? { kind: 'accept', level }
    : { kind: 'wait', level, rounds: isQuorum ? rounds : 1, isNew: !stays };
}

import type { explainAsset } from '@marigold/contract/calls/wallet';
/** The arithmetic of "explain this balance": what the entries on screen add up to. Pure. */
import type { WireOutput } from '@marigold/contract/endpoint';
import { formatUnits, parseUnits } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';

/** One entry of wallet/asset/explain. */
export type ExplainedEntry = WireOutput<typeof explainAsset>['list'][number];

export type Sum = {
  /** What the entries change together: a decimal string, negative with an ASCII minus. */
  readonly sum: string;
  /** The balance before the oldest of them. */
  readonly before: string;
};

/** Adds up entries of one asset, newest first. No entry adds up to zero. */
export function sumOfPostings(postings: readonly ExplainedEntry[], scale: number): Sum {
  const sum = postings.reduce((units, { delta }) => units + signedUnits(delta, scale), 0n);
  const oldest = postings.at(-1);
  const before =
    oldest === undefined ? 0n : signedUnits(oldest.after, scale) - signedUnits(oldest.delta, scale);
  return { sum: formatUnits(sum, scale), before: formatUnits(before, scale) };
}

/** Units of a decimal string that may be below zero. */
function signedUnits(decimal: string, scale: number): bigint {
  const isNegative = decimal.startsWith('-');
  const units = parseUnits(isNegative ? decimal.slice(1) : decimal, scale);
  assert(units !== undefined, `an entry has at most ${scale} decimals`);
  return isNegative ? -units : units;
}

/** The kinds of journal that have words of their own; the others are "other". */
const knownKinds = ['correction', 'demo', 'deposit', 'hold', 'release', 'reversal', 'transfer'] as const;

/** The last part of the text id of a journal's kind. */
export function kindName(kind: string): (typeof knownKinds)[number] | 'other' {
  return knownKinds.find((known) => known === kind) ?? 'other';
}

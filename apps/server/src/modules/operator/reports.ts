/** What a command prints: what was done, or why not, in English. */
import type { Operation } from '@marigold/operations/operation';
import type { OperationName, Operations } from '@marigold/operations/operations';

import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import type { ChainOf } from '../chain/operations.ts';
import type { Words } from './command.ts';
import type { PrintedLines, ReportsOf, Sentence } from './report.ts';
import { cardReports } from './reports/card.ts';
import { chainReports } from './reports/chain.ts';
import { depositReports } from './reports/deposit.ts';
import { houseReports } from './reports/house.ts';
import { kycReports } from './reports/kyc.ts';
import { marketReports } from './reports/market.ts';
import { payoutReports } from './reports/payout.ts';
import { personReports } from './reports/person.ts';
import type { CommonRefusal, RunResult } from './runner.ts';

const reports = {
  ...houseReports,
  ...payoutReports,
  ...chainReports,
  ...depositReports,
  ...marketReports,
  ...personReports,
  ...kycReports,
  ...cardReports,
} as const satisfies ReportsOf<Operations, OperationName>;

type Reports = typeof reports;

/** A deed for every operation, which answers what its report tells. A missing one does not compile. */
export type Deeds = {
  readonly [Name in OperationName]: Deed<Operations[Name], FactsOf<Parameters<Reports[Name]['done']>>>;
};

type FactsOf<Given extends readonly unknown[]> = Given extends readonly [infer Facts, ...(readonly unknown[])]
  ? Facts
  : undefined;

/** Of every operation: before its deed, or instead of it. */
const common: Readonly<Record<CommonRefusal, (facts: RefusedDeed['facts']) => string>> = {
  unreadable: ({ why }) => String(why),
  stranger: ({ name }) => `The key of ${String(name)} is not right.`,
  too_few: ({ needed }) =>
    needed === 1 ? 'The first person must agree (--by).' : 'Two persons must agree (--by, --second).',
  no_answer: ({ why }) => String(why),
};

function isCommon(code: string): code is CommonRefusal {
  return Object.hasOwn(common, code);
}

/** The lines that are printed about an operation that was done or refused. */
export async function reportLines(
  { name }: Operation<OperationName>,
  words: Words,
  answer: RunResult | RefusedDeed,
  chainOf: ChainOf,
): Promise<readonly string[]> {
  const { done, no } = reports[name];
  if (!(answer instanceof RefusedDeed))
    return listOf(await done(answer.facts as never, words as never, chainOf));
  const { code, facts } = answer;
  if (isCommon(code)) return [common[code](facts)];
  const sentence = (no as Readonly<Record<string, Sentence<Operation>>>)[code];
  if (sentence === undefined) throw new Error(`Broken: ${name} has no words for ${code}`);
  return listOf(typeof sentence === 'string' ? sentence : sentence(words as never, facts));
}

function listOf(lines: PrintedLines): readonly string[] {
  return typeof lines === 'string' ? [lines] : lines;
}

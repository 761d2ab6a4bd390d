/** The answers to a case as they are typed, and what is still missing of them. Pure. */
import { riskAnswerMax } from '@marigold/contract/limits';

import type { RiskDetail } from '../../domain/chain/chain-queries.ts';

export type Ask = RiskDetail['asks'][number];
/** Asks that are answered by words; documents are answered by pictures. */
export type CaseQuestion = Exclude<Ask, 'document'>;
export type Texts = Readonly<Partial<Record<CaseQuestion, string>>>;

export function questionsOf(asks: readonly Ask[]): readonly CaseQuestion[] {
  return asks.filter((ask): ask is CaseQuestion => ask !== 'document');
}

/** What was answered before stands in the fields again. */
export function startOf({ answers }: Pick<RiskDetail, 'answers'>): Texts {
  return Object.fromEntries(answers.map(({ ask, text }) => [ask, text]));
}

export type Missing = Readonly<Partial<Record<Ask, 'missing' | 'long'>>>;

/** What keeps the answers from being sent, by ask. */
export function findMissing(asks: readonly Ask[], texts: Texts, fileCount: number): Missing {
  const missing: Partial<Record<Ask, 'missing' | 'long'>> = {};
  for (const ask of questionsOf(asks)) {
    const text = texts[ask] ?? '';
    if (text.trim() === '') missing[ask] = 'missing';
    else if (text.length > riskAnswerMax) missing[ask] = 'long';
  }
  if (asks.includes('document') && fileCount === 0) missing.document = 'missing';
  return missing;
}

/** Control characters and overrides that could make an answer read as something else; lines stay. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** An answer as it is sent. */
export function readAnswerText(typed: string): string {
  return typed
    .replaceAll('\r\n', '\n')
    .replaceAll(unseen, (char) => (char === '\n' || char === '\t' ? char : ' '))
    .toWellFormed()
    .trim();
}

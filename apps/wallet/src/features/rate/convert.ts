/** The converter's arithmetic: what was typed on one side, and what it comes to on the other. */
import { convertBackByPairHalfUp, convertByPairHalfUp } from '@marigold/money/conversion';
import { type EntryReason, readEntry } from '@marigold/money/entry';

import type { LanguageId } from '../../lib/text/i18n.ts';

export type ConvertSide = 'base' | 'quote';

export type TypedAmount = { readonly side: ConvertSide; readonly text: string };

export type Pair = {
  /** `BTC_USD`. */
  readonly key: string;
  readonly quote: string;
  readonly rate: string;
  /** Decimals that say something of the base. */
  readonly baseDecimals: number;
};

export type Converted =
  | { readonly ok: true; readonly other: string }
  | { readonly ok: false; readonly reason: EntryReason };

/** Typed amounts are read as exactly as any; an estimate needs no more. */
const decimalsMax = 18;
/** Spec 9: conversions have two decimals. */
const decimalsMin = 2;

/** The other side of what was typed, as this reader would type it; '' while nothing is typed or no rate is known. */
export function convert(
  { side, text }: TypedAmount,
  pair: Pair | undefined,
  language: LanguageId,
): Converted {
  const entry = readEntry(text, language, decimalsMax);
  if (!entry.ok) return entry.reason === 'empty' ? { ok: true, other: '' } : entry;
  if (pair === undefined) return { ok: true, other: '' };
  const rates = { [pair.quote]: pair.rate };
  const other =
    side === 'base'
      ? convertByPairHalfUp(entry.decimal, pair.key, rates)
      : convertBackByPairHalfUp(entry.decimal, pair.key, rates, Math.max(pair.baseDecimals, decimalsMin));
  return { ok: true, other: (other ?? '').replace('.', language === 'ru' ? ',' : '.') };
}

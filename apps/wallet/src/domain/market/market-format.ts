/** Volumes, worths and times of a market as this reader expects them. */
import type { CandleInterval, Market } from '@marigold/contract/calls/market';
import { abbreviateFloor } from '@marigold/money/abbreviation';
import { formatUnits, mulDivHalfUp } from '@marigold/money/amount';
import { formatDateTime } from '@marigold/money/dates';
import { getDecimal } from '@marigold/money/decimal';

import { fiatText, numberText } from '../../lib/text/format.ts';
import { currentLanguage, languages } from '../../lib/text/i18n.ts';

/** A volume, in thousands or millions where it is large (spec 9). */
export function volumeText(volume: string): string {
  const { decimal, suffix } = abbreviateFloor(volume);
  return numberText(decimal) + suffix;
}

/** Which way a change goes; nothing moved at zero. */
export function changeTone(change: string | null): 'up' | 'down' | 'plain' {
  if (change === null || !/[1-9]/.test(change)) return 'plain';
  return change.startsWith('-') ? 'down' : 'up';
}

/** Decimals of the worth of one whole asset: the smaller, the more of them say something. */
function worthDecimals(worth: number, fiat: string): number {
  if (worth >= 100) return fiat === 'JPY' ? 0 : 2;
  return worth >= 0.01 ? 4 : 8;
}

/**
 * A price in the fiat currency of display; undefined while no rate is known. To the nearest: it is an estimate (spec 9
 * "Conversion").
 */
export function worthText(
  price: string,
  { quote }: Pick<Market, 'quote'>,
  rates: Readonly<Record<string, string>>,
  fiat: string,
): string | undefined {
  const rate = Object.hasOwn(rates, quote) ? rates[quote] : undefined;
  if (rate === undefined) return undefined;
  const [amount, factor] = [getDecimal(price), getDecimal(rate)];
  const decimals = worthDecimals(Number(price) * Number(rate), fiat);
  const units = mulDivHalfUp(
    amount.digits,
    factor.digits * 10n ** BigInt(decimals),
    10n ** BigInt(amount.scale + factor.scale),
  );
  return fiatText(formatUnits(units, decimals), fiat, { decimalsMin: Math.min(decimals, 4) });
}

/** HH:mm:ss in the reader's zone. */
export function secondsText(timeMs: number): string {
  return formatDateTime(timeMs).slice(11);
}

/** Whether candles begin with the day, which on markets is that of UTC. */
export function isOfDays(interval: CandleInterval): boolean {
  return interval === '1d' || interval === '1w';
}

/** Marks of a time axis; the moment is already on the reader's clock and is read as UTC. */
export function axisText(timeMs: number, unit: 'year' | 'month' | 'day' | 'time' | 'moment'): string {
  const iso = new Date(timeMs).toISOString();
  if (unit === 'year') return iso.slice(0, 4);
  if (unit === 'time') return iso.slice(11, 16);
  if (unit === 'moment') return iso.slice(0, 16).replace('T', ' ').replace(' 00:00', '');
  const parts =
    unit === 'month' ? { month: 'short' as const } : { month: 'numeric' as const, day: 'numeric' as const };
  return new Intl.DateTimeFormat(languages[currentLanguage()].lang, { ...parts, timeZone: 'UTC' }).format(
    timeMs,
  );
}

/** Numbers and times as this reader expects them: packages/money's display in the language on screen. */
import { formatDate, formatDateTime } from '@marigold/money/dates';
import * as display from '@marigold/money/display';
import type { DisplayOptions, NumberParts } from '@marigold/money/display';
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';

import { serverClock } from '../device/clock.ts';
import { currentLanguage, languages, sayNow } from './i18n.ts';

/** Decimals of an amount whose asset's own are not at hand where it is shown. */
const sumOptions: DisplayOptions = { decimalsMin: 2 };

/** A number in the parts that `MoneyText` sets apart: the decimals come with their decimal sign. */
export type DisplayNumber = Pick<NumberParts, 'sign' | 'before' | 'integer' | 'decimals' | 'after'>;

function displayParts({ sign, before, integer, point, decimals, after }: NumberParts): DisplayNumber {
  return { sign, before, integer, decimals: point + decimals, after };
}

/** The parts as one text; what a screen reads as one text throughout has its own function below. */
export function joinParts({ sign, before, integer, decimals, after }: DisplayNumber): string {
  return sign + before + integer + decimals + after;
}

/** The symbols of the fiat currencies of display; yuan and yen share theirs, so the yuan says whose it is. */
const fiatSymbols: Readonly<Record<string, string>> = {
  USD: '$',
  HKD: 'HK$',
  CNY: 'CN¥',
  EUR: '€',
  JPY: '¥',
  RUB: '₽',
};

/** A decimal string without a unit, in parts for `MoneyText`. */
export function showNumber(decimal: string, options?: DisplayOptions): DisplayNumber {
  return displayParts(display.numberParts(decimal, currentLanguage(), options));
}

/** An amount and its ticker, in parts. */
export function showCoin(decimal: string, ticker: string, options?: DisplayOptions): DisplayNumber {
  return displayParts(display.coinParts(decimal, ticker, currentLanguage(), options));
}

/** An amount in a fiat currency, by its code, in parts; two decimals unless told otherwise, none for yen. */
export function showFiat(decimal: string, fiat: string, options?: DisplayOptions): DisplayNumber {
  const standard = { decimalsMin: fiat === 'JPY' ? 0 : 2 };
  const symbol = fiatSymbols[fiat] ?? fiat;
  return displayParts(display.fiatParts(decimal, symbol, currentLanguage(), options ?? standard));
}

/** An amount whose screen does not know the decimals of its asset (orders, fills, cases): two at least, in parts. */
export function showSum(decimal: string, ticker: string | null): DisplayNumber {
  return ticker === null ? showNumber(decimal, sumOptions) : showCoin(decimal, ticker, sumOptions);
}

/** `1,234.5` as one text; as exact as it is unless told otherwise. */
export function numberText(decimal: string, options?: DisplayOptions): string {
  return joinParts(showNumber(decimal, options));
}

/** `12.34 USDT` as one text, for sentences, labels and copies. */
export function coinText(decimal: string, ticker: string, options?: DisplayOptions): string {
  return joinParts(showCoin(decimal, ticker, options));
}

/** The same of `showSum`; without a ticker where a column's head names it. */
export function sumText(decimal: string, ticker: string | null = null): string {
  return joinParts(showSum(decimal, ticker));
}

/** `+2.41%`: a change with its sign; colour alone says nothing. */
export function changeText(change: string): string {
  return joinParts(displayParts(display.percentParts(change, currentLanguage())));
}

type PercentOptions = DisplayOptions & {
  /** Without the gap that Russian has before the sign: in tables and sentences that are narrow. */
  readonly isClose?: boolean;
};

/** A share, a rate or a distance in percent: unlike a change it has no sign. As exact as it is unless told otherwise. */
export function percentText(decimal: string, { isClose = false, ...options }: PercentOptions = {}): string {
  const parts = displayParts(display.percentParts(decimal, currentLanguage(), options));
  return joinParts({ ...parts, sign: '', after: isClose ? '%' : parts.after });
}

/** A whole percent that the program itself counted, 45 for 45 %. */
export function wholePercentText(percent: number): string {
  return countText(percent / 100, { style: 'percent' });
}

/** A number that the program itself counted; money is never one. */
export function countText(count: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(languages[currentLanguage()].lang, options).format(count);
}

/** `$12.34` as one text. */
export function fiatText(decimal: string, fiat: string, options?: DisplayOptions): string {
  return joinParts(showFiat(decimal, fiat, options));
}

/** YYYY-MM-DD HH:mm:ss in the reader's zone (spec 9). */
export function dateTimeText(timeMs: number): string {
  return formatDateTime(timeMs);
}

/** HH:mm in the reader's zone. */
export function clockText(timeMs: number): string {
  return formatDateTime(timeMs).slice(11, 16);
}

/** HH:mm of today, with its day where it is another one; today is the server's, which dates what screens show. */
export function momentText(timeMs: number, nowMs: number = serverClock.now()): string {
  const day = formatDate(timeMs);
  return day === formatDate(nowMs) ? clockText(timeMs) : `${day} ${clockText(timeMs)}`;
}

/** The same for a moment that this device has noted by its own clock. */
export function deviceMomentText(timeMs: number): string {
  return momentText(timeMs, Date.now());
}

/** The month with its year, in the reader's words and zone. */
export function monthText(timeMs: number): string {
  const text = new Intl.DateTimeFormat(languages[currentLanguage()].lang, {
    year: 'numeric',
    month: 'long',
  }).format(timeMs);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** The name of a fiat currency in the reader's words, by its code; the device knows them. */
export function fiatName(code: string): string {
  const name = new Intl.DisplayNames([languages[currentLanguage()].lang], { type: 'currency' }).of(code);
  return name === undefined ? code : name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** "8 sec. ago": how old something is, in the largest unit that says something. */
export function ageText(ageMs: number): string {
  const format = new Intl.RelativeTimeFormat(languages[currentLanguage()].lang, { style: 'short' });
  const age = Math.max(0, ageMs);
  if (age < minuteMs) return format.format(-Math.floor(age / 1000), 'second');
  if (age < hourMs) return format.format(-Math.floor(age / minuteMs), 'minute');
  if (age < dayMs) return format.format(-Math.floor(age / hourMs), 'hour');
  return format.format(-Math.floor(age / dayMs), 'day');
}

/** Today, Yesterday or YYYY-MM-DD: how lists head a day (DESIGN.md 10). */
export function dayText(timeMs: number, nowMs: number = serverClock.now()): string {
  const day = formatDate(timeMs);
  if (day === formatDate(nowMs)) return sayNow('shell.today');
  const [year, month, date] = formatDate(nowMs).split('-').map(Number);
  // Noon of the day before: no clock change reaches it.
  const yesterday = new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) - 1, 12);
  return day === formatDate(yesterday.getTime()) ? sayNow('shell.yesterday') : day;
}

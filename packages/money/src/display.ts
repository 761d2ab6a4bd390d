/** Numbers as a reader of each language expects them (DESIGN.md, "Numbers"). A shown number is never a rounded one. */
import { assert } from './assert.ts';
import { matchDecimal } from './decimal.ts';
import type { ProductLanguage } from './language.ts';

/** A number in the order in which it is written; a screen may set the decimals smaller. Empty parts are ''. */
export type NumberParts = {
  readonly sign: '' | '+' | '\u2212';
  /** A fiat symbol in front of the number, with its gap where it has one. */
  readonly before: string;
  readonly integer: string;
  /** The decimal sign; '' when there are no decimals. */
  readonly point: '' | '.' | ',';
  readonly decimals: string;
  /** Ticker, fiat symbol or percent sign behind the number, with its no-break space. */
  readonly after: string;
};

export type DisplayOptions = {
  /** Fill up to this many decimals and drop the zeros behind them; without it the decimals stay as written. */
  readonly decimalsMin?: number;
};

const noBreakSpace = '\u00a0';
const minus = '\u2212';

/** A decimal string with the grouping and decimal sign of the language; U+2212 as minus; zero has no sign. */
export function numberParts(
  decimal: string,
  language: ProductLanguage,
  options: DisplayOptions = {},
): NumberParts {
  const match = matchDecimal(decimal);
  assert(match !== undefined, 'a displayed number is a decimal string');
  const decimals = fitDecimals(match.decimals, options.decimalsMin);
  const isZero = /^0*$/.test(match.integer + match.decimals);
  return {
    sign: match.sign === '-' && !isZero ? minus : '',
    before: '',
    integer: groupDigits(match.integer, language),
    point: decimals === '' ? '' : language === 'ru' ? ',' : '.',
    decimals,
    after: '',
  };
}

/** An amount of a coin: the amount first, its ticker behind a no-break space. */
export function coinParts(
  decimal: string,
  ticker: string,
  language: ProductLanguage,
  options: DisplayOptions = {},
): NumberParts {
  return { ...numberParts(decimal, language, options), after: noBreakSpace + ticker };
}

/** An amount of fiat: the symbol first, in Russian last. A symbol that ends in a letter (CHF) keeps its distance. */
export function fiatParts(
  decimal: string,
  symbol: string,
  language: ProductLanguage,
  options: DisplayOptions = {},
): NumberParts {
  const parts = numberParts(decimal, language, options);
  if (language === 'ru') return { ...parts, after: noBreakSpace + symbol };
  return { ...parts, before: /\p{L}$/u.test(symbol) ? symbol + noBreakSpace : symbol };
}

/** A change in percent (a decimal string, 2.5 for 2.5 %) with its sign, plus included; no sign on zero. */
export function percentParts(
  decimal: string,
  language: ProductLanguage,
  options: DisplayOptions = {},
): NumberParts {
  const parts = numberParts(decimal, language, options);
  const isPositive = parts.sign === '' && /[1-9]/.test(decimal);
  return {
    ...parts,
    sign: isPositive ? '+' : parts.sign,
    after: language === 'ru' ? `${noBreakSpace}%` : '%',
  };
}

function fitDecimals(decimals: string, decimalsMin: number | undefined): string {
  if (decimalsMin === undefined) return decimals;
  assert(Number.isInteger(decimalsMin) && decimalsMin >= 0 && decimalsMin <= 18, 'decimals are from 0 to 18');
  const filled = decimals.padEnd(decimalsMin, '0');
  return filled.slice(0, decimalsMin) + filled.slice(decimalsMin).replace(/0+$/, '');
}

const formatters = new Map<ProductLanguage, Intl.NumberFormat>();

/** BigInt keeps all digits; a narrow no-break space of some ICU versions becomes the wide one of the design. */
function groupDigits(integer: string, language: ProductLanguage): string {
  let formatter = formatters.get(language);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(language, { numberingSystem: 'latn', useGrouping: 'always' });
    formatters.set(language, formatter);
  }
  return formatter.format(BigInt(integer)).replace(/\s/g, noBreakSpace);
}

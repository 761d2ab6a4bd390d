import './money-text.css';
import { charsStyle } from './chars-style.ts';

/** An amount cut into the parts that are set apart. Digits are already formatted for the reader's language. */
export interface MoneyParts {
  /** '+' or '−' (U+2212). */
  sign?: string | undefined;
  /** A symbol before the digits, such as "$". */
  before?: string | undefined;
  integer: string;
  /** With its decimal sign: ".36" or ",36". */
  decimals?: string | undefined;
  /** Ticker or symbol after the digits, with the no-break space before it. */
  after?: string | undefined;
}

interface MoneyTextProps {
  parts: MoneyParts;
  size?: 'balance' | 'display' | 'title' | 'row' | undefined;
  tone?: 'ok' | 'bad' | 'up' | 'down' | 'quiet' | undefined;
  isStruck?: boolean | undefined;
  /** Shows dots in the amount's width; `hiddenLabel` says so to readers. */
  isHidden?: boolean | undefined;
  hiddenLabel?: string | undefined;
}

const tones = {
  ok: 'var(--ok)',
  bad: 'var(--bad)',
  up: 'var(--up)',
  down: 'var(--down)',
  quiet: 'var(--text-3)',
};

/** A whole amount with tabular digits; never shortened, never rounded here. */
export function MoneyText({ parts, size = 'row', tone, isStruck, isHidden, hiddenLabel }: MoneyTextProps) {
  const className = `money-text money-text-${size}${isStruck ? ' money-text-struck' : ''}`;
  if (isHidden) {
    return (
      <span className={className} style={charsStyle(6)}>
        <span aria-hidden="true">••••••</span>
        <span className="visually-hidden">{hiddenLabel}</span>
      </span>
    );
  }
  const { sign = '', before = '', integer, decimals = '', after = '' } = parts;
  const digits = sign + before + integer;
  const style = {
    ...(tone ? { color: tones[tone] } : {}),
    ...(size === 'balance' ? charsStyle(digits.length + decimals.length * 0.6) : {}),
    ...(size === 'title' ? charsStyle(digits.length + decimals.length + after.length) : {}),
  };
  return (
    <span className={className} style={style}>
      {digits}
      {size === 'balance' && decimals !== '' ? <small>{decimals}</small> : decimals}
      {after === '' ? null : <span>{after}</span>}
    </span>
  );
}

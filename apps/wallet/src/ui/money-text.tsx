import './css/money.css';

/** An amount cut into the parts that are set apart. Digits are already formatted for the reader's language. */
export interface MoneyParts {
  /** '+' or '−' (U+2212). */
  sign?: string | undefined;
  /** A symbol before the digits, such as "$". */
  before?: string | undefined;
  integer: string;
  /** With its decimal sign: ".36" or ",36". */
  decimals?: string | undefined;
  /** Ticker or symbol after the digits. */
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
  const className = `money money-${size}${isStruck ? ' struck' : ''}`;
  const style = tone ? { color: tones[tone] } : undefined;
  if (isHidden) {
    return (
      <span className={className}>
        <span aria-hidden="true">••••••</span>
        <span className="vh">{hiddenLabel}</span>
      </span>
    );
  }
  const { sign = '', before = '', integer, decimals, after } = parts;
  return (
    <span className={className} style={style}>
      {sign + before + integer}
      {decimals === undefined ? null : size === 'balance' ? <small>{decimals}</small> : decimals}
      {after === undefined ? null : <span>{`\u00a0${after}`}</span>}
    </span>
  );
}

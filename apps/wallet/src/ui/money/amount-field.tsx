import './amount-field.css';
import type { ChangeEvent, ComponentProps, ReactNode } from 'react';

import { CoinIcon } from '../base/coin.tsx';
import { Icon } from '../base/icon.tsx';
import { FieldFrame, describedByIds, useFieldIds, type FieldFrameProps } from '../field/field.tsx';
import { charsStyle } from './chars-style.ts';

interface AmountFieldProps
  extends FieldFrameProps, Omit<ComponentProps<'input'>, 'children' | 'value' | 'onChange' | 'max'> {
  value: string;
  onChange: (text: string) => void;
  /** The coin; with `onPick` a button that opens the choice of coins. */
  asset: { ticker: string; pickLabel?: string | undefined; onPick?: (() => void) | undefined };
  /** The value in the reader's currency, such as "≈ $1,284.12". */
  fiat?: ReactNode;
  max?: { label: string; onPress: () => void; isDisabled?: boolean | undefined } | undefined;
}

/** The one dominant number of a form. Text in, text out: what it means is decided by the caller. */
export function AmountField(props: AmountFieldProps) {
  const { label, labelEnd, hint, error, value, onChange, asset, fiat, max, ...input } = props;
  const ids = useFieldIds(input.id);
  return (
    <FieldFrame ids={ids} label={label} labelEnd={labelEnd} hint={hint} error={error}>
      <div className="amount-field">
        <div>
          <input
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            placeholder="0"
            {...input}
            id={ids.input}
            value={value}
            style={charsStyle(Math.max(value.length, 4))}
            onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={describedByIds(ids, hint, error)}
          />
          <AmountAsset {...asset} />
        </div>
        <div className="amount-field-foot">
          <span>{fiat}</span>
          {max ? (
            <button type="button" disabled={max.isDisabled} onClick={max.onPress}>
              {max.label}
            </button>
          ) : null}
        </div>
      </div>
    </FieldFrame>
  );
}

function AmountAsset({ ticker, pickLabel, onPick }: AmountFieldProps['asset']) {
  const words = (
    <>
      <CoinIcon ticker={ticker} size={28} />
      {ticker}
    </>
  );
  if (!onPick) return <span className="amount-field-asset">{words}</span>;
  return (
    <button
      type="button"
      className="amount-field-asset"
      aria-label={pickLabel}
      aria-haspopup="dialog"
      onClick={onPick}
    >
      {words}
      <Icon name="caret-down-bold" size={14} />
    </button>
  );
}

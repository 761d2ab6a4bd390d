import './choice-row.css';
import './native-control.css';
import { useId, type ReactNode } from 'react';

import { Icon } from '../base/icon.tsx';

export interface RadioOption<Value extends string> {
  value: Value;
  label: string;
  detail?: string | undefined;
  /** The language of `label`, where it is not the page's own. */
  lang?: string | undefined;
}

interface RadioRowsProps<Value extends string> {
  options: readonly RadioOption<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  label: string;
}

/** One choice out of a few, a row each. */
export function RadioRows<Value extends string>({ options, value, onChange, label }: RadioRowsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="choice-row">
          <input
            type="radio"
            className="native-control"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <b lang={option.lang}>{option.label}</b>{' '}
            {option.detail === undefined ? null : <small>{option.detail}</small>}
          </span>
          <i>
            <Icon name="check-bold" size={14} />
          </i>
        </label>
      ))}
    </div>
  );
}

interface CheckboxProps {
  isOn: boolean;
  /** It cannot be taken off by a press: something else that is chosen does so, as "All" goes with the first of some. */
  isSelectable?: boolean | undefined;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

/** A small check box with its words, as "Hide balances under $1". */
export function Checkbox({ isOn, isSelectable, onChange, children }: CheckboxProps) {
  return (
    <label className="choice-row choice-row-box">
      <input
        type="checkbox"
        className="native-control"
        checked={isOn}
        // Not `disabled`: the keyboard stays where it is.
        aria-disabled={isSelectable || undefined}
        onChange={(event) => {
          if (!isSelectable) onChange(event.target.checked);
        }}
      />
      <i>
        <Icon name="check-bold" size={14} />
      </i>
      <span>{children}</span>
    </label>
  );
}

import './choice-row.css';
import type { ReactNode } from 'react';

import { Icon } from '../base/icon.tsx';

export interface PickOption<Value extends string> {
  value: Value;
  label: string;
  detail?: string | undefined;
  /** The language of `label`, where it is not the page's own. */
  lang?: string | undefined;
  /** What the choice looks like, before its mark. */
  sample?: ReactNode;
  /** Cannot be chosen now; `detail` says why. */
  isDisabled?: boolean | undefined;
}

interface PickRowsProps<Value extends string> {
  options: readonly PickOption<Value>[];
  value: Value;
  onPick: (value: Value) => void;
  label: string;
  isDisabled?: boolean | undefined;
}

/**
 * One choice out of a few that takes effect at once. Buttons, because arrow keys in a radio group would choose every row
 * on their way; the row in effect is the current one.
 */
export function PickRows<Value extends string>({
  options,
  value,
  onPick,
  label,
  isDisabled,
}: PickRowsProps<Value>): ReactNode {
  return (
    <ul role="list" aria-label={label}>
      {options.map((option) => (
        <li key={option.value}>
          <button
            type="button"
            className="choice-row w-full text-start"
            aria-current={option.value === value ? 'true' : undefined}
            aria-disabled={isDisabled || option.isDisabled || undefined}
            onClick={isDisabled || option.isDisabled ? undefined : () => onPick(option.value)}
          >
            <span>
              <b lang={option.lang}>{option.label}</b>
              {option.detail === undefined ? null : <small>{option.detail}</small>}
            </span>
            {option.sample}
            <i>
              <Icon name="check-bold" size={14} />
            </i>
          </button>
        </li>
      ))}
    </ul>
  );
}

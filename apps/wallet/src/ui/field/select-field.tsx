import './field.css';
import type { ComponentProps, ReactNode } from 'react';

import { Icon } from '../base/icon.tsx';
import { FieldFrame, describedByIds, useFieldIds, type FieldFrameProps } from './field.tsx';

interface SelectFieldProps extends FieldFrameProps, Omit<ComponentProps<'select'>, 'children'> {
  options: readonly { value: string; label: string }[];
  left?: ReactNode;
}

/** The platform's own picker in the field's clothes. */
export function SelectField({ label, labelEnd, hint, error, options, left, ...select }: SelectFieldProps) {
  const ids = useFieldIds(select.id);
  return (
    <FieldFrame ids={ids} label={label} labelEnd={labelEnd} hint={hint} error={error}>
      <div className="field-box">
        {left}
        <select
          {...select}
          id={ids.input}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedByIds(ids, hint, error)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="caret-down-bold" size={14} />
      </div>
    </FieldFrame>
  );
}

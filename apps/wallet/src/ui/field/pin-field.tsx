import type { Ref } from 'react';

import { nextCells } from './cells-state.ts';
import { Cells } from './cells.tsx';
import { describedByIds, FieldFrame, type FieldFrameProps, useFieldIds } from './field.tsx';

interface PinFieldProps extends FieldFrameProps {
  digits: string;
  onChange: (digits: string) => void;
  onBlur?: (() => void) | undefined;
  length?: number | undefined;
  isDisabled?: boolean | undefined;
  /** Ids of further descriptions, such as a rule list. */
  describedBy?: string | undefined;
  name?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A PIN among the fields of a form: cells that never echo, filled by whatever keyboard there is. */
export function PinField({ ref, ...props }: PinFieldProps) {
  const { digits, length = 6, label, labelEnd, hint, error, isDisabled = false } = props;
  const ids = useFieldIds(undefined);
  return (
    <FieldFrame ids={ids} label={label} labelEnd={labelEnd} hint={hint} error={error}>
      <Cells
        ref={ref}
        id={ids.input}
        name={props.name}
        digits={digits}
        length={length}
        isSecret
        isWrong={error !== undefined}
        isBusy={isDisabled}
        onText={(text) => props.onChange(nextCells(digits, { type: 'text', text }, length))}
        onBlur={props.onBlur}
        aria-describedby={describedByIds(ids, hint, error, props.describedBy)}
        inputMode="numeric"
        autoComplete="off"
        data-1p-ignore
      />
    </FieldFrame>
  );
}

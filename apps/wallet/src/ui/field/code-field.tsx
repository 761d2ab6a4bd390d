import { useId, type ReactNode } from 'react';

import { Cells } from './cells.tsx';
import { FieldHint } from './field.tsx';
import { useCells, type CellsOptions } from './use-cells.ts';

interface CodeFieldProps extends Omit<CellsOptions, 'length'> {
  label: string;
  length?: number | undefined;
  hint?: ReactNode;
  hasFocus?: boolean | undefined;
  /** False where the digits are no code that somebody sends: the phone then offers none. */
  isOneTime?: boolean | undefined;
}

/** A one-time code in six cells: typed, pasted, or filled in by the phone. */
export function CodeField(props: CodeFieldProps) {
  const { label, length = 6, hint, hasFocus, isOneTime = true, ...options } = props;
  const hintId = useId();
  const { digits, send, isWrong } = useCells({ length, ...options });
  return (
    <div>
      <Cells
        digits={digits}
        length={length}
        isSecret={false}
        isWrong={isWrong}
        isBusy={Boolean(options.isBusy)}
        onText={(text) => send({ type: 'text', text })}
        aria-label={label}
        aria-describedby={hintId}
        inputMode="numeric"
        autoComplete={isOneTime ? 'one-time-code' : 'off'}
        autoFocus={hasFocus}
      />
      <div className="flex justify-center">
        <FieldHint id={hintId} hint={hint} error={options.error} />
      </div>
    </div>
  );
}

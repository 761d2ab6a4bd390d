import './pin-pad.css';
import { useId, type MouseEvent, type ReactNode } from 'react';

import { Icon } from '../base/icon.tsx';
import { Cells } from './cells.tsx';
import { FieldHint } from './field.tsx';
import { useCells, type CellsOptions } from './use-cells.ts';

interface PinPadProps extends Omit<CellsOptions, 'length'> {
  /** "Payment password", above the cells. */
  label: string;
  length?: number | undefined;
  deleteLabel: string;
  hint?: ReactNode;
  /** The way out in the keypad's lower left corner, such as "Forgot?". */
  forgot?: ReactNode;
}

/** A tap on the keypad leaves the focus in the cells, so the hardware keyboard goes on working. */
const keepFocus = (event: MouseEvent) => event.preventDefault();
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** The payment password: cells that never echo, our keypad, and the hardware keyboard through the same cells. */
export function PinPad({ label, length = 6, deleteLabel, hint, forgot, ...options }: PinPadProps) {
  const id = useId();
  const { digits, send, isWrong } = useCells({ length, ...options });
  const key = (digit: string) => (
    <button
      key={digit}
      type="button"
      data-key
      disabled={options.isBusy}
      onClick={() => send({ type: 'digit', digit })}
    >
      {digit}
    </button>
  );
  return (
    <div>
      <label htmlFor={id} className="block text-center type-sm-b mb-2">
        {label}
      </label>
      <Cells
        id={id}
        digits={digits}
        length={length}
        isSecret
        isWrong={isWrong}
        isBusy={Boolean(options.isBusy)}
        onText={(text) => send({ type: 'text', text })}
        aria-describedby={`${id}hint`}
        inputMode="none"
        autoComplete="off"
        data-1p-ignore
        data-first-focus
      />
      <div className="flex justify-center">
        <FieldHint id={`${id}hint`} hint={hint} error={options.error} />
      </div>
      <div className="pin-pad-keys" onMouseDown={keepFocus}>
        {keys.map(key)}
        <div>{forgot}</div>
        {key('0')}
        <button
          type="button"
          aria-label={deleteLabel}
          disabled={options.isBusy || digits === ''}
          onClick={() => send({ type: 'delete' })}
        >
          <Icon name="backspace" size={26} />
        </button>
      </div>
    </div>
  );
}

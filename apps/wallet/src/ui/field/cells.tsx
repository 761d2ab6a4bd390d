import './cells.css';
import './native-control.css';
import type { ComponentProps } from 'react';

interface CellsProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  digits: string;
  length: number;
  /** Dots instead of digits. */
  isSecret: boolean;
  isWrong: boolean;
  isBusy: boolean;
  onText: (text: string) => void;
}

/** A row of cells drawn beneath one real input, so that paste, autofill and every keyboard simply work. */
export function Cells({ digits, length, isSecret, isWrong, isBusy, onText, ...input }: CellsProps) {
  return (
    <div className="cells" data-wrong={isWrong || undefined} data-busy={isBusy || undefined}>
      {Array.from({ length }, (_, index) => (
        <i
          key={index}
          aria-hidden="true"
          data-next={index === digits.length || undefined}
          data-dot={(isSecret && index < digits.length) || undefined}
        >
          {isSecret ? null : digits[index]}
        </i>
      ))}
      <input
        {...input}
        type={isSecret ? 'password' : 'text'}
        className="native-control"
        value={digits}
        readOnly={isBusy}
        aria-invalid={isWrong || undefined}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}

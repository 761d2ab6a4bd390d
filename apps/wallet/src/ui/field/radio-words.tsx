import './line-tabs.css';
import './native-control.css';
import './segmented.css';
import { type ReactNode, useId } from 'react';

export interface RadioWordsProps<Value extends string> {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** What is being switched, for readers. */
  label: string;
  /** At the line's end, such as one action. */
  end?: ReactNode;
}

/** A line of words of which one is chosen, in the look of a class. Native radio buttons inside, so arrow keys move the choice. */
export function RadioWords<Value extends string>({
  look,
  options,
  value,
  onChange,
  label,
  end,
}: RadioWordsProps<Value> & { look: 'segmented' | 'line-tabs' }) {
  const name = useId();
  return (
    <div className={look} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="native-control"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
      {end}
    </div>
  );
}

import './css/choice.css';
import { useId } from 'react';

interface SegmentedProps<Value extends string> {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** What is being switched, for readers. */
  label: string;
}

/** Two or three views of one place. Native radio buttons inside, so arrow keys move the choice. */
export function Segmented<Value extends string>({ options, value, onChange, label }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div className="seg" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="over"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

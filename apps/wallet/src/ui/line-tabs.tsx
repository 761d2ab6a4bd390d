import './css/choice.css';
import './css/line-tabs.css';
import { type ReactNode, useId } from 'react';

interface LineTabsProps<Value extends string> {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** What is being switched, for readers. */
  label: string;
  /** At the line's end, such as one action. */
  end?: ReactNode;
}

/** A few views of one place, as underlined words. Native radio buttons inside, so arrow keys move the choice. */
export function LineTabs<Value extends string>({
  options,
  value,
  onChange,
  label,
  end,
}: LineTabsProps<Value>) {
  const name = useId();
  return (
    <div className="tabs-line" role="radiogroup" aria-label={label}>
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
      {end}
    </div>
  );
}

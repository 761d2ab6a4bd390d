import './field.css';
import type { ReactNode } from 'react';

import { IconButton } from '../base/icon-button.tsx';
import { Icon } from '../base/icon.tsx';

interface SearchFieldProps {
  /** Its name for readers and, in the empty box, for eyes. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  clearLabel: string;
}

/** Looks through a list while one types. Enter closes the phone's keyboard and sends nothing. */
export function SearchField({ label, value, onChange, clearLabel }: SearchFieldProps): ReactNode {
  return (
    <search className="field-box">
      <Icon name="magnifying-glass" size={20} className="text-ink-3" />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      {value === '' ? null : (
        <IconButton icon="x-bold" size={18} label={clearLabel} onPress={() => onChange('')} />
      )}
    </search>
  );
}

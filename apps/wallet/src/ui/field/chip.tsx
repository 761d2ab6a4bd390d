import './chip.css';
import type { ReactNode } from 'react';

import { Icon } from '../base/icon.tsx';

interface ChipProps {
  children: ReactNode;
  onPress: () => void;
  /** A filter that is on or off; leave it out on a chip that opens a choice. */
  isSelected?: boolean | undefined;
  /** caret: opens a choice · cross: takes the filter away. */
  end?: 'caret' | 'cross' | undefined;
  label?: string | undefined;
}

/** A filter. The selected chip is ink. */
export function Chip({ children, onPress, isSelected, end, label }: ChipProps) {
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={isSelected}
      aria-haspopup={end === 'caret' ? 'dialog' : undefined}
      aria-label={label}
      onClick={onPress}
    >
      {children}
      {end ? <Icon name={end === 'caret' ? 'caret-down-bold' : 'x-bold'} size={12} /> : null}
    </button>
  );
}

/** Chips in one line that scrolls sideways where it is too narrow. */
export function Chips({ children, label }: { children: ReactNode; label: string }) {
  return (
    <div className="chip-line" role="group" aria-label={label}>
      {children}
    </div>
  );
}

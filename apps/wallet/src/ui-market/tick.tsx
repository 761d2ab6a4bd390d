import './tick.css';
import './market-tokens.css';
import { type ReactNode, useState } from 'react';

/** A price that breathes in its colour when it changes. `value` is the decimal that is compared, for looks only. */
export function Tick({ value, children }: { value: string; children: ReactNode }) {
  const [seen, setSeen] = useState({ value, look: 'tick' });
  if (seen.value !== value) {
    setSeen({ value, look: `tick ${Number(value) > Number(seen.value) ? 'tick-up' : 'tick-down'}` });
  }
  // A new element begins its breath anew, also when it goes the same way twice.
  return (
    <span key={value} className={seen.look}>
      {children}
    </span>
  );
}

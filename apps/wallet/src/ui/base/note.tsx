import './note.css';
import type { ReactNode } from 'react';

import { Icon } from './icon.tsx';

const icons = { warn: 'warning-fill', info: 'info-fill', bad: 'warning-octagon-fill' } as const;

/** warn: a consequence · info: information · bad: blocks. At most one on a screen. */
export function Note({ tone, children }: { tone: keyof typeof icons; children: ReactNode }) {
  return (
    <div className={`note note-${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={icons[tone]} size={20} />
      <div>{children}</div>
    </div>
  );
}

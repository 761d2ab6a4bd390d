import './banner.css';
import type { ReactNode } from 'react';

import { Icon } from '../base/icon.tsx';

/** Over the page while there is no network; says from when the data is. */
export function OfflineBar({ children }: { children: ReactNode }) {
  return (
    <div className="banner-offline" role="status">
      <Icon name="wifi-slash-bold" size={18} />
      <span>{children}</span>
    </div>
  );
}

/** The slim mark of demo mode, over every page; `label` names it to readers. */
export function DemoMark({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside className="banner-demo" aria-label={label}>
      {children}
    </aside>
  );
}

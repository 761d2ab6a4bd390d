import type { ReactNode } from 'react';

/** Words for readers of the page's speech only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}

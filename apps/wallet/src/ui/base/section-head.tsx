import './section-head.css';
import type { ReactNode } from 'react';

/** A section's h2 with at most one text action. `isQuiet` is the small label over a group of rows. */
export function SectionHead({
  title,
  action,
  isQuiet,
  id,
}: {
  title: string;
  action?: ReactNode;
  isQuiet?: boolean;
  id?: string;
}) {
  return (
    <div className={isQuiet ? 'section-head section-head-quiet' : 'section-head'}>
      <h2 id={id}>{title}</h2>
      {action}
    </div>
  );
}

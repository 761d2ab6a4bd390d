import './page-state.css';
import type { ReactNode } from 'react';

import { Bloom } from '../base/bloom.tsx';

interface EmptyStateProps {
  title: string;
  reason?: string | undefined;
  /** The one way out: a small button. */
  action?: ReactNode;
  /** Inside a card or under other content, instead of filling the page. */
  isInline?: boolean | undefined;
}

/** Nothing is here, why, and what to do about it. */
export function EmptyState({ title, reason, action, isInline }: EmptyStateProps) {
  return (
    <div className="page-state" data-inline={isInline || undefined}>
      <Bloom size={isInline ? 88 : 132} tone="dotted" />
      <h2>{title}</h2>
      {reason === undefined ? null : <p>{reason}</p>}
      {action ? <div>{action}</div> : null}
    </div>
  );
}

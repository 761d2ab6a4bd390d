import '../base/glyph.css';
import './page-state.css';
import type { ReactNode } from 'react';

import { Button } from '../base/button.tsx';
import type { IconName } from '../base/icon-names.ts';
import { Icon } from '../base/icon.tsx';

interface ErrorStateProps {
  title: string;
  /** What it means for the money. */
  reason: string;
  retry?: { label: string; busyLabel?: string | undefined; onPress: () => unknown } | undefined;
  /** An error code to name to support. */
  code?: ReactNode;
  icon?: IconName | undefined;
  isInline?: boolean | undefined;
}

/** Something failed: what, what it means, and the way to try again. */
export function ErrorState({ title, reason, retry, code, icon = 'plugs', isInline }: ErrorStateProps) {
  return (
    <div className="page-state" role="alert" data-inline={isInline || undefined}>
      <span className="glyph glyph-bad glyph-large">
        <Icon name={icon} size={34} />
      </span>
      <h2>{title}</h2>
      <p>{reason}</p>
      {retry ? (
        <Button
          kind="primary"
          icon="arrow-clockwise-bold"
          busyLabel={retry.busyLabel}
          onPress={retry.onPress}
        >
          {retry.label}
        </Button>
      ) : null}
      {code ? <small>{code}</small> : null}
    </div>
  );
}

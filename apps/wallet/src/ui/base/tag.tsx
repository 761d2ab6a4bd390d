import './tag.css';
import type { ReactNode } from 'react';

import type { IconName } from './icon-names.ts';
import { Icon } from './icon.tsx';

/** neutral: waiting, not used · info: sending · warn: confirming, under review · ok: success · bad: failed, rejected. */
export type TagTone = 'neutral' | 'info' | 'warn' | 'ok' | 'bad';

/** A status in one or two words; never wraps. */
export function Tag({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: TagTone;
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span className={`tag tag-${tone}`}>
      {icon ? <Icon name={icon} size={14} /> : null}
      {children}
    </span>
  );
}

import { type FreezeReason, freezesFrom } from '@marigold/guard/freezes';
import { dayMs, hourMs } from '@marigold/money/spans';
import type { ReactElement } from 'react';

import { useText } from '../lib/text/i18n.ts';
import { Note } from '../ui/base/note.tsx';
import { areasText } from './freeze-areas.ts';

/** Above the button of a change that freezes something: what is paused afterwards, and for how long, as the table says. */
export function FreezeBefore({ reason }: { readonly reason: FreezeReason }): ReactElement {
  const t = useText();
  const frozen = freezesFrom(reason, 0);
  const spans = [...new Set(frozen.map(({ until }) => until))];
  return (
    <div className="mb-3">
      <Note tone="warn">
        {spans.map((spanMs) => (
          <p key={spanMs}>
            {t('freeze.before', {
              span: t('freeze.span', partsOf(spanMs)),
              areas: areasText(frozen.filter(({ until }) => until === spanMs).map(({ area }) => area)),
            })}
          </p>
        ))}
      </Note>
    </div>
  );
}

/** A day is 24 hours to who waits for it; more are days. */
function partsOf(spanMs: number): { readonly days: number; readonly hours: number } {
  return { days: spanMs > dayMs ? Math.floor(spanMs / dayMs) : 0, hours: Math.floor(spanMs / hourMs) };
}

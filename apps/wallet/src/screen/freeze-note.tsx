import { lazy, type ReactElement, Suspense } from 'react';

import { useSession } from '../lib/device/session.ts';
import { loadTexts } from '../lib/text/i18n.ts';
import type { FreezeWordsProps } from './freeze-words.tsx';

const FreezeWords = lazy(async () => {
  const [{ FreezeWords: words }] = await Promise.all([import('./freeze-words.tsx'), loadTexts('account')]);
  return { default: words };
});

/** What is frozen of this person, why, until when, and the way out. Fetched where something is; nothing otherwise. */
export function FreezeNote(props: Omit<FreezeWordsProps, 'freezes'>): ReactElement | null {
  const freezes = useSession().user?.freezes ?? [];
  return freezes.length === 0 ? null : (
    <Suspense fallback={null}>
      <FreezeWords {...props} freezes={freezes} />
    </Suspense>
  );
}

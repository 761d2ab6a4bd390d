import { lazy, type ReactElement, Suspense } from 'react';

import { useIdle } from '../../lib/device/idle.ts';

const LateRows = lazy(async () => ({ default: (await import('./late-rows.tsx')).LateRows }));

/** What is frozen of the reader, and what the operator wants seen; it comes once the screen stands. */
export function Banners(): ReactElement | null {
  if (!useIdle()) return null;
  return (
    <Suspense fallback={null}>
      <LateRows />
    </Suspense>
  );
}

import { lazy, type ReactElement, Suspense } from 'react';

import { useIdle } from '../../lib/device/idle.ts';

const BannerRows = lazy(async () => ({ default: (await import('./banner-rows.tsx')).BannerRows }));

/** What the operator wants seen; it comes once the screen stands. */
export function Banners(): ReactElement | null {
  if (!useIdle()) return null;
  return (
    <Suspense fallback={null}>
      <BannerRows />
    </Suspense>
  );
}

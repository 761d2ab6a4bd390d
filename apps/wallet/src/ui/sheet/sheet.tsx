import { Suspense, lazy, useState } from 'react';

import type { SheetProps } from './sheet-panel.tsx';

const loadPanel = () => import('./sheet-panel.tsx');
const SheetPanel = lazy(async () => ({ default: (await loadPanel()).SheetPanel }));

/** Fetches the sheet's code ahead of the tap that needs it. */
export function preloadSheet(): void {
  loadPanel().catch(() => undefined);
}

/**
 * A bottom sheet on phones, a centred dialog of 440 px from 600 px on. Focus stays inside; Esc, the scrim, a swipe
 * down and the browser's back close it. Its code is fetched when it first opens. Never put one over another.
 */
export function Sheet(props: SheetProps) {
  const [wasOpened, setOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <SheetPanel {...props} />
    </Suspense>
  );
}

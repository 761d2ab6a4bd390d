import { Suspense, lazy, useState, type ReactNode } from 'react';

export interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  /** One line under the title. */
  text?: string | undefined;
  children?: ReactNode;
  /** At most two buttons. */
  foot?: ReactNode;
  /** The address itself says that the sheet is open, so that the browser's back closes it without our help. */
  isInAddress?: boolean | undefined;
  /** While money moves the sheet cannot be closed by a slip. */
  isLocked?: boolean | undefined;
}

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

import './full-view.css';
import { type ReactNode, useEffect, useRef } from 'react';

import { IconButton } from '../ui/base/icon-button.tsx';
import { useBackToClose } from '../ui/sheet/use-back-to-close.ts';

interface FullViewProps {
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** One thing on the whole screen. The browser's own dialog keeps the keyboard inside; Escape and back close it. */
export function FullView({ title, closeLabel, onClose, children }: FullViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useBackToClose(true, onClose);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  /** A dialog that was opened again at once, as in React's strict mode, tells of its first end late. */
  function closed(): void {
    if (dialog.current?.open === false) onClose();
  }

  return (
    <dialog ref={dialog} className="full-view" aria-label={title} onClose={closed}>
      <div className="full-view-head">
        <span>{title}</span>
        <IconButton icon="x" label={closeLabel} onPress={onClose} />
      </div>
      {children}
    </dialog>
  );
}

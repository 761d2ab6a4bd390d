import { type ReactNode, useRef } from 'react';

import { writeClipboard } from './copy-button.tsx';
import { useLongPress } from './use-long-press.ts';

interface HoldToCopyProps {
  /** What goes to the clipboard. */
  value: string;
  /** Called with the outcome, as by the button. */
  onDone: (isCopied: boolean) => void;
  children: ReactNode;
}

/** A text that a long press copies, as people are used to. A `CopyButton` beside it does the same for everybody. */
export function HoldToCopy({ value, onDone, children }: HoldToCopyProps) {
  const isRefused = useRef(false);
  async function copy(): Promise<void> {
    const isCopied = await writeClipboard(value);
    isRefused.current = !isCopied;
    if (isCopied) onDone(true);
  }
  const hold = useLongPress(() => void copy());
  return (
    <span
      {...hold}
      onPointerUp={() => {
        hold.onPointerUp();
        if (!isRefused.current) return;
        // Some browsers give the clipboard away only once the finger is lifted.
        isRefused.current = false;
        void writeClipboard(value).then(onDone);
      }}
    >
      {children}
    </span>
  );
}

import { useState } from 'react';

import { Button } from '../base/button.tsx';
import { ConfirmSheet } from './confirm-sheet.tsx';

interface DangerAskProps {
  /** The verb, on the button and on the sheet. */
  label: string;
  /** The question; it names the thing. */
  title: string;
  text: string;
  cancelLabel: string;
  closeLabel: string;
  busyLabel: string;
  isBusy: boolean;
  size?: 'normal' | 'small' | undefined;
  disabledReason?: string | undefined;
  onConfirm: () => Promise<unknown>;
}

/** A button for what cannot be undone: it asks once, and closes when it is done. */
export function DangerAsk({ label, size, disabledReason, onConfirm, ...words }: DangerAskProps) {
  const [isAsking, setAsking] = useState(false);
  async function confirm(): Promise<void> {
    await onConfirm();
    setAsking(false);
  }
  return (
    <>
      <Button kind="danger" size={size} disabledReason={disabledReason} onPress={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmSheet
        {...words}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={label}
        onConfirm={confirm}
        isDangerous
      />
    </>
  );
}

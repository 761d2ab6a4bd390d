import './copy-button.css';
import './icon-button.css';
import { useState } from 'react';

import { Icon } from './icon.tsx';

interface CopyButtonProps {
  /** What goes to the clipboard. */
  value: string;
  /** Its name for readers, naming the thing: "Copy order number". */
  label: string;
  /** Called with the outcome: say it in a toast, or show the text to copy by hand. */
  onDone: (isCopied: boolean) => void;
}

/** A small icon that copies. The tick stays for a moment after a success. */
export function CopyButton({ value, label, onDone }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    const isDone = await writeClipboard(value);
    setCopied(isDone);
    onDone(isDone);
    if (isDone) setTimeout(() => setCopied(false), 2000);
  }
  return (
    <button type="button" className="icon-button copy-button" aria-label={label} onClick={() => void copy()}>
      <Icon name={isCopied ? 'check-bold' : 'copy-bold'} size={15} />
    </button>
  );
}

/** Writes to the clipboard; false where the browser refuses, as in some web views. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

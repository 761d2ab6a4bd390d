import { useText } from '../../lib/i18n.ts';
import { showToast } from '../../lib/toasts.ts';
import { writeClipboard } from '../../ui/copy-button.tsx';

/** Copies a text and says how it went (spec 8, "Clipboard"). */
export function useCopy(): (text: string) => void {
  const say = useCopyOutcome();
  return (text) => void writeClipboard(text).then(say);
}

/** What to say when something was copied, or was not. */
export function useCopyOutcome(): (isCopied: boolean) => void {
  const t = useText();
  return (isCopied) => showToast({ text: t(isCopied ? 'shell.copied' : 'shell.copyFailed') });
}

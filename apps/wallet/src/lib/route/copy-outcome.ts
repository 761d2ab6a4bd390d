import { showToast } from '../device/toasts.ts';
import { useText } from '../text/i18n.ts';

/** What to say when something was copied, or was not (spec 8, "Clipboard"). */
export function useCopyOutcome(): (isCopied: boolean) => void {
  const t = useText();
  return (isCopied) => showToast({ text: t(isCopied ? 'shell.copied' : 'shell.copyFailed') });
}

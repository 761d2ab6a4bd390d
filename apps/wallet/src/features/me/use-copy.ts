import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { writeClipboard } from '../../ui/base/copy-button.tsx';

/** Copies a text and says how it went (spec 8, "Clipboard"). */
export function useCopy(): (text: string) => void {
  const say = useCopyOutcome();
  return (text) => void writeClipboard(text).then(say);
}

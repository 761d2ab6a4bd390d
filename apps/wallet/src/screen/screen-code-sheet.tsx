import type { VerifyMethod } from '@marigold/guard/factors';
import type { ComponentProps } from 'react';

import { isSent, useCodeWords } from '../domain/verification/use-verification.ts';
import { useOnline } from '../lib/device/online.ts';
import { useText } from '../lib/text/i18n.ts';
import { CodeSheet } from '../ui/sheet/code-sheet.tsx';

type CodeSheetProps = Pick<ComponentProps<typeof CodeSheet<VerifyMethod>>, 'title' | 'text' | 'approval'>;

/** Asks for the code that approves what the page sends, in the app's words; without a line none is sent. */
export function ScreenCodeSheet(props: CodeSheetProps) {
  const t = useText();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  return (
    <CodeSheet {...props} closeLabel={t('shell.close')} words={words} sends={isSent} isOnline={isOnline} />
  );
}

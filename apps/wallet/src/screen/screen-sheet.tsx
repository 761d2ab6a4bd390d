import { useText } from '../lib/i18n.ts';
import type { SheetProps } from '../ui/sheet-panel.tsx';
import { Sheet } from '../ui/sheet.tsx';

/** What lies over a page, with the word that closes it. */
export function ScreenSheet(props: Omit<SheetProps, 'closeLabel'>) {
  const t = useText();
  return <Sheet {...props} closeLabel={t('shell.close')} />;
}

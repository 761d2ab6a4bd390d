import { useText } from '../lib/text/i18n.ts';
import type { SheetProps } from '../ui/sheet/sheet-panel.tsx';
import { Sheet } from '../ui/sheet/sheet.tsx';

/** What lies over a page, with the word that closes it. */
export function ScreenSheet(props: Omit<SheetProps, 'closeLabel'>) {
  const t = useText();
  return <Sheet {...props} closeLabel={t('shell.close')} />;
}

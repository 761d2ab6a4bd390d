import { momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Note } from '../../ui/base/note.tsx';

/** The company does not answer: since when, and that nothing is lost by it. */
export function SilentNote({ since }: { readonly since: number | null }) {
  const t = useText();
  if (since === null) return null;
  return <Note tone="warn">{t('kycreview.silent.text', { time: momentText(since) })}</Note>;
}

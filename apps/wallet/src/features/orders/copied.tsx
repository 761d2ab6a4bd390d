import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { useText } from '../../lib/text/i18n.ts';
import { CopyButton } from '../../ui/base/copy-button.tsx';

/** A number that people take elsewhere. */
export function Copied({ name, text }: { readonly name: string; readonly text: string }) {
  const t = useText();
  const onDone = useCopyOutcome();
  return (
    <>
      <span className="type-mono">{text}</span>
      <CopyButton value={text} label={t('shell.copyWhat', { what: name })} onDone={onDone} />
    </>
  );
}

import { useCopyOutcome } from '../../lib/copy-outcome.ts';
import { useText } from '../../lib/i18n.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

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

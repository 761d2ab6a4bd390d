import { showToast } from '../../lib/device/toasts.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths, type TransferSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';

export type PartProps = { readonly search: TransferSearch };

/** What was found can be used, and kept for the next time where it is not in the book. */
export function ChosenRecipient({ use, keep }: { readonly use: string; readonly keep: string | undefined }) {
  const t = useText();
  return (
    <>
      <Button kind="primary" type="submit">
        {use}
      </Button>
      {keep === undefined ? null : (
        <Button kind="surface" icon="address-book" link={linkTo(keep)}>
          {t('payee.keepPerson')}
        </Button>
      )}
    </>
  );
}

export function EnterOtherwise({ onPaste }: { readonly onPaste: (text: string) => void }) {
  const t = useText();
  async function paste(): Promise<void> {
    try {
      onPaste((await navigator.clipboard.readText()).trim().slice(0, 254));
    } catch {
      showToast({ text: t('payee.pasteFailed') });
    }
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-2">
      <Button kind="surface" icon="copy-bold" onPress={paste}>
        {t('payee.paste')}
      </Button>
      <Button kind="surface" icon="qr-code" link={linkTo(paths.scan())}>
        {t('payee.scan')}
      </Button>
    </div>
  );
}

import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { useText } from '../../lib/text/i18n.ts';
import { QrCode } from '../../ui/address/qr-code.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { CopyButton } from '../../ui/base/copy-button.tsx';
import { useLongPress } from '../../ui/base/use-long-press.ts';
import { useInvitation } from './use-invitation.ts';

/** The engraved leaf with the code to give away, and the ways to do so. */
export function InvitationCard({ code }: { readonly code: string }) {
  const t = useText();
  const say = useCopyOutcome();
  const { link, share, save } = useInvitation(code);
  // As people are used to; the button beneath does the same.
  const hold = useLongPress(() => void save());
  return (
    <section aria-label={t('invite.title')}>
      <Card tone="leaf" className="relative mt-2 overflow-hidden text-center">
        <span
          aria-hidden="true"
          className="absolute -right-16 -top-18 size-55 bg-brand opacity-35 mask-[url(/engraving.svg)] mask-center mask-contain mask-no-repeat"
        />
        <div className="relative">
          <h2 className="type-2">{t('invite.title')}</h2>
          <p className="mx-auto mt-1 mb-4 max-w-75 type-sm text-balance">{t('invite.text')}</p>
          <div className="flex justify-center" {...hold}>
            <QrCode text={link} label={t('invite.qr')} size={220} />
          </div>
          <p className="mt-4 type-sm">{t('invite.code')}</p>
          <p className="flex items-center justify-center gap-1 ps-6 type-1 type-mono text-brand">
            {code}
            <CopyButton value={code} label={t('shell.copyWhat', { what: t('invite.code') })} onDone={say} />
          </p>
          <p className="mt-2 flex items-center justify-center gap-1 ps-6 type-sm wrap-anywhere">
            {link.replace(/^https?:\/\//, '')}
            <CopyButton value={link} label={t('shell.copyWhat', { what: t('invite.link') })} onDone={say} />
          </p>
        </div>
      </Card>
      <div className="mt-3 flex flex-wrap gap-2 *:grow *:basis-2/5 *:min-w-min">
        <Button kind="primary" icon="share-network" onPress={share}>
          {t('invite.share')}
        </Button>
        <Button kind="secondary" icon="download-simple" onPress={save}>
          {t('invite.save')}
        </Button>
      </div>
    </section>
  );
}

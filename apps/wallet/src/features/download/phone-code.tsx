import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { QrCode } from '../../ui/address/qr-code.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { writeClipboard } from '../../ui/base/copy-button.tsx';

/** From the computer to the phone: this page's address for its camera, or to be sent. */
export function PhoneCode() {
  const t = useText();
  const say = useCopyOutcome();
  const address = new URL(paths.downloadApp(), window.location.origin).href;
  return (
    <Card className="grid justify-items-center mt-4 wide:mt-0 text-center">
      <h2 className="type-3">{t('download.phone')}</h2>
      <p className="type-sm text-ink-2 mt-1 mb-3">{t('download.phoneNote')}</p>
      <QrCode text={address} label={t('download.code')} size={248} />
      <p className="type-mono text-ink-2 mt-3 mb-3">{address}</p>
      <Button size="small" icon="copy-bold" onPress={() => void writeClipboard(address).then(say)}>
        {t('download.copy')}
      </Button>
    </Card>
  );
}

import { useCopyOutcome } from '../../lib/copy-outcome.ts';
import { useText } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { writeClipboard } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

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

import type { ReceivingAddress } from '../../domain/chain/deposit-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { useNewAddress } from './use-new-address.ts';

/** After five receipts a new address is suggested; nobody has to (decisions.md, "Receiving address"). */
export function AddressRotation({ own: { chain, count } }: { readonly own: ReceivingAddress }) {
  const t = useText();
  const { isOnline } = useOnline();
  const draw = useNewAddress(chain);
  return (
    <section className="rounded-btn bg-field-chip px-4 py-3 type-sm">
      <h2 className="type-sm-b">{t('receive.rotateTitle', { count })}</h2>
      <p>{t('receive.rotate')}</p>
      <Button size="small" kind="field" className="mt-2" isDisabled={!isOnline} onPress={draw}>
        {t('receive.addressNew')}
      </Button>
    </section>
  );
}

import { invalidateAddresses } from '../../domain/chain/deposit-queries.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useText } from '../../lib/text/i18n.ts';

/** Draws another address on a chain; a "no" is said. */
export function useNewAddress(chain: string): () => Promise<void> {
  const t = useText();
  const draw = useIntent('wallet/address/new');
  return async () => {
    const result = await draw.send({ chain }, { showErrors: true, disableLoading: true });
    if (!result.ok) return;
    await invalidateAddresses();
    showToast({ text: t('receive.addressMade') });
  };
}

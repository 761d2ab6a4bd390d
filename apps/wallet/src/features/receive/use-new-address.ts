import { invalidateAddresses } from '../../lib/deposit-queries.ts';
import { useText } from '../../lib/i18n.ts';
import { useIntent } from '../../lib/intent.ts';
import { showToast } from '../../lib/toasts.ts';

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

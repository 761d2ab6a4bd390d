import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import type { TransferFormState } from './use-transfer-form.ts';

/** The way to everybody who was paid before; what is typed here stays for the way back. */
export function AddressBookLink({ form: { currency, network } }: { readonly form: TransferFormState }) {
  const t = useText();
  const search = {
    ...(currency === '' ? {} : { currency }),
    chain: network === undefined ? 'internal' : network.chain,
  };
  return linkTo(paths.recipient(search))({
    className: 'inline-flex items-center gap-1 text-action text-brand-text',
    children: (
      <>
        <Icon name="address-book" size={18} />
        {t('shell.title.payee')}
      </>
    ),
  });
}

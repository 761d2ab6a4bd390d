import { useWideLayout } from '../../../lib/device/use-wide-layout.ts';
import { networkText } from '../../../lib/http/network.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { CoinIcon } from '../../../ui/base/coin.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import type { TransferFormState } from './use-transfer-form.ts';

/** What is sent over which chain. Phones choose the coin beside the amount, and need no field for the only network. */
export function NetworkFields({ form }: { readonly form: TransferFormState }) {
  const t = useText();
  const isWide = useWideLayout();
  const { balances, currency, networks, network } = form;
  if (network === undefined || (!isWide && networks.length < 2)) return null;
  const options = networks.map((one) => ({ value: one.chain, label: networkText(one) }));
  return (
    <div className="grid grid-cols-1 gap-4 wide:grid-cols-2">
      {isWide ? (
        <SelectField
          label={t('transfer.currency')}
          left={<CoinIcon ticker={currency} size={28} />}
          options={balances.map((row) => ({ value: row.currency, label: row.currency }))}
          value={currency}
          onChange={(event) => form.set('currency', event.target.value)}
        />
      ) : null}
      <SelectField
        label={t('transfer.network')}
        options={options}
        value={network.chain}
        onChange={(event) => form.set('chain', event.target.value)}
      />
    </div>
  );
}

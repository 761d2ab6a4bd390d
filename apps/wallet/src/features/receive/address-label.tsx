import { useState } from 'react';

import { invalidateAddresses, type LabelledAddress } from '../../domain/chain/deposit-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useText } from '../../lib/text/i18n.ts';
import { AddressText } from '../../ui/address/address-text.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Field } from '../../ui/field/field.tsx';

const labelMax = 40;

type LabelProps = { readonly own: LabelledAddress; readonly onDone: () => void };

/** What the person calls one of the own addresses. */
export function AddressLabel({ own, onDone }: LabelProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const [label, setLabel] = useState(own.label ?? '');
  const intent = useIntent('wallet/address/label');
  async function save(): Promise<void> {
    const result = await intent.send(
      { id: own.id, label: label.trim() },
      { showErrors: true, disableLoading: true },
    );
    if (!result.ok) return;
    await invalidateAddresses();
    onDone();
  }
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!intent.isSending && isOnline) void save();
      }}
    >
      <p>
        <AddressText address={own.address} />
      </p>
      <Field
        name="label"
        label={t('receive.addressLabel')}
        hint={t('receive.addressLabelHint')}
        autoComplete="off"
        maxLength={labelMax}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <Button kind="primary" type="submit" isBusy={intent.isSending} isDisabled={!isOnline}>
        {t('receive.addressLabelSave')}
      </Button>
    </form>
  );
}

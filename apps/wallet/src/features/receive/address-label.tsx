import { useState } from 'react';

import { invalidateAddresses, type OwnAddress } from '../../lib/deposit-queries.ts';
import { useText } from '../../lib/i18n.ts';
import { useIntent } from '../../lib/intent.ts';
import { useOnline } from '../../lib/online.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

const labelMax = 40;

type LabelProps = { readonly own: OwnAddress; readonly onDone: () => void };

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

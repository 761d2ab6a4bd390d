import { useState } from 'react';

import { RechargeLink } from '../../../domain/chain/recharge-link.tsx';
import { showCoin } from '../../../lib/text/format.ts';
import { currentLanguage, useText } from '../../../lib/text/i18n.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { SkeletonBar } from '../../../ui/base/skeleton.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { AmountField } from '../../../ui/money/amount-field.tsx';
import { MoneyText } from '../../../ui/money/money-text.tsx';
import { useQuoteEstimate } from '../quote/use-terms.ts';
import { AddressRecipient } from './address-recipient.tsx';
import { CoinSheet } from './coin-sheet.tsx';
import { limitsText } from './form-problems.ts';
import { NetworkFields } from './network-fields.tsx';
import { maxEntry } from './order.ts';
import { PayeeField } from './payee-field.tsx';
import { amountDecimal, type TransferFormState } from './use-transfer-form.ts';

/** To, amount, the amount again, note: in the order in which a person thinks of them. */
export function TransferFields({
  form,
  refusal,
}: {
  readonly form: TransferFormState;
  /** Why the last order was refused, if it was. */
  readonly refusal: string | undefined;
}) {
  const t = useText();
  return (
    <div className="grid grid-cols-1 gap-4">
      {form.form.mode === 'onChain' ? (
        <>
          <NetworkFields form={form} />
          <AddressRecipient form={form} />
        </>
      ) : (
        <PayeeField form={form} />
      )}
      <TransferAmount form={form} refusal={refusal} />
      <div className="grid grid-cols-1 gap-4 wide:grid-cols-2">
        <Field
          name="again"
          label={t('transfer.again')}
          error={form.errors.again}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          isNumeric
          value={form.form.again}
          onChange={(event) => form.set('again', event.target.value)}
          onBlur={() => form.leave('again')}
          right={form.isRepeatedRight ? <RepeatedRight /> : null}
        />
        <Field
          name="note"
          label={t('transfer.note')}
          labelEnd={t('shell.optional')}
          placeholder={t('transfer.noteHint')}
          error={form.errors.note}
          autoComplete="off"
          enterKeyHint="done"
          value={form.form.note}
          onChange={(event) => form.set('note', event.target.value)}
          onBlur={() => form.leave('note')}
        />
      </div>
    </div>
  );
}

function RepeatedRight() {
  const t = useText();
  return (
    <span className="flex-none text-ok" role="img" aria-label={t('transfer.againMatches')}>
      <Icon name="check-circle-fill" size={22} />
    </span>
  );
}

function TransferAmount({
  form,
  refusal,
}: {
  readonly form: TransferFormState;
  readonly refusal: string | undefined;
}) {
  const t = useText();
  const [isPicking, setPicking] = useState(false);
  const { terms, currency, leftToday } = form;
  const estimate = useQuoteEstimate(currency, amountDecimal(form));
  const isShort =
    refusal === 'insufficient_balance' || (form.amount?.ok === false && form.amount.reason === 'balance');
  return (
    <div>
      <AmountField
        name="amount"
        label={t('transfer.amount')}
        labelEnd={<Available form={form} />}
        hint={terms === undefined || leftToday === undefined ? ' ' : limitsText(t, terms, leftToday)}
        error={form.errors.amount}
        value={form.form.amount}
        onChange={(typed) => form.set('amount', typed)}
        onBlur={() => form.leave('amount')}
        fiat={estimate === undefined ? undefined : t('transfer.approx', { amount: estimate })}
        asset={{
          ticker: currency,
          pickLabel: `${t('transfer.currency')}: ${currency}`,
          onPick: () => setPicking(true),
        }}
        max={{
          label: t('transfer.max'),
          isDisabled: terms === undefined || maxEntry(terms, currentLanguage()) === '',
          onPress: () => {
            if (terms !== undefined) form.set('amount', maxEntry(terms, currentLanguage()));
          },
        }}
      />
      {isShort && form.errors.amount !== undefined ? <RechargeLink currency={currency} /> : null}
      <CoinSheet
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        form={form}
        onPick={(picked) => {
          form.set('currency', picked);
          setPicking(false);
        }}
      />
    </div>
  );
}

function Available({ form: { terms } }: { readonly form: TransferFormState }) {
  const t = useText();
  if (terms === undefined) return <SkeletonBar width={120} />;
  const { available, currency, decimals } = terms;
  const [before = '', after = ''] = t('transfer.available', { amount: '\u0000' }).split('\u0000');
  return (
    <>
      {before}
      <MoneyText parts={showCoin(available, currency, { decimalsMin: decimals })} />
      {after}
    </>
  );
}

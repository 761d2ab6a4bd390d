import { parseUnits } from '@marigold/money/amount';
import { readEntry } from '@marigold/money/entry';
import { useId, useState } from 'react';

import { currentLanguage, type Say, useText } from '../../lib/text/i18n.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { Button } from '../../ui/base/button.tsx';
import { AmountField } from '../../ui/money/amount-field.tsx';

type Asset = { readonly currency: string; readonly scale: number };
type AmountSheetProps = {
  readonly asset: Asset;
  /** What is asked for now, a decimal string. */
  readonly amount: string | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The amount as a decimal string; undefined asks for none. */
  readonly onDone: (amount: string | undefined) => void;
};

/** Asks for the amount that the code shall ask for. */
export function AmountSheet({ asset, amount, isOpen, onClose, onDone }: AmountSheetProps) {
  const t = useText();
  return (
    <ScreenSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('receive.amountTitle')}
      foot={
        amount === undefined ? null : (
          <Button kind="secondary" onPress={() => onDone(undefined)}>
            {t('receive.amountClear')}
          </Button>
        )
      }
    >
      <AmountForm key={asset.currency} asset={asset} onDone={onDone} />
    </ScreenSheet>
  );
}

function AmountForm({ asset, onDone }: Pick<AmountSheetProps, 'asset' | 'onDone'>) {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      id={id}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readAmount(t, typed, asset);
        if ('error' in read) setError(read.error);
        else onDone(read.amount);
      }}
    >
      <AmountField
        name="amount"
        label={t('receive.amountLabel')}
        error={error}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setError(undefined);
        }}
        asset={{ ticker: asset.currency }}
      />
      <Button kind="primary" type="submit" form={id}>
        {t('receive.amountUse')}
      </Button>
    </form>
  );
}

function readAmount(
  t: Say,
  typed: string,
  { currency, scale }: Asset,
): { readonly amount: string } | { readonly error: string } {
  const entry = readEntry(typed, currentLanguage(), scale);
  if (entry.ok && (parseUnits(entry.decimal, scale) ?? 0n) > 0n) return { amount: entry.decimal };
  if (!entry.ok && entry.reason === 'comma') return { error: t('receive.amountComma') };
  if (!entry.ok && entry.reason === 'decimals')
    return { error: t('receive.amountDecimals', { currency, scale }) };
  return { error: t('receive.amountError') };
}

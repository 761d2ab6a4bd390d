import type { EntryReason } from '@marigold/money/entry';
import { useId, useState } from 'react';

import { useCurrencies } from '../../domain/asset/asset-queries.ts';
import { ageText, coinText, fiatName, fiatText } from '../../lib/text/format.ts';
import { currentLanguage, type Say, useText } from '../../lib/text/i18n.ts';
import { Card } from '../../ui/base/card.tsx';
import { CoinIcon } from '../../ui/base/coin.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { Field } from '../../ui/field/field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { isStale, type ListedRate, type ListedRates } from './age.ts';
import { convert, type ConvertSide, type TypedAmount } from './convert.ts';

type ConverterProps = {
  readonly rates: ListedRates;
  readonly ageOf: (rate: ListedRate) => number;
  readonly base: string;
  readonly onBase: (base: string) => void;
};

/** What an amount comes to, typed on either side: the side typed last leads, the other follows. */
export function Converter({ rates, ageOf, base, onBase }: ConverterProps) {
  const t = useText();
  const heading = useId();
  const [typed, setTyped] = useState<TypedAmount>({ side: 'base', text: '1' });
  const currencies = useCurrencies();
  const rate = rates.list.find((one) => one.base === base);
  const baseDecimals = currencies.data?.list.find(({ code }) => code === base)?.decimals ?? 2;
  const pair =
    rate === undefined ? undefined : { key: rate.pair, quote: rate.quote, rate: rate.rate, baseDecimals };
  const converted = convert(typed, pair, currentLanguage());
  const field = (side: ConvertSide, currency: string) => (
    <Field
      label={t('rate.amount', { currency })}
      inputMode="decimal"
      autoComplete="off"
      isNumeric
      maxLength={40}
      value={typed.side === side ? typed.text : converted.ok ? converted.other : ''}
      error={typed.side === side && !converted.ok ? reasonText(t, converted.reason) : undefined}
      onChange={(event) => setTyped({ side, text: event.target.value })}
    />
  );
  return (
    <section aria-labelledby={heading}>
      <Card>
        <h2 id={heading} className="type-3 pb-3">
          {t('rate.converter')}
        </h2>
        <div className="grid gap-3 wide:grid-cols-3">
          <SelectField
            label={t('rate.currency')}
            left={<CoinIcon ticker={base} size={28} />}
            options={rates.list.map((one) => ({ value: one.base, label: optionText(one) }))}
            value={base}
            onChange={(event) => onBase(event.target.value)}
          />
          <div className="grid grid-cols-2 gap-3 items-start wide:col-span-2">
            {field('base', base)}
            {field('quote', rates.fiat)}
          </div>
        </div>
        <PairLine rate={rate} base={base} ageOf={ageOf} />
      </Card>
    </section>
  );
}

/** What one of it is worth, and how long ago that was. */
function PairLine({
  rate,
  base,
  ageOf,
}: Pick<ConverterProps, 'base' | 'ageOf'> & { readonly rate: ListedRate | undefined }) {
  const t = useText();
  if (rate === undefined)
    return <p className="type-sm text-ink-3 pt-3">{t('rate.gone', { currency: base })}</p>;
  const age = ageOf(rate);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 type-sm text-ink-3 pt-3">
      <span>
        {t('rate.one', {
          one: coinText('1', base),
          many: fiatText(rate.rate, rate.quote, { decimalsMin: 2 }),
        })}
      </span>
      <span>{ageText(age)}</span>
      {isStale(rate, age) ? <Tag tone="warn">{t('rate.stale')}</Tag> : null}
    </p>
  );
}

function optionText({ base, kind, name }: ListedRate): string {
  return `${base} · ${kind === 'fiat' ? fiatName(base) : name}`;
}

function reasonText(t: Say, reason: EntryReason): string {
  return t(reason === 'comma' ? 'rate.amountComma' : 'rate.amountError');
}

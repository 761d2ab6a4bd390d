import '../../../ui/base/card.css';
import type { CardProductItem } from '../../../domain/card/card-queries.ts';
import { fiatText, sumText } from '../../../lib/text/format.ts';
import { type Say, useText } from '../../../lib/text/i18n.ts';
import { shareInPercent } from '../../../lib/text/share-in-percent.ts';
import { SectionHead } from '../../../ui/base/section-head.tsx';
import { type KeyValue, KeyValues } from '../../../ui/list/key-values.tsx';

type FactsProps = { readonly product: CardProductItem };

/** Every fee and limit of a card, and what it is. */
export function ProductFacts({ product }: FactsProps) {
  const t = useText();
  return (
    <>
      <Facts title={t('card.fees')} rows={feeRows(t, product)} />
      <Facts title={t('card.limits')} rows={limitRows(t, product)} />
      <Facts title={t('card.about')} rows={aboutRows(t, product)} />
    </>
  );
}

function Facts({ title, rows }: { readonly title: string; readonly rows: readonly KeyValue[] }) {
  return (
    <section>
      <SectionHead isQuiet title={title} />
      <div className="card">
        <KeyValues isTight rows={rows} />
      </div>
    </section>
  );
}

/** Each currency that it can be paid in, with its amount; nothing to pay is free. */
export function cardPriceText(t: Say, prices: CardProductItem['prices']): string {
  if (prices.length === 0) return t('card.free');
  return prices.map(({ amount, currency }) => sumText(amount, currency)).join(' / ');
}

function feeRows(t: Say, { prices, fees, currency }: CardProductItem): KeyValue[] {
  return [
    { key: t('card.fee.card'), value: cardPriceText(t, prices) },
    { key: t('card.fee.recharge'), value: shareInPercent(fees.recharge) },
    { key: t('card.fee.purchase'), value: shareInPercent(fees.purchase) },
    { key: t('card.fee.atm'), value: shareInPercent(fees.atm) },
    {
      key: t('card.fee.foreign'),
      value: fees.foreign === null ? t('card.fee.ofTheDay') : shareInPercent(fees.foreign),
    },
    { key: t('card.fee.monthly'), value: fiatText(fees.monthly, currency) },
  ];
}

function limitRows(t: Say, { dailyLimit, rechargeMin, rechargeMax, currency }: CardProductItem): KeyValue[] {
  return [
    { key: t('card.fact.dailyLimit'), value: fiatText(dailyLimit, currency) },
    { key: t('card.limit.rechargeMin'), value: fiatText(rechargeMin, currency) },
    { key: t('card.limit.rechargeMax'), value: fiatText(rechargeMax, currency) },
  ];
}

function aboutRows(t: Say, { form, network, currency, pinDigits, mailDays }: CardProductItem): KeyValue[] {
  const { min, max } = pinDigits;
  return [
    { key: t('card.kind'), value: t(`card.kind.${form}`) },
    { key: t('card.network'), value: <span translate="no">{network}</span> },
    { key: t('card.currency'), value: currency },
    {
      key: t('card.pin'),
      value: min === max ? t('card.pin.exact', { digits: min }) : t('card.pin.range', { min, max }),
    },
    ...(mailDays === null ? [] : [{ key: t('card.mail'), value: t('card.mail.within', { days: mailDays }) }]),
  ];
}

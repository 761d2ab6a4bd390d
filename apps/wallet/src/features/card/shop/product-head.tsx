import type { CardProductItem } from '../../../domain/card/card-queries.ts';
import { sumText } from '../../../lib/text/format.ts';
import { type Say, useText } from '../../../lib/text/i18n.ts';
import { CardFace } from '../../../ui/card-face/card-face.tsx';

/** The art of a card, its name, and what it costs once. */
export function ProductHead({ product }: { readonly product: CardProductItem }) {
  const t = useText();
  const { design, name, prices } = product;
  const [first] = prices;
  return (
    <>
      <CardFace design={design} size="full" label={t('card.faceOf', { name })} />
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="type-2">{name}</h2>
        <b className="num type-2">
          {first === undefined ? t('card.free') : sumText(first.amount, first.currency)}
        </b>
      </div>
      <div className="mt-0.5 flex flex-wrap justify-between gap-x-4 type-sm text-ink-2">
        <p>{arrivalText(t, product)}</p>
        {first === undefined ? null : <p>{t('card.oneTime')}</p>}
      </div>
    </>
  );
}

/** How a card comes: "USD · mailed within 30 days". */
export function arrivalText(
  t: Say,
  { currency, mailDays }: Pick<CardProductItem, 'currency' | 'mailDays'>,
): string {
  return mailDays === null ? t('card.virtual', { currency }) : t('card.mailed', { currency, days: mailDays });
}

import '../../../ui/base/card.css';
import type { CardProductItem } from '../../../domain/card/card-queries.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { CardFace } from '../../../ui/card-face/card-face.tsx';
import { KeyValues } from '../../../ui/list/key-values.tsx';
import { cardPriceText } from '../shop/product-facts.tsx';
import { arrivalText } from '../shop/product-head.tsx';

/** The card that an application is for, with its price: beside the form. */
export function ProductSummary({ product }: { readonly product: CardProductItem }) {
  const t = useText();
  return (
    <section className="card mt-3 wide:mt-0">
      <CardLine design={product.design} name={product.name} detail={arrivalText(t, product)} />
      <div className="mt-3 border-t border-line pt-1">
        <KeyValues
          isTight
          rows={[
            { key: t('card.fee.card'), value: cardPriceText(t, product.prices) },
            { key: t('card.issuedBy'), value: product.issuer.name },
          ]}
        />
      </div>
      <p className="mt-2 type-sm text-ink-3">{t('card.pay.refund')}</p>
    </section>
  );
}

type LineProps = Pick<CardProductItem, 'design' | 'name'> & { readonly detail: string };

/** A card in one line: its face in small, its name, and a word about it. */
export function CardLine({ design, name, detail }: LineProps) {
  return (
    <div className="flex items-center gap-3.5">
      <div className="w-18 flex-none">
        <CardFace design={design} size="mini" />
      </div>
      <div className="min-w-0">
        <h2 className="type-body-b">{name}</h2>
        <p className="type-sm text-ink-2">{detail}</p>
      </div>
    </div>
  );
}

import '../../../ui/base/card.css';
import { cardMailDays } from '@marigold/partners/card-states';

import { regionName } from '../../../domain/account/countries.ts';
import type { CardApplication } from '../../../domain/card/card-queries.ts';
import { momentText } from '../../../lib/text/format.ts';
import { type Say, useText } from '../../../lib/text/i18n.ts';
import { KeyValues } from '../../../ui/list/key-values.tsx';
import { CardLine } from '../order/product-summary.tsx';
import { cardPriceText } from '../shop/product-facts.tsx';

/** What is ordered: the card, the name on it, where it goes, its price, and until when it can be paid. */
export function OrderSummary({ application }: { readonly application: CardApplication }) {
  const t = useText();
  const { design, name, latinName, delivery, prices, expires, channel } = application;
  return (
    <section className="card mt-3 wide:mt-0">
      <CardLine
        design={design}
        name={name}
        detail={
          delivery === null
            ? t('card.kind.virtual')
            : t(delivery.method === 'mail' ? 'card.mailedWithin' : 'card.readyWithin', { days: cardMailDays })
        }
      />
      <div className="mt-3 border-t border-line pt-1">
        <KeyValues
          isTight
          rows={[
            { key: t('card.field.latinName'), value: <span translate="no">{latinName}</span> },
            ...(delivery === null
              ? []
              : [{ key: t(`card.method.${delivery.method}`), value: placeText(delivery) }]),
            { key: t('card.issuedBy'), value: channel },
            { key: t('card.fee.card'), value: cardPriceText(t, prices) },
            ...(expires === null ? [] : [payByRow(t, expires)]),
          ]}
        />
      </div>
    </section>
  );
}

function payByRow(t: Say, expires: number) {
  return { key: t('card.pay.by'), value: <span className="num">{momentText(expires)}</span> };
}

/** Where a card goes, in one line. */
function placeText(delivery: NonNullable<CardApplication['delivery']>): string {
  const { recipient, line, postal, city, country } = delivery;
  return [recipient, line, postal, city, regionName(country)].filter((part) => part !== null).join(', ');
}

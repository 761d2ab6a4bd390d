import '../../../ui/base/card.css';
import type { CardApplication } from '../../../domain/card/card-queries.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Button } from '../../../ui/base/button.tsx';
import { cardPriceText } from '../shop/product-facts.tsx';

/** Why an application is over, and where the money is. */
export function EndedCard({ application }: { readonly application: CardApplication }) {
  const t = useText();
  const { reason, isPaid, isRefunded, prices } = application;
  const amount = cardPriceText(t, prices);
  return (
    <section className="card mt-4">
      {reason === null ? null : <p>{t(`card.reason.${reason}`)}</p>}
      <p className="mt-1 text-ink-2">
        {isRefunded
          ? t('card.money.refunded', { amount })
          : t(isPaid ? 'card.money.onItsWay' : 'card.money.none', { amount })}
      </p>
    </section>
  );
}

/** What was paid, as the bills have it; nothing where nothing was. */
export function BillLink({ billId }: Pick<CardApplication, 'billId'>) {
  const t = useText();
  return billId === null ? null : (
    <div className="mt-3">
      <Button kind="surface" icon="receipt" link={linkTo(paths.billDetail(billId))}>
        {t('card.bill')}
      </Button>
    </div>
  );
}

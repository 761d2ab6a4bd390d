import '../../ui-market/tone.css';
import { assetsOf } from '@marigold/contract/rules/pair';

import { orderStateLook } from '../../domain/order/order-look.ts';
import { orderRowWords } from '../../domain/order/order-words.ts';
import type { Order } from '../../domain/order/trade-queries.ts';
import { showCoin, showSum } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FillRing } from '../../ui-market/order-row.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';

/** What was wanted and how much of it is done, in one glance. */
export function OrderHero({ order }: { readonly order: Order }) {
  const t = useText();
  const { pair, kind, tone, filled } = orderRowWords(t, order);
  const { base, quote } = assetsOf(order.symbol);
  const wanted = order.amount === null ? showSum(order.total ?? '0', quote) : showCoin(order.amount, base);
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2">
      <span className="flex-none" role="status">
        <FillRing size={72} tone={tone} {...filled} />
      </span>
      <div className="max-w-full">
        <p className="type-sm text-ink-2">{`${pair} · ${t(`orders.state.${orderStateLook(order)}`)}`}</p>
        <p>
          <MoneyText size="title" parts={wanted} />
        </p>
        <p className={`type-sm tone-${tone}`}>{kind}</p>
      </div>
    </header>
  );
}

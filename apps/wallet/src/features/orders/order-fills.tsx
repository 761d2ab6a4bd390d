import { assetsOf } from '@marigold/contract/rules/pair';

import { fillRowWords } from '../../domain/order/order-words.ts';
import { type Fill, type OrderDetail, useFills } from '../../domain/order/trade-queries.ts';
import { listEnd } from '../../lib/query/list-end.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { momentText, sumText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FillItem } from '../../ui-market/fill-row.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { ListEnd } from '../../ui/list/list-end.tsx';
import { List } from '../../ui/list/list.tsx';

/** As many as the answer about an order holds; whoever has more reads them page by page. */
const fillsMax = 100;

/** The trades of one order, newest first. */
export function OrderFills({ detail: { order, fills } }: { readonly detail: OrderDetail }) {
  const t = useText();
  return (
    <section>
      <SectionHead title={t('orders.fills')} />
      {fills.length === 0 ? <p className="type-sm text-ink-3 px-1">{t('orders.fills.none')}</p> : null}
      {fills.length > 0 && fills.length < fillsMax ? <FillRows fills={fills} /> : null}
      {fills.length >= fillsMax ? <ManyFills orderId={order.orderId} first={fills} /> : null}
    </section>
  );
}

function ManyFills({ orderId, first }: { readonly orderId: string; readonly first: readonly Fill[] }) {
  const t = useText();
  const read = useFills({ orderId });
  return (
    <>
      <FillRows fills={read.data?.pages.flatMap(({ list }) => list) ?? first} />
      <ListEnd {...listEnd(read, t)} />
    </>
  );
}

function FillRows({ fills }: { readonly fills: readonly Fill[] }) {
  const t = useText();
  return (
    <List label={t('orders.fills')}>
      {fills.map((fill) => {
        const { tone, detail } = fillRowWords(t, fill);
        return (
          <FillItem
            key={fill.tradeId}
            kind={t(`orders.role.${fill.role}`)}
            tone={tone}
            detail={detail}
            value={sumText(fill.total, assetsOf(fill.symbol).quote)}
            valueDetail={momentText(fill.time)}
            link={linkTo(paths.fill(fill.tradeId))}
          />
        );
      })}
    </List>
  );
}

import './own-orders.css';
import type { Market } from '@marigold/contract/calls/market';
import { type ReactNode, useState } from 'react';

import { orderRowWords } from '../../../domain/order/order-words.ts';
import {
  type Order,
  useCancelOrder,
  useOpenOrders,
  useOrderHistory,
} from '../../../domain/order/trade-queries.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { useSession } from '../../../lib/device/session.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../../screen/when-read.tsx';
import { OrderItem } from '../../../ui-market/order-row.tsx';
import { IconButton } from '../../../ui/base/icon-button.tsx';
import { LineTabs } from '../../../ui/field/line-tabs.tsx';
import { List } from '../../../ui/list/list.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';

type OwnOrdersProps = { readonly market: Market };

/** Older ones are in the record. */
const historyMax = 20;

/** The phone's list under form and book: open orders with their way back, and what is over. */
export function OwnOrders({ market }: OwnOrdersProps) {
  const t = useText();
  const { hasLogin } = useSession();
  const [tab, setTab] = useState<'open' | 'history'>('open');
  const open = useOpenOrders(market.symbol);
  const history = useOrderHistory({ symbol: market.symbol, status: 'over' }, hasLogin && tab === 'history');
  const openCount = open.data?.pages.flatMap(({ list }) => list).length ?? 0;
  return (
    <section className="own-orders pt-4" aria-label={t('trade.orders.tabs')}>
      <LineTabs
        label={t('trade.orders.tabs')}
        options={[
          {
            value: 'open',
            label:
              openCount === 0
                ? t('trade.orders.open')
                : t('trade.orders.openCount', { count: String(openCount) }),
          },
          { value: 'history', label: t('trade.orders.history') },
        ]}
        value={tab}
        onChange={setTab}
        end={
          hasLogin ? (
            <IconButton
              icon="list-magnifying-glass"
              size={20}
              label={t('trade.orders.all')}
              link={linkTo(paths.tradeBills({ pair: market.symbol }))}
            />
          ) : null
        }
      />
      {hasLogin ? (
        <Orders market={market} list={tab === 'open' ? open : history} tab={tab} />
      ) : (
        <p className="type-sm text-ink-3 py-6 text-center">{t('trade.orders.login')}</p>
      )}
    </section>
  );
}

export type OrderListName = Pick<ReturnType<typeof useOpenOrders>, 'data' | 'error' | 'refetch'>;

/** The orders of a list, or why there are none; `ready` draws them. */
export function OrdersState({
  list,
  tab,
  ready,
}: {
  readonly list: OrderListName;
  readonly tab: 'open' | 'history';
  readonly ready: (orders: readonly Order[]) => ReactNode;
}) {
  const t = useText();
  const orders = list.data?.pages.flatMap((page) => page.list);
  if (orders === undefined) {
    if (list.error === null) return <WaitingRows rows={2} />;
    return <ReadFailed isInline error={list.error} reason={t('orders.failed')} onRetry={list.refetch} />;
  }
  if (orders.length === 0)
    return (
      <EmptyState title={t(`orders.empty.${tab}.title`)} reason={t(`orders.empty.${tab}.text`)} isInline />
    );
  return ready(orders);
}

type OrdersProps = OwnOrdersProps & { readonly list: OrderListName; readonly tab: 'open' | 'history' };

function Orders({ market, list, tab }: OrdersProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const { cancel, isCancelling } = useCancelOrder();
  return (
    <OrdersState
      list={list}
      tab={tab}
      ready={(orders) => (
        <List label={t('trade.orders.tabs')}>
          {orders.slice(0, tab === 'history' ? historyMax : orders.length).map((order) => (
            <OrderItem
              key={order.orderId}
              {...orderRowWords(t, order)}
              link={linkTo(paths.order(order.orderId))}
              cancel={
                order.status === 'wait'
                  ? {
                      label: t('orders.cancel'),
                      busyLabel: t('orders.cancelling'),
                      isBusy: isCancelling(order.orderId),
                      isOff: !isOnline || market.state === 'disabled',
                      onPress: async () => await cancel(order.orderId),
                    }
                  : undefined
              }
            />
          ))}
        </List>
      )}
    />
  );
}

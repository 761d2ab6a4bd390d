import { orderStateLook } from '../../domain/order/order-look.ts';
import { fillRowWords, orderRowWords } from '../../domain/order/order-words.ts';
import { type Fill, type Order, useCancelOrder } from '../../domain/order/trade-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths, type TradeBillsSearch } from '../../lib/route/paths.ts';
import { clockText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FillItem } from '../../ui-market/fill-row.tsx';
import { OrderItem } from '../../ui-market/order-row.tsx';
import { NoTrades } from './no-trades.tsx';
import { type EndlessRead, TradeList } from './trade-list.tsx';

type ListProps = {
  readonly search: TradeBillsSearch;
  readonly read: EndlessRead;
  readonly selected: string | undefined;
  readonly isWide: boolean;
};

/** On wide screens what is chosen stands beside the list, in place of the one before; elsewhere on a page of its own. */
function linkOf({ search: { id: _id, ...filters }, isWide }: ListProps, id: string, address: string) {
  return linkTo(isWide ? paths.tradeBills({ ...filters, id }) : address, { isReplacing: isWide });
}

/** Orders by days. Open ones can be taken back from here, one by one. */
export function OrderList({
  orders,
  ...props
}: ListProps & { readonly orders: readonly Order[] | undefined }) {
  const t = useText();
  const { isOnline } = useOnline();
  const { cancel, isCancelling } = useCancelOrder();
  const { search, read, selected } = props;
  const { id: _id, ...filters } = search;
  return (
    <TradeList
      listKey={paths.tradeBills(filters)}
      read={read}
      rows={orders?.map((order) => ({ id: order.orderId, time: order.time, order }))}
      empty={<NoTrades search={search} />}
      row={({ id, order }) => (
        <OrderItem
          {...orderRowWords(t, order)}
          isSelected={id === selected}
          link={linkOf(props, id, paths.order(id))}
          {...(order.status === 'wait'
            ? {
                cancel: {
                  label: t('orders.cancel'),
                  busyLabel: t('orders.cancelling'),
                  isBusy: isCancelling(id),
                  isOff: !isOnline,
                  onPress: () => void cancel(id),
                },
              }
            : { value: t(`orders.state.${shortStateOf(order)}`), valueDetail: clockText(order.time) })}
        />
      )}
    />
  );
}

/** Beside the ring that says how much was filled, cancelled is word enough. */
function shortStateOf(order: Order) {
  const state = orderStateLook(order);
  return state === 'partlyCancelled' ? 'cancelled' : state;
}

/** Fills by days. */
export function FillList({ fills, ...props }: ListProps & { readonly fills: readonly Fill[] | undefined }) {
  const t = useText();
  const { search, read, selected } = props;
  const { id: _id, ...filters } = search;
  return (
    <TradeList
      listKey={paths.tradeBills(filters)}
      read={read}
      rows={fills?.map((fill) => ({ id: fill.tradeId, time: fill.time, fill }))}
      empty={<NoTrades search={search} />}
      row={({ id, fill }) => (
        <FillItem
          {...fillRowWords(t, fill)}
          isSelected={id === selected}
          link={linkOf(props, id, paths.fill(id))}
        />
      )}
    />
  );
}

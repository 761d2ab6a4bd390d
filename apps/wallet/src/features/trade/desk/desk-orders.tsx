import '../../../ui-market/tone.css';
import './desk.css';
import type { Market } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';
import { useState } from 'react';

import { filledPercent, orderTone } from '../../../domain/order/order-look.ts';
import { kindText, orderPriceText, remainedLines, wantedText } from '../../../domain/order/order-words.ts';
import {
  type CancelAllOutcome,
  type Order,
  type TradeConfig,
  useCancelOrder,
  useFills,
  useOpenOrders,
  useOrderHistory,
} from '../../../domain/order/trade-queries.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { useSession } from '../../../lib/device/session.ts';
import { PageLink } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { dateTimeText, percentText, sumText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { DenseTable } from '../../../ui-market/dense-table.tsx';
import { Note } from '../../../ui/base/note.tsx';
import { LineTabs } from '../../../ui/field/line-tabs.tsx';
import { totalOf } from '../form/order-math.ts';
import { CancelAllOfMarket } from '../own/cancel-all.tsx';
import { OrdersState } from '../own/own-orders.tsx';
import { DeskFills } from './desk-fills.tsx';

type DeskOrdersProps = { readonly market: Market; readonly config: TradeConfig | undefined };

const tabs = ['open', 'history', 'fills', 'balances'] as const;
type Tab = (typeof tabs)[number];

/** Own orders, trades and balances of a market as tables. */
export function DeskOrders({ market, config }: DeskOrdersProps) {
  const t = useText();
  const { hasLogin } = useSession();
  const [tab, setTab] = useState<Tab>('open');
  const { symbol } = market;
  const open = useOpenOrders(symbol);
  const history = useOrderHistory({ symbol, status: 'over' }, hasLogin && tab === 'history');
  const fills = useFills({ symbol }, hasLogin && tab === 'fills');
  const [outcome, setOutcome] = useState<CancelAllOutcome>();
  const remained = outcome === undefined ? [] : remainedLines(t, outcome);
  const count = open.data?.pages.flatMap(({ list }) => list).length ?? 0;
  const label = (one: Tab) =>
    one === 'open' && count > 0
      ? t('trade.orders.openCount', { count: String(count) })
      : t(`trade.orders.${one}`);
  return (
    <>
      <LineTabs
        label={t('trade.orders.tabs')}
        options={tabs.map((one) => ({ value: one, label: label(one) }))}
        value={tab}
        onChange={setTab}
        end={
          hasLogin ? (
            <span className="flex items-center gap-4">
              {count > 0 && tab === 'open' ? (
                <CancelAllOfMarket market={market} count={count} onDone={setOutcome} />
              ) : null}
              <PageLink to={paths.tradeBills({ pair: symbol })} className="text-action text-ink-2 my-0">
                {t('trade.orders.all')}
              </PageLink>
            </span>
          ) : null
        }
      />
      {hasLogin ? (
        <div className="desk-panel-scroll">
          {tab === 'open' && remained.length > 0 ? <Note tone="warn">{remained.join(' ')}</Note> : null}
          {tab === 'open' || tab === 'history' ? (
            <OrdersState
              list={tab === 'open' ? open : history}
              tab={tab}
              ready={(orders) => <OrdersTable market={market} orders={orders} />}
            />
          ) : null}
          {tab === 'fills' ? <DeskFills fills={fills} /> : null}
          {tab === 'balances' && config !== undefined ? <Balances market={market} config={config} /> : null}
        </div>
      ) : (
        <p className="type-sm text-ink-3 py-6 text-center">{t('trade.orders.login')}</p>
      )}
    </>
  );
}

function OrdersTable({ market, orders }: { readonly market: Market; readonly orders: readonly Order[] }) {
  const t = useText();
  const { isOnline } = useOnline();
  const { cancel, isCancelling } = useCancelOrder();
  return (
    <DenseTable
      label={t('trade.orders.tabs')}
      columns={[
        { label: t('orders.column.time') },
        { label: t('orders.column.pair') },
        { label: t('orders.side') },
        { label: t('orders.column.price'), isNumber: true },
        { label: t('orders.column.amount'), isNumber: true },
        { label: t('orders.column.filled'), isNumber: true },
        { label: t('orders.column.total'), isNumber: true },
        { label: t('orders.column.action'), isNumber: true, isUnnamed: true },
      ]}
      rows={orders}
      keyOf={({ orderId }) => orderId}
      cellsOf={(order) => [
        <PageLink key="time" to={paths.order(order.orderId)} className="underline-offset-2 hover:underline">
          {dateTimeText(order.time).slice(5)}
        </PageLink>,
        pairText(market.symbol),
        <Kind key="kind" order={order} />,
        orderPriceText(t, order),
        wantedText(order),
        percentText(String(filledPercent(order)), { isClose: true }),
        order.price !== null && order.amount !== null
          ? sumText(totalOf(order.price, order.amount))
          : sumText(order.filledTotal),
        order.status === 'wait' ? (
          <button
            key="cancel"
            type="button"
            className="text-action text-brand-text"
            aria-busy={isCancelling(order.orderId) || undefined}
            disabled={!isOnline || market.state === 'disabled' || isCancelling(order.orderId)}
            aria-label={`${t('orders.cancel')} ${kindText(t, order)} ${orderPriceText(t, order)} × ${wantedText(order)}`}
            onClick={() => void cancel(order.orderId)}
          >
            {t('orders.cancel')}
          </button>
        ) : (
          t(`orders.status.${order.status}`)
        ),
      ]}
    />
  );
}

function Kind({ order }: { readonly order: Order }) {
  const t = useText();
  return (
    <span className={`tone-${orderTone(order.side)}`}>
      <span aria-hidden="true">{order.side === 'buy' ? '▲ ' : '▼ '}</span>
      {kindText(t, order)}
    </span>
  );
}

function Balances({ market, config }: { readonly market: Market; readonly config: TradeConfig }) {
  const t = useText();
  const rows = [
    { asset: market.base, available: config.availableBase },
    { asset: market.quote, available: config.availableQuote },
  ];
  return (
    <DenseTable
      label={t('trade.orders.balances')}
      columns={[{ label: t('trade.balances.asset') }, { label: t('trade.balances.free'), isNumber: true }]}
      rows={rows}
      keyOf={({ asset }) => asset}
      cellsOf={({ asset, available }) => [asset, sumText(available, asset)]}
    />
  );
}

import { useState } from 'react';

import {
  type CancelAllOutcome,
  useFills,
  useOpenOrders,
  useOrderHistory,
} from '../../domain/order/trade-queries.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { paths, type TradeBillsSearch } from '../../lib/route/paths.ts';
import { useToday } from '../../lib/text/today.ts';
import { Screen } from '../../screen/screen.tsx';
import { CancelAll } from './cancel-all.tsx';
import { FillList, OrderList } from './lists.tsx';
import { Head, type ListProps } from './record-head.tsx';
import { Panes } from './record-panes.tsx';
import { Remained } from './remained.tsx';
import { fillFilterOf, orderFilterOf } from './trade-filter.ts';
import { TradeFilters } from './trade-filters.tsx';

/** The record of trading: what is open, what was ordered, and every trade; on wide screens with one of them beside it. */
export function TradeBillsPage(search: TradeBillsSearch) {
  const isWide = useWideLayout();
  const { tab = 'open' } = search;
  const filters = isWide ? <TradeFilters search={search} /> : undefined;
  return (
    <Screen back={paths.trade()} actions={filters}>
      {tab === 'open' ? <Open search={search} isWide={isWide} /> : null}
      {tab === 'history' ? <History search={search} isWide={isWide} /> : null}
      {tab === 'fills' ? <Fills search={search} isWide={isWide} /> : null}
    </Screen>
  );
}

function Open({ search, isWide }: ListProps) {
  const open = useOpenOrders(search.pair);
  const [outcome, setOutcome] = useState<CancelAllOutcome>();
  const orders = open.data?.pages.flatMap(({ list }) => list);
  const selected = isWide ? (search.id ?? orders?.[0]?.orderId) : undefined;
  return (
    <Panes id={selected}>
      <Head
        search={search}
        isWide={isWide}
        action={
          orders === undefined || orders.length === 0 ? undefined : (
            <CancelAll orders={orders} onDone={setOutcome} />
          )
        }
      />
      {outcome === undefined ? null : <Remained outcome={outcome} />}
      <OrderList search={search} read={open} orders={orders} selected={selected} isWide={isWide} />
    </Panes>
  );
}

function History({ search, isWide }: ListProps) {
  const history = useOrderHistory(orderFilterOf(search, useToday()));
  const orders = history.data?.pages.flatMap(({ list }) => list);
  const selected = isWide ? (search.id ?? orders?.[0]?.orderId) : undefined;
  return (
    <Panes id={selected}>
      <Head search={search} isWide={isWide} />
      <OrderList search={search} read={history} orders={orders} selected={selected} isWide={isWide} />
    </Panes>
  );
}

function Fills({ search, isWide }: ListProps) {
  const fills = useFills(fillFilterOf(search, useToday()));
  const list = fills.data?.pages.flatMap((page) => page.list);
  const selected = isWide ? (search.id ?? list?.[0]?.tradeId) : undefined;
  return (
    <Panes id={selected} isFill>
      <Head search={search} isWide={isWide} />
      <FillList search={search} read={fills} fills={list} selected={selected} isWide={isWide} />
    </Panes>
  );
}

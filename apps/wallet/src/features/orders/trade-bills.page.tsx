import { type ReactNode, useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { go } from '../../lib/navigation.ts';
import { paths, type TradeBillsSearch } from '../../lib/paths.ts';
import { useToday } from '../../lib/today.ts';
import { type CancelAllOutcome, useFills, useOpenOrders, useOrderHistory } from '../../lib/trade-queries.ts';
import { useWide } from '../../lib/wide.ts';
import { Screen } from '../../screen/screen.tsx';
import { Card } from '../../ui/card.tsx';
import { TwoPane } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { CancelAll } from './cancel-all.tsx';
import { FillView } from './fill-view.tsx';
import { FillList, OrderList } from './lists.tsx';
import { OrderView } from './order-view.tsx';
import { Remained } from './remained.tsx';
import { fillFilterOf, orderFilterOf, tradeTabs } from './trade-filter.ts';
import { TradeFilters } from './trade-filters.tsx';

/** The record of trading: what is open, what was ordered, and every trade; on wide screens with one of them beside it. */
export function TradeBillsPage(search: TradeBillsSearch) {
  const isWide = useWide();
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

type HeadProps = ListProps & {
  /** What can be done with all that is listed. */
  readonly action?: ReactNode;
};

/** Which list, and beneath it on phones what it is filtered by. */
function Head({ search, isWide, action }: HeadProps) {
  const t = useText();
  return (
    <>
      <Segmented
        label={t('orders.tabs')}
        value={search.tab ?? 'open'}
        options={tradeTabs.map((value) => ({ value, label: t(`orders.tab.${value}`) }))}
        onChange={(value) => show(search, value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 pt-3">
        <div className="min-w-0">{isWide ? null : <TradeFilters search={search} />}</div>
        {action}
      </div>
    </>
  );
}

/** Another list of the same market, in place: lists are no steps to go back through. */
function show({ pair }: TradeBillsSearch, tab: (typeof tradeTabs)[number]): void {
  const kept = pair === undefined ? {} : { pair };
  go(paths.tradeBills(tab === 'open' ? kept : { ...kept, tab }), { isReplacing: true });
}

type ListProps = { readonly search: TradeBillsSearch; readonly isWide: boolean };

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

type PanesProps = {
  /** What stands beside the list. */
  readonly id: string | undefined;
  readonly isFill?: boolean;
  readonly children: ReactNode;
};

function Panes({ id, isFill = false, children }: PanesProps) {
  const pane =
    id === undefined ? null : (
      <Card className="max-h-[calc(100dvh-40px)] overflow-y-auto">
        {isFill ? <FillView key={id} id={id} isInPane /> : <OrderView key={id} id={id} isInPane />}
      </Card>
    );
  return (
    <TwoPane asideWidth={380} narrow="hidden" aside={pane}>
      {children}
    </TwoPane>
  );
}

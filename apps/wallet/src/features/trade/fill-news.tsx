import type { Market } from '@marigold/contract/market';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { pairText } from '../../lib/market-format.ts';
import { filledPercent } from '../../lib/order-look.ts';
import { useOpenOrders } from '../../lib/trade-queries.ts';

/** Many fills in a row are said once. */
const sayEveryMs = 4_000;

/** Tells readers, politely, that an open order was filled further. Prices are silent: they are read on demand. */
export function FillNews({ market }: { readonly market: Market }) {
  const t = useText();
  const { data } = useOpenOrders(market.symbol);
  const [news, setNews] = useState('');
  const known = useRef<ReadonlyMap<string, number>>(undefined);
  const timer = useRef<number>(undefined);
  const orders = data?.pages.flatMap(({ list }) => list);
  const state = orders?.map((order) => `${order.orderId} ${filledPercent(order)}`).join('|');
  const compare = useEffectEvent(() => {
    if (orders === undefined) return;
    const now = new Map(orders.map((order) => [order.orderId, filledPercent(order)]));
    const before = known.current;
    known.current = now;
    const grown = [...now].find(([id, percent]) => percent > (before?.get(id) ?? percent));
    if (grown === undefined) return;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setNews(t('trade.filled.announce', { pair: pairText(market), percent: `${grown[1]}%` }));
    }, sayEveryMs);
  });
  useEffect(() => compare(), [state]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <p className="vh" role="status">
      {news}
    </p>
  );
}

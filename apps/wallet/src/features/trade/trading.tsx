import './trading.css';
import type { Market, Side } from '@marigold/contract/calls/market';
import { lazy, Suspense, useState } from 'react';

import { useMarket } from '../../domain/market/market-queries.ts';
import { useBook } from '../../domain/market/use-book.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { Page } from '../../ui/page/page.tsx';
import { afterLayer } from '../../ui/sheet/use-back-to-close.ts';
import { BookPanel, type BookView } from './book/book-panel.tsx';
import { InfoSheet } from './book/info-sheet.tsx';
import { PairHead } from './book/pair-head.tsx';
import { PairSheet } from './book/pair-sheet.tsx';
import { LockedNote } from './form/locked-note.tsx';
import { OrderPanel } from './form/order-panel.tsx';
import { useOrderEntry } from './form/use-order-entry.ts';
import { FillNews } from './own/fill-news.tsx';
import { OwnOrders } from './own/own-orders.tsx';

const Desk = lazy(async () => ({ default: (await import('./desk/desk.tsx')).TradingDesk }));

type TradingProps = {
  /** As it was read; live from here on. */
  readonly listed: Market;
  readonly side: Side;
};

/** One market, followed and traded; the form keeps what was typed when the screen changes its width. */
export function Trading({ listed, side }: TradingProps) {
  const { symbol } = listed;
  const { market = listed, isLive } = useMarket(symbol);
  const live = useBook(symbol);
  const entry = useOrderEntry(market, live, side);
  const isWide = useWideLayout();
  const [view, setView] = useState<BookView>({ depth: 'default', layout: 'both' });
  const [sheet, setSheet] = useState<'pairs' | 'info'>();
  const head = { market, onPairs: () => setSheet('pairs'), onInfo: () => setSheet('info') };
  const panels = { market, live, entry, isWide };
  const book = { market, live, view, onView: setView, onPrice: entry.usePrice, isWide };
  return (
    <>
      {isWide ? (
        <Suspense fallback={null}>
          <Desk {...panels} head={{ ...head, isLive: isLive && live.state === 'live' }} book={book} />
        </Suspense>
      ) : (
        <Page nav={<PairHead {...head} />}>
          <LockedNote market={market} />
          <FreezeNote areas={['trade']} className="pb-3" />
          <div className="trading-split">
            <OrderPanel {...panels} />
            <BookPanel {...book} />
          </div>
          <OwnOrders market={market} />
        </Page>
      )}
      <FillNews market={market} />
      <PairSheet
        isOpen={sheet === 'pairs'}
        onClose={() => setSheet(undefined)}
        symbol={symbol}
        onPick={(next) => {
          setSheet(undefined);
          if (next !== symbol) afterLayer(() => go(paths.trade({ pair: next }), { isReplacing: true }));
        }}
      />
      <InfoSheet
        isOpen={sheet === 'info'}
        onClose={() => setSheet(undefined)}
        market={market}
        config={entry.config.data}
      />
    </>
  );
}

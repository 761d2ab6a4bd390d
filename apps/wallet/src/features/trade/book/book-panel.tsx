import '../../../ui-market/tone.css';
import '../desk/desk.css';
import './book-panel.css';
import type { Market } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';
import { useState } from 'react';

import { type BookLevels, type DepthChoice, levelRows } from '../../../domain/market/book.ts';
import { priceText, quantityText } from '../../../domain/market/price-text.ts';
import type { LiveBook } from '../../../domain/market/use-book.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { OrderBook } from '../../../ui-market/order-book.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { Tag } from '../../../ui/base/tag.tsx';
import { Chip } from '../../../ui/field/chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { BookBalance } from './book-balance.tsx';
import { DepthSheet } from './depth-sheet.tsx';
import { LastPrice } from './last-price.tsx';

/** How the book is drawn: kept while one trades, whatever the market. */
export type BookView = { readonly depth: DepthChoice; readonly layout: 'both' | 'bids' | 'asks' };

type BookPanelProps = {
  readonly market: Market;
  readonly live: LiveBook;
  readonly view: BookView;
  readonly onView: (view: BookView) => void;
  readonly onPrice: (price: string) => void;
  readonly isWide: boolean;
};

const layouts = ['both', 'bids', 'asks'] as const;
/** Rows of each side when both are drawn; one alone gets them all. */
const rowsOnPhone = 7;
const rowsOnDesk = 9;

export function BookPanel({ market, live, view, onView, onPrice, isWide }: BookPanelProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { book, state } = live;
  if (book === undefined && state === 'stale')
    return <EmptyState title={t('trade.book.away')} reason={t('trade.book.awayText')} isInline />;
  const isStale = state === 'stale';
  const depth = (
    <Chip end="caret" label={`${t('trade.depth')}: ${depthText(view.depth)}`} onPress={() => setOpen(true)}>
      {depthText(view.depth)}
    </Chip>
  );
  return (
    <div>
      {isWide ? (
        <div className="desk-panel-head">
          <h2>{t('trade.book')}</h2>
          {depth}
        </div>
      ) : null}
      {isStale ? (
        <p role="status">
          <Tag tone="warn" icon="wifi-slash-bold">
            {t('trade.book.stale')}
          </Tag>
        </p>
      ) : null}
      <Rows
        market={market}
        live={live}
        view={isWide ? { ...view, layout: 'both' } : view}
        rowsEach={isWide ? rowsOnDesk : rowsOnPhone}
        onPrice={onPrice}
      />
      {isWide ? (
        <BookBalance book={book} market={market} />
      ) : (
        <div className="book-panel-tools">
          {depth}
          <Layout layout={view.layout} onLayout={(layout) => onView({ ...view, layout })} />
        </div>
      )}
      <DepthSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        market={market}
        depth={view.depth}
        onPick={(next) => {
          setOpen(false);
          onView({ ...view, depth: next });
        }}
      />
    </div>
  );

  function depthText(one: DepthChoice): string {
    return one === 'default' ? t('trade.depth.default') : t('trade.depth.chosen', { decimals: one });
  }
}

function Layout({
  layout,
  onLayout,
}: {
  readonly layout: BookView['layout'];
  readonly onLayout: (layout: BookView['layout']) => void;
}) {
  const t = useText();
  const next = layouts[(layouts.indexOf(layout) + 1) % layouts.length] ?? 'both';
  return (
    <Chip label={t(`trade.layout.${layout}`)} onPress={() => onLayout(next)}>
      <Icon
        name="rows-bold"
        size={16}
        className={layout === 'both' ? '' : layout === 'bids' ? 'tone-up' : 'tone-down'}
      />
    </Chip>
  );
}

function Rows({
  market,
  live: { book, state },
  view: { depth, layout },
  rowsEach,
  onPrice,
}: Pick<BookPanelProps, 'market' | 'live' | 'view' | 'onPrice'> & { readonly rowsEach: number }) {
  const t = useText();
  const { base, quote } = market;
  const counts = {
    asks: layout === 'both' ? rowsEach : layout === 'asks' ? 2 * rowsEach : 0,
    bids: layout === 'both' ? rowsEach : layout === 'bids' ? 2 * rowsEach : 0,
  };
  // A grouped price is cut, so an order never takes it (spec 9).
  const canUse = depth === 'default' && state === 'live';
  const sideOf = (name: keyof BookLevels) =>
    book === undefined ? undefined : levelRows(book[name], depth, counts[name]);
  return (
    <OrderBook
      asks={sideOf('asks')}
      bids={sideOf('bids')}
      counts={counts}
      last={<LastPrice market={market} />}
      format={{
        price: (price) => priceText(price, depth === 'default' ? market.priceDecimals : Number(depth)),
        amount: (amount) => quantityText(amount, market.amountDecimals),
      }}
      words={{
        caption: t('trade.book.caption', { pair: pairText(market.symbol) }),
        price: t('trade.price', { currency: quote }),
        amount: t('trade.amount', { currency: base }),
        asks: t('trade.book.asks'),
        bids: t('trade.book.bids'),
        noAsks: t('trade.book.noAsks'),
        noBids: t('trade.book.noBids'),
        usePrice: (price) => t('trade.book.usePrice', { price }),
      }}
      onPrice={canUse ? onPrice : undefined}
      isStale={state === 'stale'}
    />
  );
}

import '../../../ui-market/tone.css';
import './book-balance.css';
import type { Level, Market } from '@marigold/contract/calls/market';
import type { CSSProperties } from 'react';

import type { BookLevels } from '../../../domain/market/book.ts';
import { priceText } from '../../../domain/market/price-text.ts';
import { percentText, wholePercentText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { differenceOf, percentBetween } from '../form/order-math.ts';

type BookBalanceProps = { readonly book: BookLevels | undefined; readonly market: Market };

/** How far the sides stand apart, and which of them is heavier in what is known of the book. */
export function BookBalance({ book, market }: BookBalanceProps) {
  const t = useText();
  const [bid, ask] = [book?.bids[0]?.[0], book?.asks[0]?.[0]];
  if (book === undefined || bid === undefined || ask === undefined) return null;
  const spread = differenceOf(ask, bid);
  // Only for drawing and a whole percent.
  const [bids, asks] = [weightOf(book.bids), weightOf(book.asks)];
  const bidsPart = Math.round((100 * bids) / (bids + asks));
  return (
    <div>
      <p className="book-balance-foot">
        <span>{t('trade.spread', { spread: priceText(spread, market.priceDecimals) })}</span>
        <span>{percentText(percentBetween(bid, ask))}</span>
      </p>
      <div className="book-balance" aria-hidden="true">
        <i style={partStyle(bidsPart)} />
        <i style={partStyle(100 - bidsPart)} />
      </div>
      <p className="book-balance-foot">
        <span className="tone-up">{t('trade.bidsShare', { percent: wholePercentText(bidsPart) })}</span>
        <span className="tone-down">
          {t('trade.asksShare', { percent: wholePercentText(100 - bidsPart) })}
        </span>
      </p>
    </div>
  );
}

const weighedLevels = 25;

function weightOf(levels: readonly Level[]): number {
  return levels.slice(0, weighedLevels).reduce((sum, [, amount]) => sum + Number(amount), 0);
}

function partStyle(part: number): CSSProperties {
  return { ['--part' as string]: part };
}

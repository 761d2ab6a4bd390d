import '../../../ui-market/tone.css';
import './book-balance.css';
import type { Level, Market } from '@marigold/contract/calls/market';
import type { CSSProperties } from 'react';

import type { Book } from '../../../domain/market/book.ts';
import { priceText } from '../../../domain/market/market-format.ts';
import { joinParts, showPercent } from '../../../lib/text/format.ts';
import { currentLanguage, useText } from '../../../lib/text/i18n.ts';
import { differenceOf, percentBetween } from '../form/order-math.ts';

type BookBalanceProps = { readonly book: Book | undefined; readonly market: Market };

/** How far the sides stand apart, and which of them is heavier in what is known of the book. */
export function BookBalance({ book, market }: BookBalanceProps) {
  const t = useText();
  const [bid, ask] = [book?.bids[0]?.[0], book?.asks[0]?.[0]];
  if (book === undefined || bid === undefined || ask === undefined) return null;
  const spread = differenceOf(ask, bid);
  // Only for drawing and a whole percent.
  const [bids, asks] = [weightOf(book.bids), weightOf(book.asks)];
  const bidsPart = Math.round((100 * bids) / (bids + asks));
  const percent = new Intl.NumberFormat(currentLanguage(), { style: 'percent' });
  return (
    <div>
      <p className="book-balance-foot">
        <span>{t('trade.spread', { spread: priceText(spread, market.priceDecimals) })}</span>
        <span>{joinParts({ ...showPercent(percentBetween(bid, ask)), sign: '' })}</span>
      </p>
      <div className="book-balance" aria-hidden="true">
        <i style={partStyle(bidsPart)} />
        <i style={partStyle(100 - bidsPart)} />
      </div>
      <p className="book-balance-foot">
        <span className="tone-up">{t('trade.bidsShare', { percent: percent.format(bidsPart / 100) })}</span>
        <span className="tone-down">
          {t('trade.asksShare', { percent: percent.format((100 - bidsPart) / 100) })}
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

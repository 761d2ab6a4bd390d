import type { Market } from '@marigold/contract/calls/market';

import { changeTone } from '../../domain/market/market-format.ts';
import { useTickers } from '../../domain/market/market-queries.ts';
import { Sparkline } from '../../ui/base/sparkline.tsx';

/** Keeps the prices that are on screen live; draws nothing. */
export function FollowPrices() {
  useTickers();
  return null;
}

/** The last day of a market as a line, up to the price of now. */
export function Trend({ market: { sparkline, ticker } }: { readonly market: Market }) {
  const values = [...sparkline, ...(ticker.last === null ? [] : [ticker.last])].map(Number);
  return <Sparkline values={values} tone={changeTone(ticker.change24h)} />;
}

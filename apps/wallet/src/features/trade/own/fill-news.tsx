import type { Market } from '@marigold/contract/calls/market';
import { useEffect, useEffectEvent, useState } from 'react';

import { createGather } from '../../../lib/live/gather.ts';
import { liveEvent } from '../../../lib/live/live-state.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { fillDeduplication } from './fill-deduplication.ts';
import { fillsText, readFill, type FillEvent } from './fill-words.ts';

/** The first fill is said at once; many in a row are said together. */
const sayEveryMs = 4_000;

/**
 * Tells screen readers, politely, of every fill of the person's orders in this market that no answer contained. Prices
 * are silent: they are read on demand.
 */
export function FillNews({ market }: { readonly market: Market }) {
  const t = useText();
  const [news, setNews] = useState({ text: '', nth: 0 });
  const announceFills = useEffectEvent((fills: readonly FillEvent[]) => {
    const text = fillsText(t, market, fills);
    setNews(({ nth }) => ({ text, nth: nth + 1 }));
  });
  useEffect(() => {
    let isGone = false;
    const gather = createGather<FillEvent>((fills) => announceFills(fills), sayEveryMs);
    const leave = liveEvent.subscribe(() => {
      const event = liveEvent.get();
      const fill = event === undefined ? undefined : readFill(event);
      if (fill?.symbol === market.symbol)
        fillDeduplication.hear(fill, (news) => (isGone ? undefined : gather.add([news])));
    });
    return () => {
      isGone = true;
      leave();
      gather.stop();
    };
  }, [market.symbol]);
  return (
    <p className="visually-hidden" role="status">
      {/* The same words again are news as well: a new element is read out, an equal text is not. */}
      <span key={news.nth}>{news.text}</span>
    </p>
  );
}

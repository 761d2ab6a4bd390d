import type { Market } from '@marigold/contract/calls/market';

import { useText } from '../../../lib/text/i18n.ts';
import { Note } from '../../../ui/base/note.tsx';

/** Says that a market takes no orders just now. */
export function LockedNote({ market }: { readonly market: Market }) {
  const t = useText();
  if (market.state === 'enabled') return null;
  return (
    <div className="pb-3">
      <Note tone="warn">{t(market.state === 'disabled' ? 'trade.disabled' : 'trade.locked')}</Note>
    </div>
  );
}

import { useText } from '../../lib/i18n.ts';
import { pairText } from '../../lib/order-look.ts';
import type { CancelAllOutcome } from '../../lib/trade-queries.ts';
import { Note } from '../../ui/note.tsx';

/** What stayed on the book after everything was to be cancelled, and why where a market said so. */
export function Remained({ outcome: { remained, failed } }: { readonly outcome: CancelAllOutcome }) {
  const t = useText();
  if (remained === 0 && failed.length === 0) return null;
  const reasons = failed.map(({ symbol, msg }) =>
    t('orders.remainedReason', { market: pairText(symbol), msg }),
  );
  const count = remained === 0 ? undefined : t('orders.remained', { count: remained });
  return (
    <div className="pt-3">
      <Note tone="warn">
        {count === undefined ? null : <p>{count}</p>}
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Note>
    </div>
  );
}

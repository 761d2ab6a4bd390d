import { remainedLines } from '../../domain/order/order-words.ts';
import type { CancelAllOutcome } from '../../domain/order/trade-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Note } from '../../ui/base/note.tsx';

/** What stayed on the book after everything was to be cancelled, and why where a market said so. */
export function Remained({ outcome }: { readonly outcome: CancelAllOutcome }) {
  const lines = remainedLines(useText(), outcome);
  if (lines.length === 0) return null;
  return (
    <div className="pt-3">
      <Note tone="warn">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Note>
    </div>
  );
}

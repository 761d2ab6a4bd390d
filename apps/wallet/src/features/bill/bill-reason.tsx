import type { BillDetail } from '@marigold/contract/calls/bill';

import { useText } from '../../lib/text/i18n.ts';
import { Note } from '../../ui/base/note.tsx';
import { reasonOf } from './reasons.ts';

/** Why it waits or failed, and what that means for the money. */
export function BillReason({ bill }: { readonly bill: BillDetail }) {
  const t = useText();
  const reason = reasonOf(bill.reason);
  if (reason === undefined) return null;
  return (
    <div className="mt-3">
      <Note tone={bill.status === 'failed' ? 'warn' : 'info'}>{t(`bill.reason.${reason}`)}</Note>
    </div>
  );
}

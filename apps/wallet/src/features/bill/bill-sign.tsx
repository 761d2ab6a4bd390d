import type { Bill } from '@marigold/contract/calls/bill';

import { useText } from '../../lib/text/i18n.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { ListGlyph } from '../../ui/list/list.tsx';
import { countOf, litPetalsOfBill, signOf } from './bill-look.ts';

/** The drawing before a bill's row: petals while it runs, afterwards where the money went. */
export function BillSign({ bill }: { readonly bill: Bill }) {
  const t = useText();
  const lit = litPetalsOfBill(bill);
  if (lit === undefined)
    return <ListGlyph icon={signOf(bill)} tone={bill.status === 'failed' ? 'bad' : 'plain'} />;
  const counted = countOf(bill);
  const label = counted === undefined ? t(`bill.status.${bill.status}`) : t('bill.counting', counted);
  return <Bloom size={40} lit={lit} number={counted?.count} label={label} />;
}

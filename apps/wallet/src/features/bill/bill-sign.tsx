import type { Bill } from '@marigold/contract/bill';

import { useText } from '../../lib/i18n.ts';
import { Bloom } from '../../ui/bloom.tsx';
import { Glyph } from '../../ui/list.tsx';
import { litPetals, signOf } from './bill-look.ts';

/** The drawing before a bill's row: petals while it runs, afterwards where the money went. */
export function BillSign({ bill }: { readonly bill: Bill }) {
  const t = useText();
  const lit = litPetals(bill.status);
  if (lit !== undefined) return <Bloom size={40} lit={lit} label={t(`bill.status.${bill.status}`)} />;
  return <Glyph icon={signOf(bill)} tone={bill.status === 'failed' ? 'bad' : 'plain'} />;
}

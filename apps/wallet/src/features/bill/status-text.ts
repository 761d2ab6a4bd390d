import type { Bill } from '@marigold/contract/calls/bill';

import type { Say } from '../../lib/text/i18n.ts';

/** How far a bill is, in words. An order that ends with nothing traded did not fail: it was taken back. */
export function statusText(t: Say, { type, status }: Pick<Bill, 'type' | 'status'>): string {
  if (type === 'CURRENCY_TRADE' && status === 'failed') return t('bill.trade.cancelled');
  return t(`bill.status.${status}`);
}

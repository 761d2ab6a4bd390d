/** The one way an order changes: along the arrows of its table, with its step, and its person is told. */
import type { KycOrderState } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import { type KycOrderRow, updateOrder } from './store.ts';

/** Of an order whose row the caller has locked. */
export async function changeOrder(
  db: Database,
  order: KycOrderRow,
  change: { readonly to: KycOrderState; readonly result?: 'approved' | 'final'; readonly now: number },
): Promise<void> {
  await updateOrder(db, order, change);
  await announce(db, { userId: order.userId, event: 'kyc', data: { orderId: order.id } });
}

/** Notices of orders that an operator cancelled; a person's own cancel needs none. */
import { assert } from '@marigold/money/assert';
import { amountLeft } from '@marigold/money/steps';

import type { Database } from '../../../platform/database/database.ts';
import type { MarketRow } from '../../market/registry.ts';
import { amountText, plainPriceText } from '../../market/steps.ts';
import { notifyAll } from '../../message/notify.ts';
import type { CancelledOrder, BatchChanges } from '../decide/batch-changes.ts';

/** Up to so many orders get a notice each; of more, one notice gives the number. */
const singleNoticesMax = 3;

/** Written with the batch that ends them; batches without such orders ask nothing of the database here. */
export async function notifyCancelled(
  db: Database,
  market: MarketRow,
  { ended, now }: BatchChanges,
): Promise<void> {
  const { base, quote } = market;
  const few = ended.filter(({ length }) => length <= singleNoticesMax).flat();
  await notifyAll(
    db,
    'orderEnded',
    few.map(({ id, userId, order }) => ({
      userId,
      facts: { ...termsOf(market, order), base, quote, orderId: id },
      now,
    })),
  );
  await notifyAll(
    db,
    'ordersEnded',
    ended.flatMap((orders) => {
      const [first] = orders;
      if (first === undefined || orders.length <= singleNoticesMax) return [];
      return [{ userId: first.userId, facts: { orders: orders.length, base, quote }, now }];
    }),
  );
}

/** As people read them: what was still open, at which price. */
function termsOf(market: MarketRow, { side, price, amount, filled }: CancelledOrder['order']) {
  assert(price !== undefined && amount !== undefined, 'what stands in a book has a price and an amount');
  return {
    side,
    price: plainPriceText(market, price),
    amount: amountText(market, amountLeft(amount, filled)),
  };
}

/** The announcements of a batch. */
import type { UserNews } from '../../../platform/database/outbox.ts';
import type { MarketRow } from '../../market/registry.ts';
import { amountText, plainPriceText } from '../../market/steps.ts';
import type { News } from '../decide/batch-changes.ts';

/** One `order` and one `balance` for each person, and one `fill` for each order that was matched. */
export function announcements(market: MarketRow, everybody: ReadonlyMap<string, News>): UserNews[] {
  const { symbol } = market;
  return [...everybody].flatMap(([userId, { orders, fills }]) => {
    const [first] = orders;
    const about =
      first === undefined || orders.size > 1
        ? {}
        : { id: first[0], status: first[1].status, filled: amountText(market, first[1].filled) };
    return [
      { userId, event: 'order' as const, data: { symbol, count: orders.size, ...about } },
      // Whatever becomes of an order, money is set aside, comes back or changes hands.
      { userId, event: 'balance' as const, data: { symbol } },
      ...[...fills].map(([id, { order, price, amount }]) => ({
        userId,
        event: 'fill' as const,
        data: {
          symbol,
          id,
          side: order.side,
          price: plainPriceText(market, price),
          amount: amountText(market, amount),
          status: order.status,
        },
      })),
    ];
  });
}

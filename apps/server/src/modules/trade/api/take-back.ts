/** Takes all orders of a person off all books, as the program itself asks for it: their owner's account was locked. */
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../../platform/database/database.ts';
import type { Exchange } from '../port.ts';
import { listOpenMarkets } from './store.ts';

/**
 * Safe to run twice. Each market is asked whatever the others say.
 * @throws where one of them did not take its orders back, so that a job asks again.
 */
export async function takeOrdersBack(
  { db, exchange }: { readonly db: Database; readonly exchange: Pick<Exchange, 'cancelAll'> },
  userId: string,
): Promise<void> {
  const symbols = await listOpenMarkets(db, userId);
  const answers = await Promise.allSettled(
    symbols.map(async (symbol) => {
      const answer = await exchange.cancelAll({ key: undefined, userId, symbol, reason: 'user' });
      if (answer instanceof Refusal)
        throw new Error(`orders in ${symbol} wait to be taken back: ${answer.code}`);
    }),
  );
  const failed = answers.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

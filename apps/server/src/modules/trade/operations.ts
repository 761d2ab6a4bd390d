/** What operators do about people who trade, and about markets as far as the books are asked first. */
import { Refusal } from '@marigold/contract/endpoint';
import type { cancelOrders, setFeeGroup } from '@marigold/operations/rows/market';

import { TransportError } from '../../platform/http/transport-error.ts';
import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { createMarketDeeds } from '../market/operations.ts';
import { hasFees } from '../market/views.ts';
import { updateTradeGroup } from '../person/store.ts';
import { findPersonId } from '../person/views.ts';
import type { Exchange } from './port.ts';
import { findFault } from './rules.ts';
import { hasOpenOrders } from './views.ts';

/** Of markets: whoever runs the books knows whether they can count with a row, and whether orders still rest. */
export const tradedMarketDeeds = createMarketDeeds({ findFault, hasOpenOrders });

export const setFeeGroupDeed: Deed<typeof setFeeGroup> = {
  async act(db, { user, group }) {
    if (!(await hasFees(db, group))) return new RefusedDeed('no_fees');
    const id = await updateTradeGroup(db, user, group);
    return id === undefined ? new RefusedDeed('nobody') : { subject: `person:${id}` };
  },
};

/** Reaches whoever runs the books, for as long as it is used. */
export type WithExchange = <Result>(
  use: (exchange: Pick<Exchange, 'cancelAll'>) => Promise<Result>,
) => Promise<Result>;

export function createCancelDeed(
  withExchange: WithExchange,
): Deed<typeof cancelOrders, { readonly count: number }> {
  return {
    async look(outside, { symbol, user }) {
      const userId = await findPersonId(outside, user);
      if (userId === undefined) return new RefusedDeed('nobody');
      const answer = await cancelAll(withExchange, userId, symbol);
      if (answer === undefined) return new RefusedDeed('nobody_runs');
      if (answer instanceof Refusal) return new RefusedDeed('refused', { code: answer.code });
      const { count } = answer;
      return async () => ({ subject: `person:${userId}`, detail: { symbol, count }, facts: { count } });
    },
  };
}

/** Undefined: nobody answers for the market just now. Keeps no key: asked twice, the second finds nothing open. */
async function cancelAll(withExchange: WithExchange, userId: string, symbol: string) {
  const key = { scope: 'operator', requestId: newRowId(), path: 'trade/cancel/all', digest: '00'.repeat(32) };
  return await withExchange(async (exchange) => {
    try {
      return await exchange.cancelAll({ key, userId, symbol, reason: 'operator' });
    } catch (error) {
      if (error instanceof TransportError) return undefined;
      throw error;
    }
  });
}

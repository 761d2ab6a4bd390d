/** What operators do with markets and their fees: rows of data. */
import type { MarketState } from '@marigold/contract/calls/market';
import { assetsOf } from '@marigold/contract/rules/pair';
import type { OperationInput } from '@marigold/operations/operation';
import type { createMarket, enableMarket, setFee, setRule } from '@marigold/operations/rows/market';
import type { RawBuilder } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { Authority, Deed, DoneDeed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import { insertMarket, lockRule, updateRule, updateState, upsertFee } from './store.ts';

/** What the module trade passes in. */
type Books = {
  /** Why the books could not count with a market as its row is now; undefined: they can. */
  readonly findFault: (db: Database, symbol: string) => Promise<string | undefined>;
  readonly hasOpenOrders: (symbol: RawBuilder<string>) => RawBuilder<boolean>;
};

type MarketDeeds = {
  readonly createMarket: Deed<typeof createMarket>;
  readonly setRule: Deed<typeof setRule, { readonly before: string }>;
};

const columns: Readonly<
  Record<OperationInput<typeof setRule>['rule'], { readonly column: string; readonly isWhole?: true }>
> = {
  tick: { column: 'tick' },
  lot: { column: 'lot' },
  'min-total': { column: 'total_min' },
  'max-total': { column: 'total_max' },
  band: { column: 'band_percent' },
  give: { column: 'give_percent' },
  'loss-percent': { column: 'loss_percent' },
  'loss-usd': { column: 'loss_usd' },
  slippage: { column: 'slippage_percent' },
  'open-orders': { column: 'open_orders_max', isWhole: true },
  position: { column: 'position', isWhole: true },
};

/**
 * The owner of any book reads all markets at once: a row that it cannot use would stop every one of them, so a changed
 * row is checked before it is committed.
 */
export function createMarketDeeds({ findFault, hasOpenOrders }: Books): MarketDeeds {
  return {
    createMarket: {
      async act(db, { symbol, minTotal: totalMin, maxTotal: totalMax, ...rest }, { now }) {
        await insertMarket(db, { ...rest, symbol, ...assetsOf(symbol), totalMin, totalMax }, now);
        const fault = await findFault(db, symbol);
        return fault === undefined
          ? { subject: `market:${symbol}` }
          : new RefusedDeed('uncountable', { fault });
      },
    },
    setRule: {
      async act(db, { symbol, rule, value }, { now }) {
        const { column, isWhole } = columns[rule];
        if (!isAboveZero(value)) return new RefusedDeed('not_positive');
        if (isWhole === true && !/^\d{1,4}$/.test(value)) return new RefusedDeed('not_whole');
        const market = await lockRule(db, { symbol, column }, hasOpenOrders);
        if (market === undefined) return new RefusedDeed('gone');
        // What stands in a book is a multiple of the old step.
        if ((rule === 'tick' || rule === 'lot') && (market.state !== 'disabled' || market.open))
          return new RefusedDeed('in_use');
        await updateRule(db, { symbol, column, value, now });
        const fault = await findFault(db, symbol);
        if (fault !== undefined) return new RefusedDeed('uncountable', { fault });
        const { before } = market;
        return { subject: `market:${symbol}`, detail: { before }, facts: { before } };
      },
    },
  };
}

/** A decimal string above zero, as a market's amounts are given. */
export function isAboveZero(text: string): boolean {
  return /^\d{1,15}(\.\d{1,8})?$/.test(text) && /[1-9]/.test(text);
}

/** Puts a market into a state; its owner acts on it within seconds. All four states take the same. */
export function stateDeed(state: MarketState) {
  return {
    async act(
      db: Database,
      { symbol }: OperationInput<typeof enableMarket>,
      { now }: Pick<Authority<typeof enableMarket>, 'now'>,
    ): Promise<DoneDeed<undefined> | RefusedDeed<'gone'>> {
      const isThere = await updateState(db, symbol, { state, now });
      return isThere ? { subject: `market:${symbol}` } : new RefusedDeed('gone');
    },
  };
}

export const setFeeDeed: Deed<typeof setFee> = {
  async act(db, { group, symbol: place, makerPercent, takerPercent }) {
    const symbol = place === 'all' ? null : place;
    const [makerPpm, takerPpm] = [ppmOf(makerPercent), ppmOf(takerPercent)];
    await upsertFee(db, { group, symbol, makerPpm, takerPpm });
    return { subject: `fee:${group}/${place}` };
  },
};

const percentDecimals = 4;

/** Percent as millionths: 0.1 is 1000. */
function ppmOf(percent: string): number {
  const [whole = '0', decimals = ''] = percent.split('.');
  return Number(whole + decimals.padEnd(percentDecimals, '0'));
}

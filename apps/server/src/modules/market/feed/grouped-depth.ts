/** Spec 9: the book with its prices cut to fewer decimals, amounts added exactly. */
import type { Level } from '@marigold/contract/calls/market';
import { groupEntries } from '@marigold/contract/rules/order-book';

import { formatSteps } from '../steps.ts';
import type { MirrorSide } from './book-mirror.ts';
import type { Decimals } from './depth-window.ts';

/** Levels of one side that are looked at for a grouped book; a group that would need more shows what these come to. */
const levelsMax = 20_000;
/** How much deeper to look each time when there are too few groups yet. */
const lookFurther = 4;

/** The best groups of a side, at most `limit`. */
export function groupedLevels(
  side: MirrorSide,
  { priceDecimals, amountDecimals }: Decimals,
  { decimals, limit }: { readonly decimals: number; readonly limit: number },
): Level[] {
  // One more group than is wanted says that the last one wanted is whole.
  // Ends: each turn looks further, up to the last level or `levelsMax`.
  for (let count = 2 * (limit + 1); ; count *= lookFurther) {
    const levels = side.best(Math.min(count, levelsMax));
    const groups = groupEntries(
      levels.map(([price, amount]) => [
        formatSteps(price, priceDecimals),
        formatSteps(amount, amountDecimals),
      ]),
      decimals,
    );
    if (groups.length > limit || levels.length < count || levels.length === levelsMax)
      return groups.slice(0, limit).map(([price, amount]): Level => [price, amount]);
  }
}

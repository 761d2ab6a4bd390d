/** Which of an order's prices can be paid from a balance. Pure. */
import { digitsAt, getDecimal } from '@marigold/money/decimal';

import type { PriceInCurrency } from './use-purchase.ts';

type Available = { readonly currency: string; readonly available: string };

/** Whether a balance reaches the price; what is not known yet is left to the server. */
export function isEnough(price: PriceInCurrency, balances: readonly Available[] | undefined): boolean {
  if (balances === undefined) return true;
  const available = balances.find(({ currency }) => currency === price.currency)?.available ?? '0';
  const [has, needs] = [getDecimal(available), getDecimal(price.amount)];
  const scale = Math.max(has.scale, needs.scale);
  return digitsAt(has, scale) >= digitsAt(needs, scale);
}

/** The price that is chosen: by the person, else the first that a balance reaches, else the first. */
export function chosenPrice<One extends PriceInCurrency>(
  prices: readonly One[],
  picked: string | undefined,
  balances: readonly Available[] | undefined,
): One | undefined {
  return (
    prices.find(({ currency }) => currency === picked) ??
    prices.find((price) => isEnough(price, balances)) ??
    prices[0]
  );
}

/** What steps of a market are in the ledger: the only place that multiplies them by the terms, so no step meets the other asset's. */
import type { Brand } from '@marigold/money/brand';
import type { Amount, Price, Total } from '@marigold/money/steps';

import type { UnitTerms } from './order.ts';

/** Ledger units of the asset that a market trades. */
export type BaseUnits = Brand<bigint, 'ledger units of the base asset'>;
/** Ledger units of the asset that it is paid with. */
export type QuoteUnits = Brand<bigint, 'ledger units of the quote asset'>;

export function baseOf(amount: Amount | 0, { baseUnits }: UnitTerms): BaseUnits {
  return (BigInt(amount) * baseUnits) as BaseUnits;
}

export function quoteOf(total: Total | 0, { quoteUnits }: UnitTerms): QuoteUnits {
  return (BigInt(total) * quoteUnits) as QuoteUnits;
}

/** Of so much at a price; exact also where their product is no exact number. */
export function quoteAt(price: Price, amount: Amount, { quoteUnits }: UnitTerms): QuoteUnits {
  return (BigInt(price) * BigInt(amount) * quoteUnits) as QuoteUnits;
}

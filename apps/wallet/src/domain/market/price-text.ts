/** Prices and quantities of a market as this reader expects them: with all of its decimals, so that they stand under each other. */
import { numberText } from '../../lib/text/format.ts';

/** A price; `decimals` are those of its market, or of a group of prices. */
export function priceText(price: string, decimals: number): string {
  return numberText(price, { decimalsMin: decimals });
}

/** An amount of the base asset without its ticker. */
export function quantityText(amount: string, decimals: number): string {
  return numberText(amount, { decimalsMin: decimals });
}

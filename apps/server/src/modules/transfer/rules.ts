/** The bounds of transfers inside Marigold. */
import { Refusal } from '@marigold/contract/endpoint';

import type { Asset } from '../asset/asset.ts';
import { entryScale, parseAmount, sayUnits } from '../asset/asset.ts';

/** The units of an amount for somebody of Marigold; its bounds are those of internal transfers. */
export function readInternalAmount(
  asset: Asset,
  amount: string,
): bigint | Refusal<'too_many_decimals' | 'amount_below_minimum' | 'amount_above_maximum'> {
  const currency = asset.code;
  const units = parseAmount(asset, amount);
  if (units === undefined)
    return new Refusal('too_many_decimals', { scale: entryScale(asset), currency }, 'amount');
  if (units < asset.transferMin) {
    return new Refusal(
      'amount_below_minimum',
      { min: sayUnits(asset, asset.transferMin), currency },
      'amount',
    );
  }
  if (asset.transferMax !== null && units > asset.transferMax) {
    return new Refusal(
      'amount_above_maximum',
      { max: sayUnits(asset, asset.transferMax), currency },
      'amount',
    );
  }
  return units;
}

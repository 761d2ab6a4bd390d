/** What the chain takes in its own coin, as units of another one. */
import type { ChainUnits } from '@marigold/chain/units';
import { mulDivCeil, parseUnits, scaleMax } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../platform/database/database.ts';
import { freshRates } from '../rate/worth.ts';
import type { ChainAsset } from './registry.ts';
import { toLedger } from './registry.ts';

type Coin = Pick<ChainAsset, 'asset' | 'scale' | 'chainScale'>;

/** A cost in the native coin as ledger units of an asset, rounded up; undefined without fresh rates of both. */
export async function costInCeil(
  db: Database,
  into: Pick<Coin, 'asset' | 'scale'>,
  { native, cost, now }: { readonly native: Coin; readonly cost: ChainUnits; readonly now: number },
): Promise<bigint | undefined> {
  const { units, rest } = toLedger(native, cost);
  const nativeUnits = rest > 0n ? units + 1n : units;
  if (native.asset === into.asset) return nativeUnits;
  const rates = await freshRates(db, now);
  const [of, per] = [rates.get(native.asset), rates.get(into.asset)];
  if (of === undefined || per === undefined) return undefined;
  const [ofUnits, perUnits] = [parseUnits(of, scaleMax), parseUnits(per, scaleMax)];
  assert(ofUnits !== undefined && perUnits !== undefined && perUnits > 0n, 'a rate is a decimal above zero');
  return mulDivCeil(nativeUnits, ofUnits * 10n ** BigInt(into.scale), perUnits * 10n ** BigInt(native.scale));
}

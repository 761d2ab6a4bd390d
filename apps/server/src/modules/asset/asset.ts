/** What an asset is, and how amounts of it are read and written. */
import { formatUnits, formatUnitsTrimmed, parseUnits } from '@marigold/money/amount';

export type Asset = {
  readonly ledgerId: number;
  readonly code: string;
  readonly name: string;
  readonly kind: 'coin' | 'fiat';
  /** Decimals of the ledger unit. */
  readonly scale: number;
  /** Decimals that screens show at least. */
  readonly decimals: number;
  /** Smallest internal transfer, in units. */
  readonly transferMin: bigint;
  /** Largest internal transfer in units, where there is one. */
  readonly transferMax: bigint | null;
};

type Scales = Pick<Asset, 'kind' | 'scale' | 'decimals'>;

/** Decimals that an amount may have: those of the ledger unit; of a fiat currency those of its smallest coin. */
export function entryScale({ kind, scale, decimals }: Scales): number {
  return kind === 'fiat' ? Math.min(decimals, scale) : scale;
}

/** How many ledger units the smallest step of an amount is: a hundred for the yen, one for most. */
function entryStep(asset: Scales): bigint {
  return 10n ** BigInt(asset.scale - entryScale(asset));
}

/** The ledger units of an amount that somebody entered; undefined when it is finer than the asset can be paid. */
export function parseAmount(asset: Scales, amount: string): bigint | undefined {
  const units = parseUnits(amount, asset.scale);
  return units === undefined || units % entryStep(asset) !== 0n ? undefined : units;
}

/** Ledger units as an amount that can be entered again; what is less than one step is left away. */
export function formatAmount(asset: Scales, units: bigint): string {
  return formatUnits(units / entryStep(asset), entryScale(asset));
}

/** Ledger units as people read them: as many decimals as the asset shows at least, more only where there are any. */
export function sayUnits({ scale, decimals }: Pick<Asset, 'scale' | 'decimals'>, units: bigint): string {
  return formatUnitsTrimmed(units, scale, Math.min(decimals, scale));
}

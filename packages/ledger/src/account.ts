import { withNamedErrors, RefusedByLedger } from './errors.ts';
import { one, type Queryable } from './queryable.ts';

/**
 * What an account is for. A person has available (can be spent), held (promised by a hold), order (set aside for open
 * orders), locked, card, fund, transit (of the fund, on its way) and debt (never above zero: what he owes); the house has
 * fee, unearned (paid for what may still be given back), chain, card, fund, trust (its own money in the trust), suspense,
 * treasury, gas (what chains took for sending) and demo.
 */
export const accountKinds = [
  'available',
  'held',
  'order',
  'locked',
  'fee',
  'chain',
  'card',
  'fund',
  'suspense',
  'treasury',
  'demo',
  'debt',
  'gas',
  'unearned',
  'transit',
  'trust',
] as const;
export type AccountKind = (typeof accountKinds)[number];

export interface AccountName {
  /** The person's id, or null for an account of the house. */
  readonly owner: string | null;
  readonly assetId: number;
  readonly kind: AccountKind;
}

/**
 * Finds or makes the one account of this owner, asset and kind, and answers its id; safe when called twice at once.
 * Open accounts before the journal that uses them. Throws RefusedByLedger for an unknown asset or a kind that this
 * owner cannot have.
 */
export async function openAccount(db: Queryable, name: AccountName): Promise<bigint> {
  const row = await withNamedErrors(() =>
    one<{ id: bigint | string | null }>(
      db,
      'select ledger.open_account($1::uuid, $2::smallint, $3::text) as id',
      [name.owner, name.assetId, name.kind],
    ),
  );
  if (row.id === null) throw new RefusedByLedger('an account needs an asset and a kind');
  return BigInt(row.id);
}

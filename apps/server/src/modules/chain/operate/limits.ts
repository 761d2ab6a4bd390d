/** What may be paid in and out of a currency on a chain, and from which worth on it waits: columns of app.chain_asset. */
import { formatUnits, parseUnits } from '@marigold/money/amount';
import type { OperationInput } from '@marigold/operations/operation';
import type { setLimit } from '@marigold/operations/rows/chain';

import type { Database } from '../../../platform/database/database.ts';
import { RefusedDeed } from '../../../platform/operations/deed.ts';
import { toChain } from '../registry.ts';
import type { LimitColumn, LockedLimit } from '../store.ts';
import { lockLimit, updateLimit } from '../store.ts';

/**
 * `amount` in coins, above zero; `fee` in coins, nothing too; `usd` in US dollars, whole or to the cent; `usd-or-none`
 * likewise, or none; `open` is open or closed.
 */
type Kind = 'amount' | 'fee' | 'usd' | 'usd-or-none' | 'open';

/** Each by its word of the command. */
const fields: Readonly<
  Record<OperationInput<typeof setLimit>['limit'], { readonly column: LimitColumn; readonly kind: Kind }>
> = {
  fee: { column: 'fee_units', kind: 'fee' },
  'deposit-min': { column: 'deposit_min', kind: 'amount' },
  'payout-min': { column: 'payout_min', kind: 'amount' },
  'payout-max': { column: 'payout_max', kind: 'amount' },
  'lock-usd': { column: 'lock_usd', kind: 'usd-or-none' },
  'proof-usd': { column: 'proof_usd', kind: 'usd' },
  'review-usd': { column: 'review_usd', kind: 'usd' },
  'risk-usd': { column: 'risk_usd', kind: 'usd-or-none' },
  deposit: { column: 'deposit_is_open', kind: 'open' },
  payout: { column: 'payout_is_open', kind: 'open' },
};

/** What the column takes; or a sentence that says why the value is none. */
type Read = { readonly value: string | null } | string;

/** Sets one field of a listed currency; answers what it was before. */
export async function changeLimit(
  db: Database,
  { chain, asset, limit, value }: OperationInput<typeof setLimit>,
): Promise<{ readonly before: string } | RefusedDeed<'not_listed' | 'unfit'>> {
  const { column, kind } = fields[limit];
  const which = { chain, asset, column };
  const listed = await lockLimit(db, which);
  if (listed === undefined) return new RefusedDeed('not_listed');
  const read = readValue(kind, value, listed);
  if (typeof read === 'string') return new RefusedDeed('unfit', { why: read });
  const fault = findFault({ ...listed, [column]: read.value });
  if (fault !== undefined) return new RefusedDeed('unfit', { why: fault });
  await updateLimit(db, which, read.value);
  return { before: sayValue(kind, listed.before, listed.scale) };
}

function readValue(kind: Kind, text: string, { scale, chain_scale: chainScale }: LockedLimit): Read {
  if (kind === 'open') {
    if (text !== 'open' && text !== 'closed') return `it is open or closed, not "${text}".`;
    return { value: String(text === 'open') };
  }
  if (kind === 'usd' || kind === 'usd-or-none') {
    if (kind === 'usd-or-none' && text === 'none') return { value: null };
    return /^\d{1,12}(\.\d{1,2})?$/.test(text)
      ? { value: text }
      : `"${text}" is no worth in US dollars${kind === 'usd' ? '' : ', and not none'}.`;
  }
  const units = parseUnits(text, scale);
  if (units === undefined || (units === 0n && kind === 'amount'))
    return `"${text}" is no amount with at most ${scale} decimals${kind === 'amount' ? ' above zero' : ''}.`;
  // What arrives is the amount less the fee: a rest that the chain cannot move would stop every transfer.
  if (toChain({ scale, chainScale }, units) === undefined)
    return `the chain moves no more than ${chainScale} decimals of it.`;
  return { value: String(units) };
}

/** Why no transfer could be counted with these; undefined: they can. */
function findFault(row: Pick<LockedLimit, 'fee_units' | 'payout_min' | 'payout_max'>): string | undefined {
  const [fee, least, most] = [BigInt(row.fee_units), BigInt(row.payout_min), BigInt(row.payout_max)];
  if (least <= fee) return 'the least transfer must be more than its fee.';
  return most < least ? 'the largest transfer must not be less than the least.' : undefined;
}

/** A column as its value is typed. */
function sayValue(kind: Kind, value: string | null, scale: number): string {
  if (value === null) return 'none';
  if (kind === 'open') return value === 'true' ? 'open' : 'closed';
  return kind === 'amount' || kind === 'fee' ? formatUnits(BigInt(value), scale) : value;
}

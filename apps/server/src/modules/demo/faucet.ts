/** The faucet: credits demo money to anybody, within a bound per asset, once per request. */
import { Halted, KeyReused } from '@marigold/ledger/errors';
import { formatUnitsTrimmed, parseUnits } from '@marigold/money/amount';
import * as z from 'zod';

import type { Database } from '../../platform/database.ts';
import { findByKey } from '../identity/store.ts';
import { findAsset } from '../rate/asset.ts';
import { creditDemo } from './credit.ts';

/** Most of one credit, so that a slip of the finger does not make every total unreadable. */
const amountMax: Readonly<Record<string, string>> = {
  BTC: '1',
  ETH: '20',
  TRX: '100000',
  JPY: '1000000',
  RUB: '1000000',
};
const amountMaxOther = '10000';

export const FaucetRequest = z.strictObject({
  username: z.string().trim().max(254),
  asset: z.string().trim().max(24),
  amount: z.string().trim().max(40),
  /** Made with the form, so that sending it twice credits once. */
  requestId: z.uuid(),
});
export type FaucetRequest = z.output<typeof FaucetRequest>;

export type FaucetAnswer =
  | { readonly kind: 'done'; readonly user: string; readonly currency: string; readonly amount: string }
  | { readonly kind: 'userUnknown' | 'assetUnknown' | 'stopped' | 'conflict' }
  | { readonly kind: 'amount'; readonly max: string };

/** Credits in one transaction of its own. */
export async function runFaucet(db: Database, request: FaucetRequest, now: number): Promise<FaucetAnswer> {
  const person = await findByKey(db, 'username', request.username);
  if (person === undefined) return { kind: 'userUnknown' };
  const asset = await findAsset(db, request.asset);
  if (asset === undefined) return { kind: 'assetUnknown' };
  const units = parseUnits(request.amount, asset.scale);
  const max = amountMax[asset.code] ?? amountMaxOther;
  if (units === undefined || units === 0n || units > (parseUnits(max, asset.scale) ?? 0n))
    return { kind: 'amount', max };
  const credit = { userId: person.id, asset, units, key: `faucet-${request.requestId}`, now };
  try {
    await db.transaction().execute(async (inside) => void (await creditDemo(inside, credit)));
  } catch (error) {
    if (error instanceof Halted) return { kind: 'stopped' };
    if (error instanceof KeyReused) return { kind: 'conflict' };
    throw error;
  }
  const amount = formatUnitsTrimmed(units, asset.scale, Math.min(asset.decimals, asset.scale));
  return { kind: 'done', user: person.username, currency: asset.code, amount };
}

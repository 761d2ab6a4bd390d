/** What a demo person begins with: a credit for each asset, in the transaction that makes the person. */
import { parseUnits } from '@marigold/money/amount';

import type { Database } from '../../platform/database/database.ts';
import { findAsset } from '../asset/views.ts';
import { creditDemo } from './credit.ts';

/** Decimal amounts by asset. */
export type OpeningAmounts = Readonly<Record<string, string>>;

export type NewOwner = {
  readonly userId: string;
  readonly username: string;
  readonly opening: OpeningAmounts;
  readonly now: number;
};

/** Credits all of it; throws where an amount is none. */
export async function creditOpening(
  db: Database,
  { userId, username, opening, now }: NewOwner,
): Promise<void> {
  for (const [code, amount] of Object.entries(opening)) {
    const asset = await findAsset(db, code);
    const units = asset === undefined ? undefined : parseUnits(amount, asset.scale);
    if (asset === undefined || units === undefined)
      throw new Error(`Broken: ${username} opens with ${amount} ${code}`);
    await creditDemo(db, { userId, asset, units, key: `demo-opening-${username}-${code}`, now });
  }
}

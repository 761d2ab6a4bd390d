/** What the account that pays holds of each currency, what it should hold, and what waits to be paid from it. */
import type { ChainUnits } from '@marigold/chain/units';

import type { Database } from '../../../platform/database/database.ts';
import { sayUnits } from '../../asset/asset.ts';
import { askChain } from '../../chain/ask.ts';
import type { ChainOf } from '../../chain/operations.ts';
import type { ChainAsset } from '../../chain/registry.ts';
import { listChainAssets, listChainRows, toLedger } from '../../chain/registry.ts';
import { standingOf } from '../../payout/nonce/liquidity.ts';
import type { NotSigned } from '../../payout/views.ts';
import { findHotAccount, sumNotSigned } from '../../payout/views.ts';

/** A line for each currency of each chain that has such an account. */
export async function showHotAccounts(db: Database, chainOf: ChainOf): Promise<string[]> {
  const lines: string[] = [];
  for (const chain of await listChainRows(db)) {
    const account = await findHotAccount(db, chain.family);
    if (account === undefined) continue;
    const node = await chainOf(chain.code);
    const waiting = new Map((await sumNotSigned(db, chain.code)).map((one) => [one.asset, one]));
    const descriptions = (await listChainAssets(db, chain.code)).map(async (asset) => {
      const held = node && (await askChain(async () => await node.balance(account, asset.coin)));
      return `hot account ${account} on ${chain.code}: ${asset.asset} ${holding(asset, held)}${queue(asset, waiting.get(asset.asset))}`;
    });
    lines.push(...(await Promise.all(descriptions)));
  }
  return lines;
}

/** `held` undefined: nobody could be asked. */
function holding(asset: ChainAsset, held: ChainUnits | undefined): string {
  const say = (units: bigint) => sayUnits(asset, units);
  const limits = `least ${say(asset.hotMin)}, target ${say(asset.hotTarget)}`;
  if (held === undefined) return `unknown, no node answers (${limits})`;
  const { units } = toLedger(asset, held);
  const { isLow, refill, surplus } = standingOf(asset, units);
  const less = isLow ? `, LOW: refill ${say(refill)}` : '';
  const more = surplus > 0n ? `, ${say(surplus)} more than needed` : '';
  return `${say(units)} (${limits})${less}${more}`;
}

function queue(asset: ChainAsset, waiting: NotSigned | undefined): string {
  if (waiting === undefined) return '';
  return `; ${waiting.transfers} not sent yet, ${sayUnits(asset, waiting.units)} in all`;
}

/** What the account that pays holds of each currency, what it should hold, and what waits to be paid from it. */
import type { Account, Chain, ChainCode } from '@marigold/chain/port';
import { sql } from 'kysely';

import { sayUnits } from '../modules/asset/asset.ts';
import { askChain } from '../modules/chain/ask.ts';
import type { ChainAsset, ChainRow } from '../modules/chain/registry.ts';
import { accountOf, listChainAssets, listChains, toLedger } from '../modules/chain/registry.ts';
import { standingOf } from '../modules/payout/liquidity.ts';
import type { Database } from '../platform/database.ts';

/** A node of the chain; undefined where none is configured. */
export type ChainOf = (code: ChainCode) => Chain | undefined;

/** A line for each currency of each chain that has such an account. */
export async function showHotAccounts(db: Database, chainOf: ChainOf): Promise<string[]> {
  const lines: string[] = [];
  for (const chain of await listChains(db)) {
    const account = await findHot(db, chain);
    if (account === undefined) continue;
    const node = chainOf(chain.code);
    const waiting = await readWaiting(db, chain);
    const told = (await listChainAssets(db, chain.code)).map(async (asset) => {
      const held = node && (await askChain(async () => await node.balance(account, asset.coin)));
      return `hot account ${account} on ${chain.code}: ${asset.asset} ${holding(asset, held)}${queue(asset, waiting.get(asset.asset))}`;
    });
    lines.push(...(await Promise.all(told)));
  }
  return lines;
}

/** The account that pays. */
async function findHot(db: Database, { family }: ChainRow): Promise<Account | undefined> {
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address where family = ${family} and purpose = 'hot'
    order by path_index limit 1`.execute(db);
  const row = found.rows[0];
  return row === undefined ? undefined : accountOf(row.account);
}

/** `held` in chain units; undefined: nobody could be asked. */
function holding(asset: ChainAsset, held: bigint | undefined): string {
  const say = (units: bigint) => sayUnits(asset, units);
  const limits = `least ${say(asset.hotMin)}, target ${say(asset.hotTarget)}`;
  if (held === undefined) return `unknown, no node answers (${limits})`;
  const { units } = toLedger(asset, held);
  const { isLow, refill, surplus } = standingOf(asset, units);
  const less = isLow ? `, LOW: refill ${say(refill)}` : '';
  const more = surplus > 0n ? `, ${say(surplus)} more than needed` : '';
  return `${say(units)} (${limits})${less}${more}`;
}

type Waiting = { readonly transfers: number; readonly units: bigint };

function queue(asset: ChainAsset, waiting: Waiting | undefined): string {
  if (waiting === undefined) return '';
  return `; ${waiting.transfers} not sent yet, ${sayUnits(asset, waiting.units)} in all`;
}

/** Ordered and not signed, by currency, in ledger units as their recipients get them. */
async function readWaiting(db: Database, { code }: ChainRow): Promise<ReadonlyMap<string, Waiting>> {
  const found = await sql<{ asset: string; transfers: number; units: string }>`
    select asset, count(*)::int as transfers, sum(units - fee_units)::text as units from app.payout
    where chain = ${code} and finished_at is null and state in ('waiting', 'review', 'no-liquidity')
    group by asset`.execute(db);
  return new Map(
    found.rows.map(({ asset, transfers, units }) => [asset, { transfers, units: BigInt(units) }]),
  );
}

/** Large deposits are credited only in blocks on which two providers agree; whatever happens meanwhile, in no other. */
import { ChainUnavailable } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { ChainRow } from '../chain/registry.ts';
import type { Keeping } from './context.ts';
import type { DepositRow } from './store.ts';
import { readDeposits } from './store.ts';

/** Providers are asked about so many at once; the others wait for the next block. */
const proofsPerPass = 50;

/** Joins for deposits `d` that `isLarge` needs. */
export const proofJoins = sql`
  join app.chain_asset c on c.chain = d.chain and c.asset = d.asset
  left join app.rate r on r.asset = d.asset`;
/** What nobody knows the worth of is large. */
export const isLarge = sql`coalesce(d.amount * r.usd >= c.proof_usd * power(10::numeric, c.chain_scale), true)`;
/** A proof is of a deposit in one block. */
export const provenName = sql`d.id::text || ' ' || d.block_hash`;

/** Of those that are deep enough the ones that may be credited, each with its block. */
export async function findProven(
  { db, chain: port, log, doubts }: Keeping,
  chain: ChainRow,
  { height, deep }: { readonly height: number; readonly deep: number },
): Promise<readonly string[]> {
  const large = await readDeposits(
    db,
    sql`${proofJoins}
    where d.id in (
        select id from app.deposit where chain = ${chain.code} and state = 'confirming' and height <= ${deep}
        union all
        select h.id from app.deposit h join app.risk_case k on k.deposit_id = h.id and k.state = 'cleared'
        where h.chain = ${chain.code} and h.state = 'held' and h.height <= ${deep})
      and ${isLarge}
    order by d.height limit ${proofsPerPass}`,
  );
  const before = new Map(doubts);
  doubts.clear();
  const proven: string[] = [];
  for (const deposit of large) {
    const isDoubted = before.get(deposit.id) === height;
    if (!isDoubted && (await agree(port, deposit))) {
      proven.push(`${deposit.id} ${deposit.blockHash}`);
      continue;
    }
    doubts.set(deposit.id, height);
    if (isDoubted) continue;
    log.warn({ chain: chain.code, deposit: deposit.id }, 'A large deposit waits for a second provider.');
  }
  return proven;
}

async function agree(port: Keeping['chain'], { txId, height, blockHash }: DepositRow): Promise<boolean> {
  assert(height !== null && blockHash !== null, 'what is deep enough is in a block');
  try {
    const block = await port.block(height);
    return block?.hash === blockHash && (await port.isAgreed(txId, block));
  } catch (error) {
    if (error instanceof ChainUnavailable) return false;
    throw error;
  }
}

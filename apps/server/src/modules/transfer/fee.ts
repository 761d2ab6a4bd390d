/** The fee of an on-chain transfer: fixed by its row, or what the network costs now and a fifth more (domain.md B.1). */
import { isTooDear } from '@marigold/chain/gas';
import type { Account, Chain } from '@marigold/chain/port';
import { mulDivCeil, parseUnits, scaleMax } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { askChain } from '../chain/ask.ts';
import type { ChainAsset } from '../chain/registry.ts';
import { accountOf, listChainAssets, toChain, toLedger } from '../chain/registry.ts';
import { freshRates } from '../rate/worth.ts';
import type { Listing } from './listing.ts';
import { chainStep } from './listing.ts';

/** A fifth more than the cost of the moment. */
const margin = { over: 6n, under: 5n } as const;

export type Paid = {
  /** Undefined: to nobody yet; then it is priced as if it came back to ourselves. */
  readonly to?: Account | undefined;
  readonly units: bigint;
  readonly now: number;
};

/**
 * In ledger units of the asset; undefined while the chain cannot be asked or the cost has no fresh rate. `too-dear`: the
 * recipient is a program that asks for more gas than is paid for anybody.
 */
export async function feeNow(
  db: Database,
  chain: Chain | undefined,
  listing: Listing,
  paid: Paid,
): Promise<bigint | 'too-dear' | undefined> {
  const { listed } = listing;
  if (listed.feeMode === 'fixed') return listed.feeUnits;
  const hot = await findHot(db, listing);
  if (chain === undefined || hot === undefined) return undefined;
  const step = chainStep(listed);
  const amount = toChain(listed, paid.units - (paid.units % step));
  assert(amount !== undefined, 'whole steps can be moved');
  const payment = { coin: listed.coin, to: paid.to ?? hot, amount };
  const terms = await askChain(async () => await chain.feeFor(hot, payment));
  if (terms === undefined) return undefined;
  if (isTooDear(payment, terms)) return 'too-dear';
  const cost = mulDivCeil(terms.gas * terms.feeMax, margin.over, margin.under);
  const units = await inAsset(db, listed, cost, paid.now);
  if (units === undefined) return undefined;
  const least = units > listed.feeUnits ? units : listed.feeUnits;
  return mulDivCeil(least, 1n, step) * step;
}

/** The account that pays. */
async function findHot(db: Database, { chain }: Listing): Promise<Account | undefined> {
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address where family = ${chain.family} and purpose = 'hot'
    order by path_index limit 1`.execute(db);
  const row = found.rows[0];
  return row === undefined ? undefined : accountOf(row.account);
}

/** A cost in the chain's own coin as units of the asset, rounded up; undefined without fresh rates of both. */
async function inAsset(
  db: Database,
  listed: ChainAsset,
  cost: bigint,
  now: number,
): Promise<bigint | undefined> {
  const all = await listChainAssets(db, listed.chain);
  const native = all.find(({ coin }) => coin === 'native');
  if (native === undefined) return undefined;
  const { units, rest } = toLedger(native, cost);
  const nativeUnits = rest > 0n ? units + 1n : units;
  if (native.asset === listed.asset) return nativeUnits;
  const rates = await freshRates(db, now);
  const [of, into] = [rates.get(native.asset), rates.get(listed.asset)];
  if (of === undefined || into === undefined) return undefined;
  const [ofUnits, intoUnits] = [parseUnits(of, scaleMax), parseUnits(into, scaleMax)];
  assert(
    ofUnits !== undefined && intoUnits !== undefined && intoUnits > 0n,
    'a rate is a decimal above zero',
  );
  return mulDivCeil(
    nativeUnits,
    ofUnits * 10n ** BigInt(listed.scale),
    intoUnits * 10n ** BigInt(native.scale),
  );
}

/** Everything the books know of what lies on a chain at its finalized height, read in one moment. */
import type { Account, Coin, Hash } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { chainAccount } from './mirror-account.ts';
import type { ChainAsset, ChainRow } from './registry.ts';
import { accountOf, bytesOf, listChainAssets, toChain } from './registry.ts';
import { readCursor } from './watch/store.ts';

export type Snapshot = {
  readonly height: number;
  /** Every account of ours that anything ever came to. */
  readonly accounts: readonly Account[];
  readonly assets: readonly {
    readonly asset: string;
    readonly coin: Coin;
    /** Chain units that lie on the chain at `height` by name of why, negative where something is not there yet. */
    readonly parts: Readonly<Record<string, bigint>>;
    /** How many differences were booked of it: one more is another state of the books. */
    readonly differences: number;
  }[];
  /** Signed transactions that are not in the books yet, whether the chain has them or not. */
  readonly attempts: readonly SlotAttempt[];
};

export type SlotAttempt = {
  readonly txId: Hash;
  readonly account: Account;
  readonly purpose: 'payout' | 'topup' | 'sweep';
};

/** Undefined: the chain is halted or not read yet. */
export async function takeSnapshot(db: Database, chain: ChainRow): Promise<Snapshot | undefined> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const cursor = await readCursor(transaction, chain.code);
      if (cursor === undefined || cursor.haltedReason !== null) return undefined;
      const height = cursor.finalizedHeight;
      const assets: Snapshot['assets'][number][] = [];
      for (const asset of await listChainAssets(transaction, chain.code)) {
        const parts = await readParts(transaction, chain, asset, height);
        const differences = await countDifferences(transaction, chain, asset);
        assets.push({ asset: asset.asset, coin: asset.coin, parts, differences });
      }
      return {
        height,
        assets,
        accounts: await readAccounts(transaction, chain),
        attempts: await readAttempts(transaction, chain),
      };
    });
}

async function readAccounts(db: Database, chain: ChainRow): Promise<Account[]> {
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address
    where family = ${chain.family} and (purpose in ('hot', 'gas')
      or id in (select address_id from app.chain_transfer where chain = ${chain.code}))
    order by id`.execute(db);
  return found.rows.map(({ account }) => accountOf(account));
}

async function readAttempts(db: Database, chain: ChainRow): Promise<SlotAttempt[]> {
  const found = await sql<{ tx_id: string; account: Buffer; purpose: SlotAttempt['purpose'] }>`
    select x.tx_id, x.account, s.purpose
    from app.slot s join app.slot_attempt x using (chain, account, nonce)
    where s.chain = ${chain.code} and s.state <> 'final' order by s.nonce`.execute(db);
  return found.rows.map(({ tx_id, account, purpose }) => ({
    txId: tx_id,
    account: accountOf(account),
    purpose,
  }));
}

async function readParts(
  db: Database,
  chain: ChainRow,
  asset: ChainAsset,
  height: number,
): Promise<Record<string, bigint>> {
  return {
    books: await readBooks(db, chain, asset),
    ...(await readDeposits(db, chain, asset, height)),
    accepted: await readAccepted(db, chain, asset),
    ...(await readSent(db, chain, asset, height)),
  };
}

/** What the ledger says: the house's account of the chain is negative by what lies there. */
async function readBooks(db: Database, chain: ChainRow, asset: ChainAsset): Promise<bigint> {
  const { kind } = chainAccount(chain, asset.ledgerId);
  const found = await sql<{ balance: string }>`
    select balance::text as balance from ledger.account
    where owner_id is null and asset_id = ${asset.ledgerId} and kind = ${kind}`.execute(db);
  return -inChainUnits(asset, BigInt(found.rows[0]?.balance ?? '0'));
}

async function readDeposits(db: Database, chain: ChainRow, asset: ChainAsset, height: number) {
  const contract = asset.coin === 'native' ? null : bytesOf(asset.coin);
  const found = await sql<{ pots: string; above: string; open: string; house: string; house_units: string }>`
    select
      (select coalesce(sum(amount), 0) from app.deposit_dust
        where chain = ${chain.code} and asset = ${asset.asset})::text as pots,
      coalesce(sum(amount) filter (where state in ('dust', 'can-trade', 'success', 'house')
        and (height is null or height > ${height})), 0)::text as above,
      coalesce(sum(amount) filter (where state in ('confirming', 'held', 'unsupported', 'closed')
        and height <= ${height}), 0)::text as open,
      coalesce(sum(amount) filter (where state = 'house'), 0)::text as house,
      coalesce(sum(units) filter (where state = 'house'), 0)::text as house_units
    from app.deposit where chain = ${chain.code} and contract is not distinct from ${contract}::bytea`.execute(
    db,
  );
  const [row] = found.rows;
  assert(row !== undefined, 'a sum has one row');
  return {
    pots: BigInt(row.pots),
    'credited above': -BigInt(row.above),
    'not credited': BigInt(row.open),
    'rest of the house': BigInt(row.house) - inChainUnits(asset, BigInt(row.house_units)),
  };
}

export async function countDifferences(db: Database, chain: ChainRow, asset: ChainAsset): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from app.chain_difference
    where chain = ${chain.code} and asset = ${asset.asset}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

async function readAccepted(db: Database, chain: ChainRow, asset: ChainAsset): Promise<bigint> {
  const found = await sql<{ amount: string; units: string }>`
    select coalesce(sum(amount), 0)::text as amount, coalesce(sum(units), 0)::text as units
    from app.chain_difference where chain = ${chain.code} and asset = ${asset.asset}`.execute(db);
  const { amount = '0', units = '0' } = found.rows[0] ?? {};
  return BigInt(amount) - inChainUnits(asset, BigInt(units));
}

/** What is in the books already though it is above the height, and what gas was rounded up by. */
async function readSent(db: Database, chain: ChainRow, asset: ChainAsset, height: number) {
  const found = await sql<{ units: string }>`
    select coalesce(sum(units - fee_units), 0)::text as units from app.payout
    where chain = ${chain.code} and asset = ${asset.asset} and state = 'settled' and height > ${height}`.execute(
    db,
  );
  const paid = inChainUnits(asset, BigInt(found.rows[0]?.units ?? '0'));
  if (asset.coin !== 'native') return { 'paid above': paid };
  const gasStep = String(10n ** BigInt(Math.max(0, asset.chainScale - asset.scale)));
  const gas = await sql<{ above: string; rounding: string }>`
    select coalesce(sum(gas_paid) filter (where mined_height > ${height}), 0)::text as above,
      coalesce(sum(ceil(gas_paid / ${gasStep}::numeric) * ${gasStep}::numeric - gas_paid), 0)::text as rounding
    from app.slot where chain = ${chain.code} and state = 'final'`.execute(db);
  const { above = '0', rounding = '0' } = gas.rows[0] ?? {};
  return { 'paid above': paid, 'gas above': BigInt(above), 'gas rounded up': BigInt(rounding) };
}

/** Booked units are of movements of this chain, or of what its decimals can say. */
function inChainUnits(asset: ChainAsset, units: bigint): bigint {
  const amount = toChain(asset, units);
  assert(amount !== undefined, `${units} of ${asset.asset} can be written in chain units`);
  return amount;
}

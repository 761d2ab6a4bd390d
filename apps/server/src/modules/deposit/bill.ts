/** The ledger's accounts of deposits, opened many at once; and how bills of deposits are written. */
import { writeAccount } from '@marigold/chain/account';
import type { Account } from '@marigold/chain/port';
import { nobody } from '@marigold/chain/port';
import type { BillStatus, BillType } from '@marigold/contract/bill';
import type { AccountName } from '@marigold/ledger/account';
import { formatUnitsTrimmed } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import type { NewBill } from '../bill/record.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import type { Notice } from '../message/notify.ts';

export type Accounts = (name: AccountName) => bigint;

/** Finds or makes all these accounts with one statement, in one order, so that two at once do not wait crosswise. */
export async function openAccounts(db: Database, names: readonly AccountName[]): Promise<Accounts> {
  const found = await sql<{ owner: string | null; asset: number; kind: string; id: bigint }>`
    select named.owner, named.asset, named.kind,
      coalesce(a.id, ledger.open_account(named.owner, named.asset, named.kind)) as id
    from (
      select distinct owner, asset, kind
      from jsonb_to_recordset(${rowsOf(names)}::jsonb) as row(owner uuid, asset smallint, kind text)
      order by owner nulls first, asset, kind
    ) named
    left join ledger.account a on a.owner_id = named.owner and a.asset_id = named.asset and a.kind = named.kind`.execute(
    db,
  );
  const ids = new Map(found.rows.map(({ owner, asset, kind, id }) => [`${owner} ${asset} ${kind}`, id]));
  return ({ owner, assetId, kind }) => {
    const id = ids.get(`${owner} ${assetId} ${kind}`);
    assert(id !== undefined, 'an account that was opened has an id');
    return id;
  };
}

function rowsOf(names: readonly AccountName[]): string {
  return JSON.stringify(names.map(({ owner, assetId, kind }) => ({ owner, asset: assetId, kind })));
}

export type DepositBill = {
  readonly type: BillType;
  readonly direction: 'in' | 'out';
  readonly units: bigint;
  readonly statuses: readonly [BillStatus, ...BillStatus[]];
  readonly journalId?: bigint | undefined;
  readonly belongsTo?: string | undefined;
  readonly now: number;
};

/** Where something came to, and who paid it where somebody did. */
export type Arrived = {
  readonly userId: string | null;
  readonly asset: string | null;
  readonly from: Account;
  /** Null: nobody knows at which of our accounts. */
  readonly to: Account | null;
};

/** A bill about a deposit of a person: who sent it where, on which chain. */
export function billOf(chain: ChainRow, { userId, asset, from, to }: Arrived, bill: DepositBill): NewBill {
  assert(userId !== null && asset !== null, 'a bill is of somebody and in a listed coin');
  const sender = from === nobody ? undefined : writeAccount(from, chain.family);
  return {
    ...bill,
    userId,
    asset,
    payType: 'onChain',
    chain: chain.code,
    counterparty: sender,
    sendingAddress: sender,
    receivingAddress: to === null ? undefined : writeAccount(to, chain.family),
  };
}

/** An amount as people read it, of ledger units. */
export function sayUnits({ scale, decimals }: ChainAsset, units: bigint): string {
  return formatUnitsTrimmed(units, scale, Math.min(decimals, scale));
}

/** Tells somebody how much of a lost deposit went out of the balance; `billId` is of the bill that took it. */
export function takenNotice(
  asset: ChainAsset,
  { userId, units, billId, now }: { userId: string; units: bigint; billId: string; now: number },
): Notice<'depositTaken'> {
  const facts = { amount: sayUnits(asset, units), currency: asset.asset, billId };
  return { userId, kind: 'depositTaken', facts, now };
}

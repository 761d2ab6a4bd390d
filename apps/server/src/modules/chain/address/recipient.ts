/** Whom an address means when money is to be sent to it, and what speaks against it. */
import type { AddressProblem, Family } from '@marigold/chain/account';
import { readAccount } from '@marigold/chain/account';
import type { Account, ChainCode } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database.ts';
import { accountOf, bytesOf } from '../registry.ts';

export type Recipient = {
  readonly account: Account;
  /** False: it was typed without upper-case letters, so a slip cannot be seen. */
  readonly isChecked: boolean;
  /** The person of Marigold whose address it is: the transfer is internal and free. */
  readonly ownerId: string | undefined;
};

/** The same words are refusals of the contract. */
export type RecipientProblem = AddressProblem | 'address_is_token' | 'address_is_ours' | 'payee_is_self';

type Asked = {
  readonly chain: { readonly code: ChainCode; readonly family: Family };
  /** As typed or scanned. */
  readonly typed: string;
  /** Who wants to pay. */
  readonly userId: string;
};

/** Reads an address that a person wants to pay, or says why nobody should. */
export async function readRecipient(
  db: Database,
  { chain, typed, userId }: Asked,
): Promise<Recipient | RecipientProblem> {
  const read = readAccount(typed, chain.family);
  if (typeof read === 'string') return read;
  const bytes = bytesOf(read.account);
  const found = await sql<{ is_token: boolean; is_known: boolean; owner_id: string | null }>`
    select exists (select from app.chain_asset where chain = ${chain.code} and contract = ${bytes}) as is_token,
      own.id is not null as is_known, own.user_id as owner_id
    from (select) one left join app.chain_address own on own.family = ${chain.family} and own.account = ${bytes}`.execute(
    db,
  );
  const known = found.rows[0];
  // A token sent to its own contract is lost for ever.
  if (known?.is_token === true) return 'address_is_token';
  const ownerId = known?.owner_id ?? undefined;
  if (ownerId === userId) return 'payee_is_self';
  // The house's own accounts, and addresses that nobody was given yet.
  if (known?.is_known === true && ownerId === undefined) return 'address_is_ours';
  return { ...read, ownerId };
}

export type LookAlike = {
  /** What the caller calls it; null outside of the address book. */
  readonly name: string | null;
  readonly account: Account;
};

/** How far back recipients are compared: enough for all of most people, bounded for the others. */
const recipientsMax = 1000;

/**
 * Another payee or recipient of the caller whose address begins and ends alike, as people compare them: by the first four
 * and the last four digits. Such addresses are made to be mistaken for each other.
 */
export async function findLookAlike(
  db: Database,
  {
    userId,
    family,
    account,
  }: { readonly userId: string; readonly family: Family; readonly account: Account },
): Promise<LookAlike | undefined> {
  const bytes = bytesOf(account);
  const found = await sql<{ name: string | null; account: Buffer }>`
    with known as (
      (select p.name, p.account, 0 as rank, p.created_at as at from app.payee p join app.chain c on c.code = p.chain
       where p.user_id = ${userId} and p.removed_at is null and p.account is not null and c.family = ${family}
       order by p.id desc limit ${recipientsMax})
      union all
      (select null, o.account, 1, o.created_at from app.payout o join app.chain c on c.code = o.chain
       where o.user_id = ${userId} and c.family = ${family} and o.state not in ('cancelled', 'rejected', 'failed')
       order by o.created_at desc limit ${recipientsMax})
    )
    select name, account from known
    where account <> ${bytes} and substr(account, 1, 2) = substr(${bytes}::bytea, 1, 2)
      and substr(account, 19, 2) = substr(${bytes}::bytea, 19, 2)
    order by rank, at desc limit 1`.execute(db);
  const row = found.rows[0];
  return row === undefined ? undefined : { name: row.name, account: accountOf(row.account) };
}

/** What an address means when somebody wants to pay it, and what speaks against paying it. */
import type { AddressProblem, Family } from '@marigold/chain/account';
import { readAccount } from '@marigold/chain/account';
import type { ChainAccount, ChainCode } from '@marigold/chain/port';

import type { Database } from '../../../platform/database/database.ts';
import { findKnownAccount } from './store.ts';

export type Recipient = {
  readonly account: ChainAccount;
  /** False: it was typed without upper-case letters, so a slip cannot be seen. */
  readonly isChecked: boolean;
  /** The person of Marigold whose address it is: the transfer is internal and free. */
  readonly ownerId: string | undefined;
};

/** The same words are refusals of the contract. */
export type RecipientProblem = AddressProblem | 'address_is_token' | 'address_is_ours' | 'payee_is_self';

type RecipientQuery = {
  readonly chain: { readonly code: ChainCode; readonly family: Family };
  /** As typed or scanned. */
  readonly typed: string;
  /** Who wants to pay. */
  readonly userId: string;
};

/** Reads an address that a person wants to pay, or says why nobody should. */
export async function readRecipient(
  db: Database,
  { chain, typed, userId }: RecipientQuery,
): Promise<Recipient | RecipientProblem> {
  const read = readAccount(typed, chain.family);
  if (typeof read === 'string') return read;
  const known = await findKnownAccount(db, chain, read.account);
  // A token sent to its own contract is lost for ever.
  if (known?.is_token === true) return 'address_is_token';
  const ownerId = known?.owner_id ?? undefined;
  if (ownerId === userId) return 'payee_is_self';
  // The house's own accounts, and addresses that nobody was given yet.
  if (known?.is_known === true && ownerId === undefined) return 'address_is_ours';
  return { ...read, ownerId };
}

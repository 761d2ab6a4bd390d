/** The account of the house that mirrors what we hold on a chain: negative by what lies there. */
import type { AccountKind, AccountName } from '@marigold/ledger/account';
import { accountKinds } from '@marigold/ledger/account';
import { assert } from '@marigold/money/assert';

import type { ChainRow } from './registry.ts';

export function chainAccount({ ledgerKind }: ChainRow, assetId: number): AccountName {
  const kind: AccountKind | undefined = accountKinds.find((known) => known === ledgerKind);
  assert(kind !== undefined, `the ledger has accounts of the kind ${ledgerKind}`);
  return { owner: null, assetId, kind };
}

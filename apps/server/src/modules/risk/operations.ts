import { readAccount } from '@marigold/chain/account';
/** What persons decide about cases of risk, and whose accounts are held back. */
import type { ChainAccount } from '@marigold/chain/port';
import type { decideCase, listAccount, unlistAccount } from '@marigold/operations/rows/risk';

import type { Database } from '../../platform/database/database.ts';
import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import { findFamily } from '../chain/views.ts';
import { decideRisk } from './decide.ts';
import type { CaseFacts } from './facts.ts';
import { deleteRiskAccount, upsertRiskAccount } from './store.ts';

/** `facts`: what cases are about, as its owners tell it. */
export function createDecideDeed(facts: CaseFacts): Deed<typeof decideCase> {
  return {
    async act(db, { case: caseId, verdict }, { by, reason, now }) {
      const isCleared = verdict === 'clear';
      const isDone = await decideRisk(db, facts, { caseId, isCleared, by, reason, now });
      return isDone ? { subject: caseId } : new RefusedDeed('wrong_state');
    },
  };
}

type OfFamily = { readonly family: 'evm' | 'tron'; readonly account: ChainAccount };

async function find(
  db: Database,
  chain: string,
  text: string,
): Promise<OfFamily | RefusedDeed<'no_chain' | 'no_account'>> {
  const family = await findFamily(db, chain);
  if (family === undefined) return new RefusedDeed('no_chain');
  const read = readAccount(text, family);
  return typeof read === 'string' ? new RefusedDeed('no_account') : { family, account: read.account };
}

export const listAccountDeed: Deed<typeof listAccount> = {
  async act(db, { chain, account }, { reason, now }) {
    const found = await find(db, chain, account);
    if (found instanceof RefusedDeed) return found;
    await upsertRiskAccount(db, { ...found, reason, now });
    return { subject: found.account };
  },
};

/** Cases that are open stay so: each is decided by itself. */
export const unlistAccountDeed: Deed<typeof unlistAccount> = {
  async act(db, { chain, account }) {
    const found = await find(db, chain, account);
    if (found instanceof RefusedDeed) return found;
    return (await deleteRiskAccount(db, found)) ? { subject: found.account } : new RefusedDeed('gone');
  },
};

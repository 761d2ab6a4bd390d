/** Stops of a chain or of one currency on it: made at once by the program or by one person, ended by two. */
import type { ChainCode } from '@marigold/chain/port';

import type { Database } from '../../../platform/database.ts';
import { queryable } from '../../../platform/database.ts';
import type { Decision } from '../../audit/decision.ts';
import { appendDecision, assertTwoPersons, reasonMax } from '../../audit/decision.ts';
import { appendEvent } from '../../audit/event.ts';
import { insertAssetHalt, updateAssetResumed, updateHalt } from './store.ts';

export type AssetHalt = {
  readonly chain: ChainCode;
  readonly asset: string;
  readonly reason: string;
  /** As the audit log names whoever stops it; left out: the watcher. */
  readonly actor?: string;
  readonly now: number;
};

/** Stops crediting and paying one currency on a chain. False: it was stopped before, and keeps its first reason. */
export async function haltAsset(
  db: Database,
  { chain, asset, reason: whole, actor = 'watcher', now }: AssetHalt,
): Promise<boolean> {
  const reason = whole.slice(0, reasonMax);
  if (!(await insertAssetHalt(db, { chain, asset, reason, now }))) return false;
  const subject = `${chain}/${asset}`;
  await appendEvent(queryable(db), { actor, action: 'chain.assetHalted', subject, reason, detail: {} });
  return true;
}

/** Stops reading, crediting and paying on a chain. False: it was stopped before, or is not watched. */
export async function haltChain(
  db: Database,
  { chain, reason: whole, actor = 'watcher', now }: Omit<AssetHalt, 'asset'>,
): Promise<boolean> {
  const reason = whole.slice(0, reasonMax);
  if (!(await updateHalt(db, { chain, reason, now }))) return false;
  await appendEvent(queryable(db), { actor, action: 'chain.halted', subject: chain, reason, detail: {} });
  return true;
}

/** Lets one currency go on. False: it was not stopped. */
export async function resumeAsset(
  db: Database,
  { chain, asset }: { readonly chain: ChainCode; readonly asset: string },
  decision: Decision,
): Promise<boolean> {
  assertTwoPersons(decision);
  if (!(await updateAssetResumed(db, { chain, asset }, decision))) return false;
  await appendDecision(queryable(db), decision, 'chain.assetResumed', `${chain}/${asset}`);
  return true;
}

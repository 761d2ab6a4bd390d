/** Stops of a chain or of one currency on it: made at once by the program or by one person, ended by two. */
import type { ChainCode } from '@marigold/chain/port';

import type { Database } from '../../../platform/database/database.ts';
import { queryable } from '../../../platform/database/database.ts';
import type { AuditDecision } from '../../audit/decision.ts';
import { assertTwoPersons, reasonMax } from '../../audit/decision.ts';
import { appendEvent } from '../../audit/event.ts';
import { insertAssetHalt, updateAssetResumed, updateHalt } from './store.ts';

export type AssetHalt = {
  readonly chain: ChainCode;
  readonly asset: string;
  readonly reason: string;
  readonly now: number;
};

/** Stops crediting and paying one currency on a chain. False: it was stopped before, and keeps its first reason. */
export async function stopAsset(db: Database, { reason, ...halt }: AssetHalt): Promise<boolean> {
  return await insertAssetHalt(db, { ...halt, reason: reason.slice(0, reasonMax) });
}

/** As `stopAsset`, where the program itself stops it: the audit log then says so in its name. */
export async function haltAsset(db: Database, halt: AssetHalt): Promise<boolean> {
  if (!(await stopAsset(db, halt))) return false;
  await audit(db, 'chain.assetHalted', `${halt.chain}/${halt.asset}`, halt.reason);
  return true;
}

/** Stops reading, crediting and paying on a chain. False: it was stopped before, or is not watched. */
export async function stopChain(
  db: Database,
  { reason, ...halt }: Omit<AssetHalt, 'asset'>,
): Promise<boolean> {
  return await updateHalt(db, { ...halt, reason: reason.slice(0, reasonMax) });
}

/** As `stopChain`, where the program itself stops it. */
export async function haltChain(db: Database, halt: Omit<AssetHalt, 'asset'>): Promise<boolean> {
  if (!(await stopChain(db, halt))) return false;
  await audit(db, 'chain.halted', halt.chain, halt.reason);
  return true;
}

async function audit(db: Database, action: string, subject: string, whole: string): Promise<void> {
  const reason = whole.slice(0, reasonMax);
  await appendEvent(queryable(db), { actor: 'watcher', action, subject, reason, detail: {} });
}

/** Lets one currency go on. False: it was not stopped. */
export async function resumeAsset(
  db: Database,
  which: { readonly chain: ChainCode; readonly asset: string },
  decision: AuditDecision,
): Promise<boolean> {
  assertTwoPersons(decision);
  return await updateAssetResumed(db, which, decision);
}

/** Stops of a chain or of one currency on it: made at once by the program or by one person, ended by two. */
import type { ChainCode } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';

/** Two persons and why, as for every deed that moves or frees money. */
export type Decision = {
  readonly by: string;
  readonly second: string;
  readonly reason: string;
  readonly now: number;
};

const reasonMax = 1000;

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
  { chain, asset, reason, actor = 'watcher', now }: AssetHalt,
): Promise<boolean> {
  const made = await sql`
    insert into app.chain_halt (id, chain, asset, reason, halted_at)
    values (${newId()}, ${chain}, ${asset}, ${reason.slice(0, reasonMax)}, ${new Date(now)})
    on conflict (chain, asset) where resumed_at is null do nothing
    returning id`.execute(db);
  if (made.rows.length === 0) return false;
  await tell(db, actor, 'chain.assetHalted', `${chain}/${asset}`, reason);
  return true;
}

/** Stops reading, crediting and paying on a chain. False: it was stopped before, or is not watched. */
export async function haltChain(
  db: Database,
  { chain, reason, actor = 'watcher', now }: Omit<AssetHalt, 'asset'>,
): Promise<boolean> {
  const made = await sql`
    update app.chain_cursor set halted_at = ${new Date(now)}, halted_reason = ${reason.slice(0, reasonMax)}
    where chain = ${chain} and halted_at is null returning chain`.execute(db);
  if (made.rows.length === 0) return false;
  await tell(db, actor, 'chain.halted', chain, reason);
  return true;
}

/** Whether all money, a chain or this currency on it is stopped at this moment. */
export async function isStopped(
  db: Database,
  { chain, asset }: { readonly chain: ChainCode; readonly asset: string },
): Promise<boolean> {
  const found = await sql<{ is_halted: boolean }>`
    select exists (select from ledger.halt where resumed_at is null)
      or exists (select from app.chain_cursor where chain = ${chain} and halted_at is not null)
      or exists (select from app.chain_halt
        where chain = ${chain} and asset = ${asset} and resumed_at is null) as is_halted`.execute(db);
  return found.rows[0]?.is_halted === true;
}

/** Lets one currency go on. False: it was not stopped. */
export async function resumeAsset(
  db: Database,
  { chain, asset }: { readonly chain: ChainCode; readonly asset: string },
  decision: Decision,
): Promise<boolean> {
  assertTwoPersons(decision);
  const resumed = await sql`
    update app.chain_halt set resumed_at = ${new Date(decision.now)}, resumed_by = ${decision.by},
      second_by = ${decision.second}, resume_reason = ${decision.reason}
    where chain = ${chain} and asset = ${asset} and resumed_at is null returning id`.execute(db);
  if (resumed.rows.length === 0) return false;
  await tellDecision(db, decision, 'chain.assetResumed', `${chain}/${asset}`);
  return true;
}

/** Whoever frees money has somebody beside him and says why. */
export function assertTwoPersons({ by, second, reason }: Decision): void {
  assert(by !== second && by !== '' && second !== '', 'two different persons decide');
  assert(reason.length > 0 && reason.length <= reasonMax, 'a decision has a reason');
}

/** Writes a decision of two persons into the audit log, in the caller's transaction. */
export async function tellDecision(
  db: Database,
  { by, second, reason }: Decision,
  action: string,
  subject: string,
): Promise<void> {
  await tell(db, `operator:${by}`, action, subject, reason, { second });
}

async function tell(
  db: Database,
  actor: string,
  action: string,
  subject: string,
  reason: string,
  detail: Readonly<Record<string, string>> = {},
): Promise<void> {
  await sql`
    select audit.append(${actor}, ${action}, ${subject}, ${reason.slice(0, reasonMax)},
      ${JSON.stringify(detail)}::jsonb)`.execute(db);
}

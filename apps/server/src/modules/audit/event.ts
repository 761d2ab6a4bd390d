import type { Queryable } from '@marigold/ledger/queryable';

import { insertEvent, listBrokenSeals, sealSome } from './store.ts';

/** One line of the audit log. Ids and facts only: no secrets, no personal data. */
export interface AuditEvent {
  /** `operator:ann`, `auditor`, `user:<id>`. */
  readonly actor: string;
  /** A past-tense word of the form `money.halted`. */
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly detail: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

const sealsPerStatement = 1000;
const sealStatementsMax = 100;

/** Appends an event in the caller's transaction, so that it is kept exactly when the deed is; answers its id. */
export async function appendEvent(db: Queryable, event: AuditEvent): Promise<bigint> {
  return await insertEvent(db, { ...event, detail: JSON.stringify(event.detail) });
}

/** Chains the finished events by hash; answers how many. */
export async function sealEvents(db: Queryable): Promise<number> {
  let sealed = 0;
  for (let round = 0; round < sealStatementsMax; round += 1) {
    const count = await sealSome(db, sealsPerStatement);
    sealed += count;
    if (count < sealsPerStatement) break;
  }
  return sealed;
}

/** Where the chain of the audit log does not hold, in words; empty when nobody touched it. */
export async function verifyEvents(db: Queryable): Promise<string[]> {
  const broken = await listBrokenSeals(db);
  return broken.map(({ seal_no, what }) => (seal_no === null ? what : `seal ${seal_no}: ${what}`));
}

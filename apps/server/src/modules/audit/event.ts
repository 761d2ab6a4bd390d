import { one, type Queryable } from '@marigold/ledger/queryable';

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
  const { actor, action, subject, reason, detail } = event;
  const row = await one<{ id: bigint | string }>(
    db,
    'select audit.append($1::text, $2::text, $3::text, $4::text, $5::jsonb) as id',
    [actor, action, subject, reason, JSON.stringify(detail)],
  );
  return BigInt(row.id);
}

/** Chains the finished events by hash; answers how many. */
export async function sealEvents(db: Queryable): Promise<number> {
  let sealed = 0;
  for (let round = 0; round < sealStatementsMax; round += 1) {
    const row = await one<{ sealed: number }>(db, 'select audit.seal_some($1::int) as sealed', [
      sealsPerStatement,
    ]);
    sealed += row.sealed;
    if (row.sealed < sealsPerStatement) break;
  }
  return sealed;
}

/** Where the chain of the audit log does not hold, in words; empty when nobody touched it. */
export async function verifyEvents(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ seal_no: bigint | string | null; what: string }>(
    'select seal_no, what from audit.verify() limit 1000',
    [],
  );
  return rows.map(({ seal_no, what }) => (seal_no === null ? what : `seal ${seal_no}: ${what}`));
}

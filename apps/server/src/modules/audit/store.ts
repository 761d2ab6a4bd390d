/** The audit log and its persons as this module reads and writes them. */
import { one, type Queryable } from '@marigold/ledger/queryable';

/** Answers the id. */
export async function insertEvent(
  db: Queryable,
  event: {
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly reason: string;
    readonly detail: string;
  },
): Promise<bigint> {
  const row = await one<{ id: bigint | string }>(
    db,
    'select audit.append($1::text, $2::text, $3::text, $4::text, $5::jsonb) as id',
    [event.actor, event.action, event.subject, event.reason, event.detail],
  );
  return BigInt(row.id);
}

/** Chains at most so many finished events by hash; answers how many. */
export async function sealSome(db: Queryable, max: number): Promise<number> {
  const row = await one<{ sealed: number }>(db, 'select audit.seal_some($1::int) as sealed', [max]);
  return row.sealed;
}

export type BrokenSeal = { readonly seal_no: bigint | string | null; readonly what: string };

export async function listBrokenSeals(db: Queryable): Promise<readonly BrokenSeal[]> {
  const { rows } = await db.query<BrokenSeal>('select seal_no, what from audit.verify() limit 1000', []);
  return rows;
}

/** Of an enrolled person who is not disabled. Needs the owner's login. */
export async function findKeyHash(db: Queryable, name: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ key_hash: Buffer }>(
    'select key_hash from audit.operator where name = $1::text and disabled_at is null',
    [name],
  );
  return rows[0]?.key_hash;
}

/** False when the name is taken. */
export async function insertOperator(db: Queryable, name: string, keyHash: Buffer): Promise<boolean> {
  const { rows } = await db.query(
    'insert into audit.operator (name, key_hash) values ($1::text, $2::bytea) on conflict do nothing returning name',
    [name, keyHash],
  );
  return rows.length === 1;
}

/** Enrolments follow each other, so that each counts those before it. Ends with the transaction. */
export async function lockEnrolment(db: Queryable): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtext('audit.operator'))`, []);
}

/** A full audit reads every posting; the program's ordinary statement time-out would end it. */
export async function allowLongAudit(db: Queryable): Promise<void> {
  await db.query(`set local statement_timeout = '30min'`, []);
}

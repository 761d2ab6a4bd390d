import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Queryable } from '@marigold/ledger/queryable';

/** A person with his key, as given to a command. */
export interface OperatorKey {
  readonly name: string;
  readonly key: string;
}

const keyBytes = 32;

/** True when this enrolled, not disabled person's key is right. Needs the owner's login. */
export async function isOperator(db: Queryable, { name, key }: OperatorKey): Promise<boolean> {
  const { rows } = await db.query<{ key_hash: Buffer }>(
    'select key_hash from audit.operator where name = $1::text and disabled_at is null',
    [name],
  );
  const [row] = rows;
  return row !== undefined && timingSafeEqual(row.key_hash, hashOf(key));
}

/** How many persons can act; two are needed before money can be resumed. */
export async function countOperators(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    'select count(*)::text as count from audit.operator where disabled_at is null',
    [],
  );
  return Number(rows[0]?.count ?? 0);
}

/**
 * Enrols a person and answers his key, which is shown once and kept only as its hash; undefined when the name is taken
 * or is no name (a lower-case letter, then letters, digits and hyphens, 2 to 40 together).
 */
export async function addOperator(db: Queryable, name: string): Promise<string | undefined> {
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(name)) return undefined;
  const key = `mgo_${randomBytes(keyBytes).toString('base64url')}`;
  const { rows } = await db.query(
    'insert into audit.operator (name, key_hash) values ($1::text, $2::bytea) on conflict do nothing returning name',
    [name, hashOf(key)],
  );
  return rows.length === 1 ? key : undefined;
}

/** A fast hash is right here: a key is 256 random bits, nobody's password. */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Queryable } from '@marigold/ledger/queryable';

import { findKeyHash, insertOperator } from './store.ts';

/** An operator's name with the key, as given to a command. */
export interface OperatorKey {
  readonly name: string;
  readonly key: string;
}

const keyBytes = 32;

/** True when this enrolled, not disabled person's key is right. Needs the owner's login. */
export async function isOperator(db: Queryable, { name, key }: OperatorKey): Promise<boolean> {
  const keyHash = await findKeyHash(db, name);
  return keyHash !== undefined && timingSafeEqual(keyHash, hashOf(key));
}

/**
 * Enrols a person and answers his key, which is shown once and kept only as its hash; undefined when the name is taken
 * or is no name (a lower-case letter, then letters, digits and hyphens, 2 to 40 together).
 */
export async function addOperator(db: Queryable, name: string): Promise<string | undefined> {
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(name)) return undefined;
  const key = `mgo_${randomBytes(keyBytes).toString('base64url')}`;
  return (await insertOperator(db, name, hashOf(key))) ? key : undefined;
}

/** A fast hash is right here: a key is 256 random bits, nobody's password. */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

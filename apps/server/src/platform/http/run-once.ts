/** A call that is applied once: its key, what it does and its answer in one transaction (protocol.md "Applied once"). */
import type { Endpoint } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { Database, Databases } from '../database/database.ts';
import { crashPoint } from '../process/crash-point.ts';
import type { Admitted } from './call.ts';
import type { RequestKey } from './request-key.ts';
import { digestInput, keepAnswer, takeRequestKey } from './request-key.ts';

export type OnceDependencies = {
  readonly databases: Databases;
  /** Keys the digest of requestIds. */
  readonly secretKey: string;
};

/** Carries a refusal out of a transaction so that it rolls back. */
class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/**
 * Does the call, or answers what it answered before; throws 409 for another body under the same id. `fields` are the input
 * as it was sent.
 */
export function runOnce(
  { databases, secretKey }: OnceDependencies,
  { endpoint, handler, input, call }: Admitted,
  { requestId, fields }: { readonly requestId: string; readonly fields: Record<string, unknown> },
): Promise<object | Refusal> {
  const key: RequestKey = {
    scope: call.session === undefined ? `device:${call.deviceId}` : `user:${call.session.userId}`,
    requestId,
    path: endpoint.path,
    digest: digestInput(endpoint.path, fields, secretKey),
  };
  if (endpoint.isGroupCommitted === true)
    return handler(input, { ...call, db: databases.main, requestKey: key });
  return transact(databases, endpoint, key, call.now, async (db) => await handler(input, { ...call, db }));
}

/** The key, what the call does and its answer, in one transaction. */
async function transact(
  databases: Databases,
  endpoint: Endpoint,
  key: RequestKey,
  now: number,
  work: (db: Database) => Promise<object | Refusal>,
): Promise<object | Refusal> {
  try {
    return await databases.main.transaction().execute(async (db) => {
      const known = await takeRequestKey(db, key, now);
      if (known.kind === 'answered') return known.answer as object;
      if (known.kind === 'expired') {
        throw new RolledBack(new Refusal('already_applied', { id: known.objectId ?? '' }));
      }
      const result = await work(db);
      if (result instanceof Refusal) throw new RolledBack(result);
      await keepAnswer(db, key, result as Record<string, unknown>, endpoint);
      crashPoint('call.before-commit');
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal;
    throw error;
  }
}

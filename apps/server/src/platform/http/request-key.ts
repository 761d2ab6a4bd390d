/**
 * Applied once (protocol.md): a requestId is taken in the transaction of the call itself. A second call with the same id
 * waits on the unique key until the first has ended; a refusal rolls the key back and leaves the id free.
 */
import { createHmac } from 'node:crypto';

import { answersRetentionMs } from '@marigold/contract/durations';
import { canonicalJson } from '@marigold/contract/envelope';
import { sql } from 'kysely';

import type { Database } from '../database/database.ts';
import type { PruneStep } from '../database/prune.ts';
import { TransportError } from './transport-error.ts';

/** What proves the caller is not part of what they ask for; a mistyped proof may be corrected under the same id. */
const proofFields = new Set(['payPassword', 'google', 'code', 'verify']);

/** HMAC in hex over the canonical input without proofs: the stored digest gives nothing away about passwords in it. */
export function digestInput(path: string, input: Readonly<Record<string, unknown>>, secret: string): string {
  let request = input;
  for (const proof of proofFields)
    if (proof in input) {
      const { [proof]: _, ...rest } = request;
      request = rest;
    }
  return createHmac('sha256', secret)
    .update(`${path}\n${canonicalJson(request)}`, 'utf8')
    .digest('hex');
}

export type KnownRequest =
  | { readonly kind: 'new' }
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'expired'; readonly objectId: string | null };

export type RequestKey = {
  readonly scope: string;
  readonly requestId: string;
  readonly path: string;
  /** In hex. */
  readonly digest: string;
};

/** Takes the key inside the call's transaction, or says what is known of it. The same id with another body is 409. */
export async function takeRequestKey(
  db: Database,
  { scope, requestId, path, digest }: RequestKey,
  now: number,
): Promise<KnownRequest> {
  const taken = await sql`
    insert into app.request_key (scope, request_id, path, digest, created_at)
    values (${scope}, ${requestId}, ${path}, decode(${digest}, 'hex'), ${new Date(now)})
    on conflict do nothing`.execute(db);
  if (taken.numAffectedRows === 1n) return { kind: 'new' };
  const found = await sql<{ digest: string; answer: unknown; object_id: string | null }>`
    select encode(digest, 'hex') as digest, answer, object_id from app.request_key
    where scope = ${scope} and request_id = ${requestId}`.execute(db);
  const row = found.rows[0];
  // The other call refused between our two statements: its key is gone and this one may try again.
  if (row === undefined) throw new TransportError(503, 'unavailable', { seconds: 1 });
  if (row.digest !== digest) throw new TransportError(409, 'conflict', {}, 'requestId');
  if (row.answer === null) return { kind: 'expired', objectId: row.object_id };
  return { kind: 'answered', answer: row.answer };
}

/** Stores the answer in the same transaction; secret outputs are left out and never written. */
export async function keepAnswer(
  db: Database,
  { scope, requestId }: RequestKey,
  output: Readonly<Record<string, unknown>>,
  {
    secretOutputs = [],
    objectId,
  }: { secretOutputs?: readonly string[] | undefined; objectId?: string | undefined },
): Promise<void> {
  const open = Object.fromEntries(Object.entries(output).filter(([key]) => !secretOutputs.includes(key)));
  const object = objectId === undefined ? null : String(output[objectId]);
  await sql`
    update app.request_key set answer = ${JSON.stringify(open)}::jsonb, object_id = ${object}
    where scope = ${scope} and request_id = ${requestId}`.execute(db);
}

/** Keys stay for ever; only the answer goes (protocol.md "Applied once"). */
export const pruneAnswers: PruneStep = ({ ago }, most) =>
  sql`update app.request_key set answer = null where (scope, request_id) in (
          select scope, request_id from app.request_key
          where answer is not null and created_at < ${ago(answersRetentionMs)} order by created_at limit ${most})`;

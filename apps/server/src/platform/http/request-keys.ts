/** Request keys of calls that are committed in groups: read and kept for all of them in one statement each. */
import { columnOf } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { sqlState } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { RequestKey } from './request-key.ts';

/** What is kept under a key. */
export type KnownKey<Answer> = {
  readonly digest: string;
  /** Null: answered long ago. */
  readonly answer: Answer | null;
  readonly objectId: string | null;
};

/** A request that was done, what it was answered, and the object that it made or changed. */
export type StoredAnswer = {
  readonly key: RequestKey;
  readonly answer: object;
  readonly objectId: string | null;
};

/** A call that is under way elsewhere has a key of this group: nothing was written, and it may be tried again. */
export class KeyTaken extends Error {}

export function keyName({ scope, requestId }: Pick<RequestKey, 'scope' | 'requestId'>): string {
  return `${requestId}${scope}`;
}

/** By `keyName`; answers are what the same calls were answered before. */
export async function readKeys<Answer>(
  db: Database,
  keys: readonly RequestKey[],
): Promise<ReadonlyMap<string, KnownKey<Answer>>> {
  if (keys.length === 0) return new Map();
  const found = await prepared<{
    scope: string;
    request_id: string;
    digest: string;
    answer: Answer | null;
    object_id: string | null;
  }>`
    /* trade_keys_read */ select k.scope, k.request_id, encode(k.digest, 'hex') as digest, k.answer, k.object_id
    from unnest(${columnOf(keys, ({ scope }) => scope)}::text[],
      ${columnOf(keys, ({ requestId }) => requestId)}::uuid[]) as asked(scope, request_id)
    cross join lateral (
      select * from app.request_key where scope = asked.scope and request_id = asked.request_id limit 1) k`.execute(
    db,
  );
  return new Map(
    found.rows.map(({ scope, request_id, digest, answer, object_id }) => [
      keyName({ scope, requestId: request_id }),
      { digest, answer, objectId: object_id },
    ]),
  );
}

/** A lock was not to be had in time. */
const lockTimeout = '55P03';

/**
 * Under an id that another call of the same person has taken and not yet committed, everybody of the group would wait for
 * that call: for keys it waits but a moment, and from the end of this statement on as long as before. Throws KeyTaken.
 */
export async function keepAnswers(
  db: Database,
  answers: readonly StoredAnswer[],
  now: number,
): Promise<void> {
  if (answers.length === 0) return;
  // In one order whoever writes them: somebody may use the same ids in several markets.
  const rows = answers.toSorted((one, other) => (one.key.requestId < other.key.requestId ? -1 : 1));
  try {
    await prepared`
      /* trade_answers_keep */ with patience as materialized (select set_config('lock_timeout', '250ms', true)),
      taken as (
        insert into app.request_key (scope, request_id, path, digest, answer, object_id, created_at)
        select scope, request_id, path, decode(digest, 'hex'), answer, object_id, ${new Date(now).toISOString()}::timestamptz
        from patience, rows from (
          unnest(
            ${columnOf(rows, ({ key }) => key.scope)}::text[], ${columnOf(rows, ({ key }) => key.requestId)}::uuid[],
            ${columnOf(rows, ({ key }) => key.path)}::text[],
            ${columnOf(rows, ({ key }) => key.digest)}::text[],
            ${columnOf(rows, ({ objectId }) => objectId)}::uuid[]::text[]),
          jsonb_array_elements(${JSON.stringify(rows.map(({ answer }) => answer))}::jsonb)
        ) as row(scope, request_id, path, digest, object_id, answer)
        returning 1
      )
      select set_config('lock_timeout', null, true) from (select count(*) from taken) as all_taken`.execute(
      db,
    );
  } catch (error) {
    if (sqlState(error) === lockTimeout)
      throw new KeyTaken('another call has a key of the batch', { cause: error });
    throw error;
  }
}

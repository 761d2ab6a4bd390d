/** Who brought whom: bound once at registration (domain.md B.12). */
import { mask } from '@marigold/money/masking';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import { isId } from '../../platform/ids.ts';
import { malformed } from '../../platform/transport-error.ts';

const pageSizeDefault = 20;
/** The id of the last friend of the page before. */

export const inviteInfo: Handlers['invite/info'] = async (_input, { db, session }) => {
  const found = await sql<{ code: string; count: number }>`
    select p.invite_code as code, (select count(*)::int from app.person f where f.invited_by = p.id) as count
    from app.person p where p.id = ${session.userId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) throw new Error('Broken: a session belongs to a person');
  return row;
};

/** Ids are UUIDv7: the newest friend has the largest. */
export const listInvited: Handlers['invite/list'] = async (
  { cursor, size = pageSizeDefault },
  { db, session },
) => {
  if (cursor !== undefined && !isId(cursor)) throw malformed('cursor');
  const before = cursor ?? null;
  const found = await sql<{ id: string; nickname: string; created_at: number }>`
    select id, nickname, created_at from app.person
    where invited_by = ${session.userId} and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${size + 1}`.execute(db);
  const page = found.rows.slice(0, size);
  return {
    list: page.map(({ nickname, created_at }) => ({ masked: mask(nickname), time: created_at })),
    next: found.rows.length > size ? (page.at(-1)?.id ?? null) : null,
  };
};

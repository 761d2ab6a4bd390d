/** Who brought whom: bound once at registration (domain.md B.12). */
import { mask } from '@marigold/contract/rules/masking';

import type { Handlers } from '../../platform/http/call.ts';
import { malformed } from '../../platform/http/transport-error.ts';
import { isId } from '../../platform/process/ids.ts';
import { getInvite, listInvitedPersons as listFriends } from '../person/views.ts';

const pageSizeDefault = 20;

export const inviteInfo: Handlers['invite/info'] = async (_input, { db, session }) =>
  await getInvite(db, session.userId);

export const listInvited: Handlers['invite/list'] = async (
  { cursor, size = pageSizeDefault },
  { db, session },
) => {
  if (cursor !== undefined && !isId(cursor)) throw malformed('cursor');
  const friends = await listFriends(db, { userId: session.userId, before: cursor ?? null, count: size + 1 });
  const page = friends.slice(0, size);
  return {
    list: page.map(({ nickname, created_at }) => ({ masked: mask(nickname), time: created_at })),
    next: friends.length > size ? (page.at(-1)?.id ?? null) : null,
  };
};

/**
 * Tells one person what happened: a notice, its announcement and what leaves by mail or SMS, all in the transaction of
 * the fact itself. What is rolled back was never said; what commits is said once.
 */
import { notMeLifeMs } from '@marigold/contract/durations';
import type { HintsOf } from '@marigold/contract/events';
import { type NoticeFacts, type NoticeKind, noticeKinds } from '@marigold/contract/notices';

import type { Database } from '../../platform/database/database.ts';
import { newRowId, newToken } from '../../platform/process/ids.ts';
import { hashNotMe } from './not-me/ticket.ts';
import { noticeDelivery } from './notice-kinds.ts';
import { insertNotices } from './store.ts';

export type Notice<Kind extends NoticeKind> = {
  readonly userId: string;
  readonly kind: Kind;
  readonly facts: NoticeFacts[Kind];
  readonly now: number;
};

/** Writes the notice and everything that follows from it, as one statement in the caller's transaction. */
export async function notify<Kind extends NoticeKind>(db: Database, notice: Notice<Kind>): Promise<void> {
  await notifyAll(db, notice.kind, [notice]);
}

/** As notify for each of one kind, as one statement for all. */
export async function notifyAll<Kind extends NoticeKind>(
  db: Database,
  kind: Kind,
  notices: readonly Omit<Notice<Kind>, 'kind'>[],
): Promise<void> {
  if (notices.length === 0) return;
  const { topic, leadsTo } = noticeKinds[kind];
  const { sends, hints = [] } = noticeDelivery[kind];
  // What an owner would not have done can be stopped from the message that tells of it.
  const hasTicket = topic === 'security' && sends !== 'nothing';
  const rows = notices.map(({ userId, facts, now }) => {
    const id = newRowId();
    const ticket = hasTicket ? newToken() : undefined;
    const hinted = Object.fromEntries(hints.map((name) => [name, facts[name]]));
    return {
      id,
      user_id: userId,
      facts,
      path: leadsTo(facts),
      data: { ...hinted, kind, topic, noticeId: id } satisfies HintsOf<'message'>,
      message: { kind: 'notice', notice: kind, facts, ...(ticket === undefined ? {} : { ticket }) },
      ticket_hash: ticket === undefined ? null : hashNotMe(ticket),
      ticket_ends: new Date(now + notMeLifeMs).toISOString(),
      created_at: new Date(now).toISOString(),
    };
  });
  await insertNotices(db, { topic, kind, sends }, rows);
}

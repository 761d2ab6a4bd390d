/**
 * Tells one person what happened: a notice, its announcement and what leaves by mail or SMS, all in the transaction of
 * the fact itself. What is rolled back was never said; what commits is said once.
 */
import type { HintsOf } from '@marigold/contract/events';
import { type NoticeFacts, type NoticeKind, noticeKinds } from '@marigold/contract/notices';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { eventName } from '../../platform/outbox.ts';
import { noticeDelivery } from './notice-kinds.ts';

export type Notice<Kind extends NoticeKind> = {
  readonly userId: string;
  readonly kind: Kind;
  readonly facts: NoticeFacts[Kind];
  readonly now: number;
};

/** Who of the person's contacts hear of it beside the app; the contacts and the language are those of this moment. */
const wanted = {
  everywhere: { mail: sql`true`, sms: sql`true` },
  mailOrSms: { mail: sql`true`, sms: sql`p.email is null` },
  mailOfPayments: { mail: sql`p.mails_payments`, sms: sql`false` },
  nothing: { mail: sql`false`, sms: sql`false` },
} as const;

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
  const rows = notices.map(({ userId, facts, now }) => {
    const id = newId();
    const told = Object.fromEntries(hints.map((name) => [name, facts[name]]));
    return {
      id,
      user_id: userId,
      facts,
      path: leadsTo(facts),
      data: { ...told, kind, topic, noticeId: id } satisfies HintsOf<'message'>,
      message: { kind: 'notice', notice: kind, facts },
      created_at: new Date(now).toISOString(),
    };
  });
  const { mail, sms } = wanted[sends];
  await sql`
    with row as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, user_id uuid, facts jsonb, path text,
        data jsonb, message jsonb, created_at timestamptz)
    ), noticed as (
      insert into app.notice (id, user_id, topic, kind, facts, path, created_at)
      select id, user_id, ${topic}, ${kind}, facts, path, created_at from row
    ), told as (
      insert into app.outbox (user_id, event, data) select user_id, ${eventName('message')}, data from row
    )
    select
      case when ${mail} and p.email is not null then app.enqueue('mail', ${payload(sql`p.email`)}, null) end,
      case when ${sms} and p.phone is not null then app.enqueue('sms', ${payload(sql`p.phone`)}, null) end
    from row join app.person p on p.id = row.user_id where ${mail} or ${sms}`.execute(db);
}

function payload(to: ReturnType<typeof sql>) {
  return sql`json_build_object('to', ${to}, 'language', p.language, 'message', row.message)`;
}

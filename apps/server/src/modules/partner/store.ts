/** SQL of wishes and of what companies told of. */
import { dayMs } from '@marigold/money/spans';
import { before } from '@marigold/money/states';
import type { CallNature, PartnerCallState } from '@marigold/partners/call-states';
import { partnerCallStates } from '@marigold/partners/call-states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { PruneStep } from '../../platform/database/prune.ts';

export type PartnerCall = {
  readonly id: string;
  readonly provider: string;
  readonly kind: string;
  readonly objectId: string;
  readonly requestId: string;
  /** What is asked, without personal data. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly state: PartnerCallState;
  /** How often it left the house. */
  readonly attempts: number;
  readonly finds: number;
  /** How many times the company said that it knows nothing of it. */
  readonly absent: number;
  /** Epoch milliseconds; null: nothing left the house. */
  readonly sentAt: number | null;
};

const columns = sql`c.id, c.provider, c.kind, c.object_id as "objectId", c.request_id as "requestId", c.request, c.state,
  c.attempts, c.finds, c.absent, c.sent_at as "sentAt"`;

export async function insertCall(
  db: Database,
  row: {
    readonly id: string;
    readonly provider: string;
    readonly kind: string;
    readonly nature: CallNature;
    readonly objectId: string;
    readonly requestId: string;
    readonly request: string;
    readonly digest: Buffer;
    readonly now: number;
  },
): Promise<void> {
  const at = new Date(row.now);
  await sql`
    insert into app.partner_call (id, provider, kind, nature, object_id, request_id, request, body_sha256, state,
      created_at, due_at)
    values (${row.id}, ${row.provider}, ${row.kind}, ${row.nature}, ${row.objectId}, ${row.requestId},
      ${row.request}::jsonb, ${row.digest}, 'due', ${at}, ${at})`.execute(db);
}

/** Whether something of this kind is under way for an object at one company. */
export async function hasOpenCall(
  db: Database,
  which: { readonly provider: string; readonly objectId: string; readonly kind: string },
): Promise<boolean> {
  return (await findOpenCall(db, which)) !== undefined;
}

/** The one of this kind that is under way for an object at one company. */
export async function findOpenCall(
  db: Database,
  {
    provider,
    objectId,
    kind,
  }: { readonly provider: string; readonly objectId: string; readonly kind: string },
): Promise<string | undefined> {
  const found = await sql<{ id: string }>`
    select id from app.partner_call
    where object_id = ${objectId} and kind = ${kind} and provider = ${provider} and state in ('due', 'sent', 'unknown')`.execute(
    db,
  );
  return found.rows[0]?.id;
}

/** Whether one of this kind ever left for a company, whatever came of it. */
export async function wasSent(
  db: Database,
  {
    provider,
    objectId,
    kind,
  }: { readonly provider: string; readonly objectId: string; readonly kind: string },
): Promise<boolean> {
  const found = await sql`
    select from app.partner_call
    where object_id = ${objectId} and kind = ${kind} and provider = ${provider} and sent_at is not null limit 1`.execute(
    db,
  );
  return found.rows.length > 0;
}

/** Those whose time has come. Whoever died after it had sent left `sent` behind: that is `unknown` now. */
export async function listDueCalls(
  db: Database,
  { provider, now, most }: { readonly provider: string; readonly now: number; readonly most: number },
): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from app.partner_call
    where provider = ${provider} and state in ('due', 'sent', 'unknown') and due_at <= ${new Date(now)}
    order by due_at, id limit ${most}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Locks an open wish until the transaction ends; undefined where somebody else has it, or it is over. */
export async function lockOpenCall(db: Database, id: string): Promise<PartnerCall | undefined> {
  const found = await sql<PartnerCall>`
    select ${columns} from app.partner_call c
    where c.id = ${id} and c.state in ('due', 'sent', 'unknown') for update skip locked`.execute(db);
  return found.rows[0];
}

/** As lockOpenCall, waiting for whoever has it. */
export async function awaitOpenCall(db: Database, id: string): Promise<PartnerCall | undefined> {
  const found = await sql<PartnerCall>`
    select ${columns} from app.partner_call c
    where c.id = ${id} and c.state in ('due', 'sent', 'unknown') for update`.execute(db);
  return found.rows[0];
}

/** Before the bytes leave: from here on it may have taken effect, whatever becomes of this process. */
export async function markSent(
  db: Database,
  { id, now, dueAt }: { readonly id: string; readonly now: number; readonly dueAt: number },
): Promise<boolean> {
  const marked = await sql`
    update app.partner_call set state = 'sent', attempts = attempts + 1, sent_at = coalesce(sent_at, ${new Date(now)}),
      due_at = ${new Date(dueAt)}
    where id = ${id} and state = any(${before(partnerCallStates, 'sent')}::text[])`.execute(db);
  return marked.numAffectedRows === 1n;
}

/** Nobody knows whether it took effect: it is asked for at `dueAt`. */
export async function markUnknown(
  db: Database,
  row: { readonly id: string; readonly dueAt: number; readonly isFind: boolean; readonly isAbsent: boolean },
): Promise<void> {
  const { id, dueAt, isFind, isAbsent } = row;
  await sql`
    update app.partner_call set state = 'unknown', due_at = ${new Date(dueAt)},
      finds = finds + ${isFind ? 1 : 0}, absent = absent + ${isAbsent ? 1 : 0}
    where id = ${id}
      and (state = 'unknown' or state = any(${before(partnerCallStates, 'unknown')}::text[]))`.execute(db);
}

export async function settleCall(
  db: Database,
  row: {
    readonly id: string;
    readonly state: 'known' | 'void' | 'mismatch';
    readonly answer: object | null;
    readonly now: number;
  },
): Promise<boolean> {
  const { id, state, answer, now } = row;
  const settled = await sql`
    update app.partner_call set state = ${state}, settled_at = ${new Date(now)},
      answer = ${answer === null ? null : JSON.stringify(answer)}::jsonb
    where id = ${id} and state = any(${before(partnerCallStates, state)}::text[])`.execute(db);
  return settled.numAffectedRows === 1n;
}

/** Stores an event once; answers whether it is new. */
export async function storeEvent(
  db: Database,
  row: { readonly provider: string; readonly digest: Buffer; readonly sealed: Buffer; readonly now: number },
): Promise<boolean> {
  const { provider, digest, sealed, now } = row;
  const stored = await sql<{ times: number }>`
    insert into app.partner_event (provider, body_sha256, sealed, received_at, seen_at)
    values (${provider}, ${digest}, ${sealed}, ${new Date(now)}, ${new Date(now)})
    on conflict (provider, body_sha256) do update set times = partner_event.times + 1, seen_at = excluded.seen_at
    returning times`.execute(db);
  return stored.rows[0]?.times === 1;
}

const eventDays = 90;

/** Bodies of events are kept so long for whoever has to find out what a company said. */
export const pruneEvents: PruneStep = ({ ago }, most) => sql`
  delete from app.partner_event where (provider, body_sha256) in (
    select provider, body_sha256 from app.partner_event
    where received_at < ${ago(eventDays * dayMs)} limit ${most})`;

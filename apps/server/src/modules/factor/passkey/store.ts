/** SQL that changes passkeys and challenges that wait for one. */
import { before } from '@marigold/money/states';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import type { PruneStep } from '../../../platform/database/prune.ts';
import { passkeyStates } from './states.ts';

/** Of two changes of a person's keys at once the second one waits for the first. Ends with the transaction. */
export async function lockPasskeys(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`passkeys:${userId}`}, 0))`.execute(db);
}

/** The handle of a person: the first one that was offered stays. */
export async function takePasskeyHandle(db: Database, userId: string, fresh: Buffer): Promise<Buffer> {
  const found = await sql<{ handle: Buffer }>`
    insert into app.passkey_person (user_id, handle) values (${userId}, ${fresh})
    on conflict (user_id) do update set handle = passkey_person.handle returning handle`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('Broken: an upsert answers its row');
  return row.handle;
}

export type NewPasskeyRow = {
  readonly id: string;
  readonly credential: Buffer;
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly aaguid: string;
  readonly isBackedUp: boolean;
  readonly name: string;
  readonly now: number;
  readonly moneyFrom: number;
};

/** False where this key is known already, whoever has it. */
export async function insertPasskey(db: Database, row: NewPasskeyRow): Promise<boolean> {
  const inserted = await sql`
    insert into app.passkey (id, credential, user_id, public_key, counter, transports, aaguid, is_backed_up, name,
      created_at, approves_money_from)
    values (${row.id}, ${row.credential}, ${row.userId}, ${row.publicKey}, ${row.counter}, ${[...row.transports]},
      ${row.aaguid}, ${row.isBackedUp}, ${row.name}, ${new Date(row.now)}, ${new Date(row.moneyFrom)})
    on conflict (credential) do nothing`.execute(db);
  return inserted.numAffectedRows === 1n;
}

type Own = { readonly userId: string; readonly id: string };

/** False where the person has no such key. */
export async function updatePasskeyName(
  db: Database,
  { userId, id, name }: Own & { readonly name: string },
): Promise<boolean> {
  const changed = await sql`
    update app.passkey set name = ${name} where id = ${id} and user_id = ${userId}`.execute(db);
  return changed.numAffectedRows === 1n;
}

export async function deletePasskey(db: Database, { userId, id }: Own): Promise<boolean> {
  const gone = await sql`delete from app.passkey where id = ${id} and user_id = ${userId}`.execute(db);
  return gone.numAffectedRows === 1n;
}

/** Writes down that a key answered; false where it is doubtful or gone by now. `db` is the transaction of what it opens. */
export async function takePasskeyUse(
  db: Database,
  { id, counter, isBackedUp, now }: { id: string; counter: number; isBackedUp: boolean; now: number },
): Promise<boolean> {
  const used = await sql`
    update app.passkey set counter = greatest(counter, ${counter}), is_backed_up = ${isBackedUp},
      last_used_at = ${new Date(now)}
    where id = ${id} and state = 'active'`.execute(db);
  return used.numAffectedRows === 1n;
}

/** False where it was doubtful before. */
export async function updatePasskeyDoubtful(db: Database, id: string): Promise<boolean> {
  const marked = await sql`
    update app.passkey set state = 'doubtful'
    where id = ${id} and state = any(${before(passkeyStates, 'doubtful')}::text[])`.execute(db);
  return marked.numAffectedRows === 1n;
}

export async function insertPasskeyTicket(
  db: Database,
  row: {
    readonly hash: Buffer;
    /** Whose key is to be made; null for a log-in, which names nobody. */
    readonly userId: string | null;
    readonly challenge: Buffer;
    readonly expires: number;
  },
): Promise<void> {
  const purpose = row.userId === null ? 'login' : 'add';
  await sql`
    insert into app.passkey_ticket (hash, purpose, challenge, user_id, expires_at)
    values (${row.hash}, ${purpose}, ${row.challenge}, ${row.userId}, ${new Date(row.expires)})`.execute(db);
}

/** Uses a ticket up; false where another call was first. */
export async function takePasskeyTicket(db: Database, hash: Buffer): Promise<boolean> {
  const used = await sql`delete from app.passkey_ticket where hash = ${hash}`.execute(db);
  return used.numAffectedRows === 1n;
}

export const prunePasskeyTickets: PruneStep = ({ now }, most) =>
  sql`delete from app.passkey_ticket where hash in (
          select hash from app.passkey_ticket where expires_at <= ${new Date(now)} limit ${most})`;

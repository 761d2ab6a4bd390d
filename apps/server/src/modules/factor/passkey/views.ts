/** What other rooms may know of passkeys. */
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

/** How many passkeys prove `app.person p`. */
export const passkeysSql = sql<number>`(
  select count(*)::int from app.passkey k where k.user_id = p.id and k.state = 'active')`;

export type PasskeyRow = {
  readonly id: string;
  readonly credential: Buffer;
  readonly userId: string;
  readonly handle: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isBackedUp: boolean;
  readonly name: string;
  readonly state: 'active' | 'doubtful';
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly moneyFrom: number;
};

const columns = sql`
  k.id, k.credential, k.user_id as "userId", o.handle, k.public_key as "publicKey", k.counter::float8 as counter,
  k.transports, k.is_backed_up as "isBackedUp", k.name, k.state, k.created_at as "createdAt",
  k.last_used_at as "lastUsedAt", k.approves_money_from as "moneyFrom"`;
const from = sql`app.passkey k join app.passkey_person o on o.user_id = k.user_id`;

/** The key that an authenticator names, whoever has it. */
export async function findPasskey(db: Database, credential: Buffer): Promise<PasskeyRow | undefined> {
  const found = await sql<PasskeyRow>`
    select ${columns} from ${from} where k.credential = ${credential}`.execute(db);
  return found.rows[0];
}

/** Newest first, doubtful ones as well. */
export async function readPasskeys(db: Database, userId: string): Promise<readonly PasskeyRow[]> {
  const found = await sql<PasskeyRow>`
    select ${columns} from ${from} where k.user_id = ${userId} order by k.id desc`.execute(db);
  return found.rows;
}

/** The challenge of an open ticket; `userId` null: of a log-in. */
export async function findPasskeyTicket(
  db: Database,
  { hash, userId, now }: { readonly hash: Buffer; readonly userId: string | null; readonly now: number },
): Promise<Buffer | undefined> {
  const found = await sql<{ challenge: Buffer }>`
    select challenge from app.passkey_ticket
    where hash = ${hash} and user_id is not distinct from ${userId}::uuid and expires_at > ${new Date(now)}`.execute(
    db,
  );
  return found.rows[0]?.challenge;
}

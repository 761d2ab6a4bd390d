/** Transfers inside Marigold as they are kept, and what a form of one begins with. */
import type { ChainAccount } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { hasPaidOnChain } from '../payout/views.ts';
import { hasPaymentPasswordSql } from '../security/views.ts';

export async function insertTransfer(
  db: Database,
  row: {
    readonly id: string;
    readonly senderId: string;
    readonly recipientId: string;
    readonly asset: string;
    readonly units: bigint;
    /** Worth in US dollars. */
    readonly usd: string | undefined;
    readonly note: string | undefined;
    readonly journalId: bigint;
    readonly challengeId: string | undefined;
    readonly now: number;
  },
): Promise<void> {
  const { id, senderId, recipientId, asset, units, usd, note, journalId, challengeId, now } = row;
  await sql`
    insert into app.transfer (id, sender_id, recipient_id, asset, units, usd, note, journal_id, challenge_id, created_at)
    values (${id}, ${senderId}, ${recipientId}, ${asset}, ${String(units)}, ${usd ?? null}, ${note ?? null},
      ${journalId}, ${challengeId ?? null}, ${new Date(now)})`.execute(db);
}

export type Payer = {
  readonly available: string;
  readonly has_password: boolean;
  readonly email: string | null;
  readonly phone: string | null;
};

/** What somebody has of an asset, and how they can be asked to approve a payment. */
export async function findPayer(
  db: Database,
  { userId, assetId }: { readonly userId: string; readonly assetId: number },
): Promise<Payer | undefined> {
  const found = await sql<Payer>`
    select coalesce(c.balance, 0) as available, ${hasPaymentPasswordSql} as has_password, p.email, p.phone
    from app.person p
    left join ledger.account c on c.owner_id = p.id and c.asset_id = ${assetId} and c.kind = 'available'
    where p.id = ${userId}`.execute(db);
  return found.rows[0];
}

type DetailQuery = {
  readonly userId: string;
  readonly account: ChainAccount;
  /** Whose deposit address it is. */
  readonly ownerId: string | undefined;
};

/** Whether the person never paid this account, on a chain or inside Marigold; what came back does not count. */
export async function isNewRecipient(
  db: Database,
  { userId, account, ownerId }: DetailQuery,
): Promise<boolean> {
  const found = await sql<{ is_new: boolean }>`
    select not ${hasPaidOnChain(userId, account)} and not exists (
      select from app.transfer where sender_id = ${userId} and recipient_id = ${ownerId ?? null}::uuid
    ) as is_new`.execute(db);
  return found.rows[0]?.is_new ?? true;
}

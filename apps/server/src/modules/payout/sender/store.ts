/** SQL of the accounts that send (app.lane). */
import type { ChainAccount, ChainCode } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import { accountOf, bytesOf } from '../../chain/registry.ts';

export type SenderKey = { readonly chain: string; readonly account: ChainAccount };

export type Sender = { readonly next: bigint; readonly isPaused: boolean };

/** Accounts of ours that pay people on a chain. */
export async function listPayingAccounts(db: Database, chain: ChainCode): Promise<ChainAccount[]> {
  const found = await sql<{ account: Buffer }>`
    select a.account from app.chain_address a
    join app.chain n on n.family = a.family and n.code = ${chain}
    where a.purpose = 'hot' order by a.id`.execute(db);
  return found.rows.map(({ account }) => accountOf(account));
}

/** Whether a sender that pays people is paused: then nobody knows for sure what it has signed. */
export async function isPayingPaused(db: Database, chain: ChainCode): Promise<boolean> {
  const found = await sql`
    select 1 from app.lane l
    join app.chain n on n.code = l.chain
    where l.chain = ${chain} and l.paused_at is not null and not exists (
      select from app.chain_address a
      where a.family = n.family and a.account = l.account and a.purpose <> 'hot')
    limit 1`.execute(db);
  return found.rows.length > 0;
}

export async function listPausedSenders(db: Database, chain: ChainCode): Promise<ReadonlySet<ChainAccount>> {
  const found = await sql<{ account: Buffer }>`
    select account from app.lane where chain = ${chain} and paused_at is not null`.execute(db);
  return new Set(found.rows.map(({ account }) => accountOf(account)));
}

export async function findSender(db: Database, { chain, account }: SenderKey): Promise<Sender | undefined> {
  const found = await sql<{ next_nonce: bigint; is_paused: boolean }>`
    select next_nonce, paused_at is not null as is_paused
    from app.lane where chain = ${chain} and account = ${bytesOf(account)}`.execute(db);
  const row = found.rows[0];
  return row && { next: row.next_nonce, isPaused: row.is_paused };
}

/** Locks a sender until the transaction ends, paused or not: who holds it is alone with its nonces. */
export async function selectSenderForUpdate(
  db: Database,
  { chain, account }: SenderKey,
): Promise<Sender | undefined> {
  const found = await sql<{ next_nonce: bigint; is_paused: boolean }>`
    select next_nonce, paused_at is not null as is_paused from app.lane
    where chain = ${chain} and account = ${bytesOf(account)} for update`.execute(db);
  const row = found.rows[0];
  return row && { next: row.next_nonce, isPaused: row.is_paused };
}

/** Does nothing where the account is a sender already. */
export async function insertSender(db: Database, { chain, account }: SenderKey): Promise<void> {
  await sql`
    insert into app.lane (chain, account, next_nonce) values (${chain}, ${bytesOf(account)}, 0)
    on conflict do nothing`.execute(db);
}

/** Makes an account a sender that goes on from this nonce. */
export async function upsertSender(db: Database, { chain, account }: SenderKey, next: bigint): Promise<void> {
  await sql`
    insert into app.lane (chain, account, next_nonce) values (${chain}, ${bytesOf(account)}, ${next})
    on conflict (chain, account) do update set next_nonce = excluded.next_nonce`.execute(db);
}

/** The accounts of the house on every chain, as far as they are no senders yet. */
export async function insertHouseSenders(db: Database): Promise<void> {
  await sql`
    insert into app.lane (chain, account, next_nonce)
    select n.code, a.account, 0 from app.chain n
    join app.chain_address a on a.family = n.family and a.purpose in ('hot', 'gas')
    on conflict do nothing`.execute(db);
}

/** Pauses every sender of the house after a restore; those of deposit addresses go on. */
export async function pauseHouseSenders(
  db: Database,
  now: number,
): Promise<(SenderKey & { readonly next: bigint })[]> {
  const found = await sql<{ chain: string; account: Buffer; next_nonce: bigint }>`
    update app.lane l set paused_at = coalesce(l.paused_at, ${new Date(now)}),
      paused_reason = 'restored from a backup'
    from app.chain n
    where n.code = l.chain and not exists (
      select from app.chain_address a
      where a.family = n.family and a.account = l.account and a.purpose = 'deposit')
    returning l.chain, l.account, l.next_nonce`.execute(db);
  return found.rows.map(({ chain, account, next_nonce: next }) => ({
    chain,
    account: accountOf(account),
    next,
  }));
}

/** After the nonce of this number: the sender never goes back. */
export async function moveSenderBehind(
  db: Database,
  { chain, account }: SenderKey,
  number: bigint,
): Promise<void> {
  assert(number >= 0n, 'nonces are counted from zero');
  const written = await sql`
    update app.lane set next_nonce = greatest(next_nonce, ${number + 1n}) where chain = ${chain} and account = ${bytesOf(account)}`.execute(
    db,
  );
  assert(written.numAffectedRows === 1n, 'who gives a nonce away is a sender');
}

/** Back to this number, which nothing was signed for. */
export async function moveSenderBack(
  db: Database,
  { chain, account }: SenderKey,
  number: bigint,
): Promise<void> {
  const written = await sql`
    update app.lane set next_nonce = ${number}
    where chain = ${chain} and account = ${bytesOf(account)} and next_nonce = ${number + 1n}`.execute(db);
  assert(written.numAffectedRows === 1n, 'only the last nonce of a sender is taken back');
}

export type Pause = SenderKey & { readonly reason: string; readonly now: number };

/** Leaves one that is paused already as it is. */
export async function pauseRunning(db: Database, { chain, account, reason, now }: Pause): Promise<void> {
  await sql`
    update app.lane set paused_at = ${new Date(now)}, paused_reason = ${reason}
    where chain = ${chain} and account = ${bytesOf(account)} and paused_at is null`.execute(db);
}

/** With this reason, whatever it was paused for before. False: there is no such sender. */
export async function updatePaused(db: Database, { chain, account, reason, now }: Pause): Promise<boolean> {
  const done = await sql`
    update app.lane set paused_at = coalesce(paused_at, ${new Date(now)}), paused_reason = ${reason}
    where chain = ${chain} and account = ${bytesOf(account)} returning 1`.execute(db);
  return done.rows.length > 0;
}

/** False: there is no such sender. */
export async function updateSenderResumed(db: Database, { chain, account }: SenderKey): Promise<boolean> {
  const done = await sql`
    update app.lane set paused_at = null, paused_reason = null
    where chain = ${chain} and account = ${bytesOf(account)} returning 1`.execute(db);
  return done.rows.length > 0;
}

import type { Account } from '@marigold/chain/port';
import { newPayeeLockMs } from '@marigold/contract/durations';
import type { InputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { newPayeesPerDay } from '@marigold/contract/limits';
import type { addPayee } from '@marigold/contract/payee';
import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { Call, Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { readRecipient } from '../chain/address/recipient.ts';
import { findChainAndAsset } from '../chain/chain-asset.ts';
import { bytesOf } from '../chain/registry.ts';
import { findPayee } from '../identity/payee.ts';
import { getPayee } from './book.ts';

type Input = InputOf<typeof addPayee>;
type No = Refusal<RefusalOf<typeof addPayee>>;

/** Who comes into the book: a person of Marigold, or an account for one currency on one chain. */
type NewPayee =
  | { readonly userId: string }
  | { readonly chain: string; readonly asset: string; readonly account: Account };

/** Puts somebody into the caller's address book. */
export const addToBook: Handlers['payee/add'] = async (input, call) => {
  const { db, session, now } = call;
  const payee = await readPayee(input, call);
  if (payee instanceof Refusal) return payee;
  await oneAtATime(db, session.userId);
  const isKnown =
    'userId' in payee
      ? sql`payee_user_id = ${payee.userId}`
      : sql`chain = ${payee.chain} and asset = ${payee.asset} and account = ${bytesOf(payee.account)}`;
  const book = await sql<{ fresh: number; is_known: boolean }>`
    select count(*) filter (where created_at > ${new Date(now - dayMs)})::int as fresh,
      coalesce(bool_or(${isKnown} and removed_at is null), false) as is_known
    from app.payee where user_id = ${session.userId}`.execute(db);
  if (book.rows[0]?.is_known === true) return new Refusal('payee_known', {}, 'to');
  if ((book.rows[0]?.fresh ?? 0) >= newPayeesPerDay) return new Refusal('payees_too_many', {}, 'to');
  const id = newId();
  const account = 'account' in payee ? payee : undefined;
  await sql`
    insert into app.payee (id, user_id, name, remark, payee_user_id, chain, asset, account, locked_until, created_at)
    values (${id}, ${session.userId}, ${input.name.trim()}, ${worded(input.remark)},
      ${'userId' in payee ? payee.userId : null}, ${account?.chain ?? null}, ${account?.asset ?? null},
      ${account === undefined ? null : bytesOf(account.account)},
      ${account === undefined ? null : new Date(now + newPayeeLockMs)}, ${new Date(now)})`.execute(db);
  return await getPayee(db, session.userId, id, now);
};

async function readPayee(
  { to, chain, currency }: Input,
  { db, session }: Call<'user'>,
): Promise<NewPayee | No> {
  if (chain === undefined && currency === undefined) {
    const found = await findPayee(db, to);
    if (found === undefined) return new Refusal('payee_not_found', {}, 'to');
    if (found.userId === session.userId) return new Refusal('payee_is_self', {}, 'to');
    return { userId: found.userId };
  }
  // Spec 5: the currency must be that of the recipient's address, so an address is never kept without both.
  if (currency === undefined) return new Refusal('asset_unknown', {}, 'currency');
  if (chain === undefined) return new Refusal('chain_unknown', {}, 'chain');
  const place = await findChainAndAsset(db, { chain, currency });
  if (place === 'asset_unknown') return new Refusal(place, { currency }, 'currency');
  if (place === 'chain_unknown') return new Refusal(place, {}, 'chain');
  const recipient = await readRecipient(db, { chain: place.chain, typed: to, userId: session.userId });
  if (typeof recipient === 'string') return new Refusal(recipient, {}, 'to');
  return { chain, asset: currency, account: recipient.account };
}

/** The daily number of new payees holds for two phones as well. Ends with the transaction. */
async function oneAtATime(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payee:${userId}`}, 0))`.execute(db);
}

/** A remark as it is kept; nothing but blanks is none. */
export function worded(remark: string | undefined): string | null {
  const text = remark?.trim() ?? '';
  return text === '' ? null : text;
}

/** What a batch has to know before it is decided, in a few statements for all its commands. */
import type { Move, Pocket } from '@marigold/trading/order';
import { sql } from 'kysely';

import { column, columnOf } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/database.ts';
import { prepared } from '../../../platform/prepared.ts';
import type { RequestKey } from '../../../platform/request-key.ts';
import { isInDebt, readHoldings } from '../../lock/lock.ts';
import type { Command, Done } from '../command.ts';
import type { Book } from '../decide/book.ts';
import { accountKey, availableKey } from '../decide/book.ts';
import type { Available, HeldBack } from '../decide/decide.ts';
import type { Trader } from '../rules.ts';

/** What those have of whom something is held back; few have, and they are read one by one. */
export async function readHeldBack(
  db: Database,
  { people }: Book,
  traders: ReadonlyMap<string, Trader>,
): Promise<ReadonlyMap<number, HeldBack>> {
  const heldBack = new Map<number, HeldBack>();
  for (const [userId, { isHeldBack }] of traders)
    if (isHeldBack)
      heldBack.set(people.numberOf(userId), {
        holdings: await readHoldings(db, userId),
        isOwed: await isInDebt(db, userId),
      });
  return heldBack;
}

/** What is kept under a key. */
export type KnownKey = {
  readonly digest: string;
  /** Null: answered long ago. */
  readonly answer: Done | null;
  readonly objectId: string | null;
};

export function keyName({ scope, requestId }: Pick<RequestKey, 'scope' | 'requestId'>): string {
  return `${requestId}${scope}`;
}

export async function readKeys(
  db: Database,
  keys: readonly RequestKey[],
): Promise<ReadonlyMap<string, KnownKey>> {
  if (keys.length === 0) return new Map();
  const found = await prepared<{
    scope: string;
    request_id: string;
    digest: string;
    answer: Done | null;
    object_id: string | null;
  }>`
    /* trade_keys_read */ select k.scope, k.request_id, encode(k.digest, 'hex') as digest, k.answer, k.object_id
    from unnest(${columnOf(keys, ({ scope }) => scope)}::text[],
      ${columnOf(keys, ({ requestId }) => requestId)}::uuid[]) as asked(scope, request_id)
    cross join lateral (
      select * from app.request_key where scope = asked.scope and request_id = asked.request_id limit 1) k`.execute(
    db,
  );
  return new Map(
    found.rows.map(({ scope, request_id, digest, answer, object_id }) => [
      keyName({ scope, requestId: request_id }),
      { digest, answer, objectId: object_id },
    ]),
  );
}

/** Owners of the orders that are to be cancelled and do not stand in the book. */
export async function readClosed(
  db: Database,
  book: Book,
  commands: readonly Command[],
): Promise<ReadonlyMap<string, string>> {
  const ids = commands.flatMap(({ kind, request }) =>
    kind === 'cancel' && !book.numbers.has(request.orderId) ? [request.orderId] : [],
  );
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: string; user_id: string }>`
    select id, user_id from app.trade_order
    where id = any(${column(ids)}::uuid[]) and symbol = ${book.market.symbol}`.execute(db);
  return new Map(found.rows.map(({ id, user_id }) => [id, user_id]));
}

/** Who wants to spend what. */
export type Takers = {
  readonly users: readonly string[];
  /** By the ids of the accounts they spend from, as text: a map of big integers is slow. */
  readonly accounts: ReadonlyMap<string, number>;
};

/** The accounts that the batch spends from; whoever has none has nothing. */
export async function findTakers(db: Database, book: Book, commands: readonly Command[]): Promise<Takers> {
  const users = new Set<string>();
  const wanted = new Map<number, Place & { readonly taker: number }>();
  for (const { kind, request } of commands) {
    if (kind !== 'submit') continue;
    users.add(request.userId);
    const asset: Move['asset'] = request.side === 'buy' ? 'quote' : 'base';
    const owner = book.people.numberOf(request.userId);
    const pocket = { kind: 'available', owner } as const;
    wanted.set(accountKey(pocket, asset), { pocket, asset, taker: availableKey(owner, asset) });
  }
  await findAccounts(db, book, wanted);
  const accounts = new Map<string, number>();
  for (const [key, { taker }] of wanted) {
    const id = book.accounts.get(key);
    if (id !== undefined) accounts.set(String(id), taker);
  }
  return { users: [...users], accounts };
}

/** Balances as of now; `isLocked`: until the caller's transaction ends. */
export async function readAvailable(
  db: Database,
  { accounts }: Takers,
  { isLocked }: { readonly isLocked: boolean },
): Promise<Available> {
  const ids = column([...accounts.keys()]);
  const found = isLocked
    ? await prepared<Balance>`/* trade_balances_lock */ select id::text, balance from ledger.lock_accounts(${ids}::bigint[])`.execute(
        db,
      )
    : await prepared<Balance>`/* trade_balances_read */ select id::text, balance from ledger.account where id = any(${ids}::bigint[])`.execute(
        db,
      );
  const available: Available = new Map();
  for (const key of accounts.values()) available.set(key, 0n);
  for (const { id, balance } of found.rows) {
    const key = accounts.get(id);
    if (key !== undefined) available.set(key, BigInt(balance));
  }
  return available;
}

type Balance = { readonly id: string; readonly balance: string };

/** Finds or opens what the moves of a batch need and the book does not know yet. */
export async function openAccounts(
  db: Database,
  book: Book,
  deeds: readonly { readonly moves: readonly Move[] }[],
): Promise<void> {
  const missing = new Map<number, Place>();
  const look = (pocket: Pocket, asset: Move['asset']): void => {
    const key = accountKey(pocket, asset);
    if (!book.accounts.has(key)) missing.set(key, { pocket, asset });
  };
  for (const { moves } of deeds)
    for (const { from, to, asset } of moves) {
      look(from, asset);
      look(to, asset);
    }
  if (missing.size === 0) return;
  const opened = await sql<AccountRow>`
    select asked.key, ledger.open_account(user_id, asset_id, kind) as id from ${unnested(book, missing)}`.execute(
    db,
  );
  keep(book, opened.rows);
}

/** A pocket that is or becomes an account. */
type Place = { readonly pocket: Pocket; readonly asset: Move['asset'] };

type AccountRow = { readonly key: number; readonly id: bigint };

/** Most accounts that a book remembers; then it asks again. */
const accountsMax = 1_000_000;

async function findAccounts(db: Database, book: Book, places: ReadonlyMap<number, Place>): Promise<void> {
  if (book.accounts.size > accountsMax) book.accounts.clear();
  const missing = new Map([...places].filter(([key]) => !book.accounts.has(key)));
  if (missing.size === 0) return;
  const found = await sql<AccountRow>`
    select asked.key, a.id from ${unnested(book, missing)}
    join ledger.account a on a.owner_id = asked.user_id and a.asset_id = asked.asset_id and a.kind = asked.kind`.execute(
    db,
  );
  keep(book, found.rows);
}

/** In one order whoever asks: what people have of a shared asset is opened by several markets at once. */
function unnested({ people, market }: Book, places: ReadonlyMap<number, Place>) {
  const rows = [...places]
    .map(([key, { pocket, asset }]) => ({
      key,
      owner: pocket.kind === 'fee' ? null : people.idOf(pocket.owner),
      assetId: asset === 'base' ? market.baseAssetId : market.quoteAssetId,
      kind: pocket.kind,
    }))
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  return sql`unnest(${columnOf(rows, ({ key }) => key)}::int[], ${columnOf(rows, ({ owner }) => owner)}::uuid[],
    ${columnOf(rows, ({ assetId }) => assetId)}::smallint[],
    ${columnOf(rows, ({ kind }) => kind)}::text[]) as asked(key, user_id, asset_id, kind)`;
}

function orderOf(row: {
  readonly owner: string | null;
  readonly assetId: number;
  readonly kind: string;
}): string {
  return `${row.owner ?? ''} ${row.assetId} ${row.kind}`;
}

function keep({ accounts }: Book, rows: readonly AccountRow[]): void {
  for (const { key, id } of rows) accounts.set(key, id);
}

/** What a batch has to know before it is decided, in a few statements for all its commands. */
import type { TradePosting, TradeAccount } from '@marigold/trading/order';

import type { Database } from '../../../platform/database/database.ts';
import { readHoldings } from '../../spending/lock.ts';
import { isInDebt } from '../../spending/views.ts';
import type { TradeCommand } from '../command.ts';
import type { MarketBook } from '../decide/book.ts';
import { accountKey, availableKey } from '../decide/book.ts';
import type { Available, HeldBack } from '../decide/run.ts';
import type { TraderRow } from '../store.ts';
import type { FoundAccount, WantedAccount } from './store.ts';
import {
  listBalances,
  listOrderOwners,
  listWantedAccounts,
  lockTraderBalances,
  openWantedAccounts,
} from './store.ts';

/** What those have of whom something is held back; few have, and they are read one by one. */
export async function readHeldBack(
  db: Database,
  { people }: MarketBook,
  traders: ReadonlyMap<string, TraderRow>,
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

/** Owners of the orders that are to be cancelled and do not stand in the book. */
export async function readClosed(
  db: Database,
  book: MarketBook,
  commands: readonly TradeCommand[],
): Promise<ReadonlyMap<string, string>> {
  const ids = commands.flatMap(({ kind, request }) =>
    kind === 'cancel' && !book.numbers.has(request.orderId) ? [request.orderId] : [],
  );
  if (ids.length === 0) return new Map();
  return await listOrderOwners(db, book.market.symbol, ids);
}

/** Who wants to spend what. */
export type Takers = {
  readonly users: readonly string[];
  /** By the ids of the accounts they spend from, as text: a map of big integers is slow. */
  readonly accounts: ReadonlyMap<string, number>;
};

/** The accounts that the batch spends from; a person without one has a balance of 0. */
export async function findTakers(
  db: Database,
  book: MarketBook,
  commands: readonly TradeCommand[],
): Promise<Takers> {
  const users = new Set<string>();
  const wanted = new Map<number, Holding & { readonly taker: number }>();
  for (const { kind, request } of commands) {
    if (kind !== 'submit') continue;
    users.add(request.userId);
    const asset: TradePosting['asset'] = request.side === 'buy' ? 'quote' : 'base';
    const owner = book.people.numberOf(request.userId);
    const account = { kind: 'available', owner } as const;
    wanted.set(accountKey(account, asset), { account, asset, taker: availableKey(owner, asset) });
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
export async function readTakersAvailable(
  db: Database,
  { accounts }: Takers,
  { isLocked }: { readonly isLocked: boolean },
): Promise<Available> {
  const ids = [...accounts.keys()];
  const balances = await (isLocked ? lockTraderBalances(db, ids) : listBalances(db, ids));
  const available: Available = new Map();
  for (const key of accounts.values()) available.set(key, 0n);
  for (const { id, balance } of balances) {
    const key = accounts.get(id);
    if (key !== undefined) available.set(key, BigInt(balance));
  }
  return available;
}

/** Finds or opens what the moves of a batch need and the book does not know yet. */
export async function openTradeAccounts(
  db: Database,
  book: MarketBook,
  journals: readonly { readonly postings: readonly TradePosting[] }[],
): Promise<void> {
  const missing = new Map<number, Holding>();
  const look = (account: TradeAccount, asset: TradePosting['asset']): void => {
    const key = accountKey(account, asset);
    if (!book.accounts.has(key)) missing.set(key, { account, asset });
  };
  for (const { postings } of journals)
    for (const { from, to, asset } of postings) {
      look(from, asset);
      look(to, asset);
    }
  if (missing.size === 0) return;
  keep(book, await openWantedAccounts(db, wantedOf(book, missing)));
}

/** A account that is or becomes an account. */
type Holding = { readonly account: TradeAccount; readonly asset: TradePosting['asset'] };

/** Most accounts that a book remembers; then it asks again. */
const accountsMax = 1_000_000;

async function findAccounts(
  db: Database,
  book: MarketBook,
  holdings: ReadonlyMap<number, Holding>,
): Promise<void> {
  if (book.accounts.size > accountsMax) book.accounts.clear();
  const missing = new Map([...holdings].filter(([key]) => !book.accounts.has(key)));
  if (missing.size === 0) return;
  keep(book, await listWantedAccounts(db, wantedOf(book, missing)));
}

/** In one order whoever asks: what people have of a shared asset is opened by several markets at once. */
function wantedOf(
  { people, market }: MarketBook,
  holdings: ReadonlyMap<number, Holding>,
): readonly WantedAccount[] {
  return [...holdings]
    .map(([key, { account, asset }]) => ({
      key,
      owner: account.kind === 'fee' ? null : people.idOf(account.owner),
      assetId: asset === 'base' ? market.baseAssetId : market.quoteAssetId,
      kind: account.kind,
    }))
    .toSorted((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1));
}

function sortKeyOf({ owner, assetId, kind }: WantedAccount): string {
  return `${owner ?? ''} ${assetId} ${kind}`;
}

function keep({ accounts }: MarketBook, rows: readonly FoundAccount[]): void {
  for (const { key, id } of rows) accounts.set(key, id);
}

/** An exchange on a database of its own, and people with money to trade on it: what a trader sees, without any HTTP. */
import { createHash, randomUUID } from 'node:crypto';

import { Refusal } from '@marigold/contract/endpoint';
import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import { formatUnitsTrimmed, parseUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { MarketRow } from '../src/modules/market/registry.ts';
import { readMarkets } from '../src/modules/market/views.ts';
import { readOrder } from '../src/modules/trade/api/orders.ts';
import type { ExchangeDependencies, RunningExchange } from '../src/modules/trade/service.ts';
import { createExchange } from '../src/modules/trade/service.ts';
import type { Databases } from '../src/platform/database/database.ts';
import { openDatabases, queryable } from '../src/platform/database/database.ts';
import type { RequestKey } from '../src/platform/http/request-key.ts';
import { createLog } from '../src/platform/process/log.ts';
import type { TestDatabase } from './database.ts';
import { asOwner, testDatabase } from './database.ts';

export type Trader = { readonly id: string; readonly name: string };

/** `buy 0.5 @ 100`, `sell 1 @ 99 ioc`, `buy market 0.2`, `sell market for 50`. */
export type OrderWords = string;

export type TradingSetup = {
  readonly database: TestDatabase;
  readonly databases: Databases;
  readonly clock: () => number;
  readonly market: (symbol?: string) => Promise<MarketRow>;
  /** A person with money: `{USDT: '1000'}`. */
  readonly trader: (name: string, money: Readonly<Record<string, string>>) => Promise<Trader>;
  readonly start: (options?: Partial<ExchangeDependencies>) => Promise<RunningExchange>;
  /** Every balance above zero: `USDT 100 order 50`. */
  readonly balances: (trader: Trader) => Promise<string>;
  /** Every bill, oldest first: `CURRENCY_TRADE out 50 USDT running`. */
  readonly bills: (trader: Trader) => Promise<string[]>;
  /** Open orders of everybody, by number: `ann buy 0.5 @ 100`. */
  readonly book: () => Promise<string[]>;
  readonly close: () => Promise<void>;
};

/** A price that stays fresh for the whole test. */
async function setIndex(db: Databases['main'], symbol: string, price: string): Promise<void> {
  await sql`
    insert into app.index_price (symbol, price, sources, seen_at) values (${symbol}, ${price}, 1, now() + interval '1 day')
    on conflict (symbol) do update set price = excluded.price, seen_at = excluded.seen_at`.execute(db);
}

export const setupSecret = 'a secret key for markets, 32 bytes or more';

export async function openTradingSetup(): Promise<TradingSetup> {
  const database = await testDatabase();
  const databases = openDatabases(database.appUrl);
  const db = databases.main;
  const running: RunningExchange[] = [];
  const ledger = queryable(db);
  await setIndex(db, 'BTC_USDT', '100');
  // Without a rate nobody may give away anything.
  await sql`insert into app.rate (asset, usd, sources, fetched_at) values ('USDT', 1, 1, now())`.execute(db);
  // What the books do is tried at any price; what may be given away has tests of its own.
  await asOwner(database.ownerUrl, 'update app.market set give_percent = 90, loss_usd = 1e9');
  return {
    database,
    databases,
    clock: Date.now,
    async market(symbol = 'BTC_USDT') {
      const found = (await readMarkets(db)).find((one) => one.symbol === symbol);
      if (found === undefined) throw new Error(`no market ${symbol}`);
      return found;
    },
    async trader(name, money) {
      const id = randomUUID();
      await sql`
        insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
        values (${id}, ${`${name}${id.slice(0, 6)}`}, ${name}, ${String(Math.floor(1e8 + Math.random() * 8e8))},
          ${`${id}@example.com`}, '-', ${id.slice(0, 6).toUpperCase()}, 'en', now())`.execute(db);
      for (const [asset, amount] of Object.entries(money)) {
        const row = await sql<{ id: number; scale: number }>`
          select id, scale from ledger.asset where code = ${asset}`.execute(db);
        const { id: assetId = 0, scale = 0 } = row.rows[0] ?? {};
        const from = await openAccount(ledger, { owner: null, assetId, kind: 'demo' });
        const to = await openAccount(ledger, { owner: id, assetId, kind: 'available' });
        const postings = [{ from, to, assetId, units: parseUnits(amount, scale) ?? 0n }];
        await post(ledger, {
          scope: 'test',
          key: `credit-${randomUUID()}`,
          kind: 'demo',
          reference: null,
          postings,
        });
      }
      return { id, name };
    },
    async start(options = {}) {
      const log = createLog(process.env['TEST_LOG'] ?? 'silent');
      const dependencies = { db, clock: Date.now, log, secretKey: setupSecret, runsBooks: true };
      const one = await createExchange({ ...dependencies, ...options });
      running.push(one);
      return one;
    },
    async balances({ id }) {
      const found = await sql<{ code: string; scale: number; kind: string; balance: string }>`
        select s.code, s.scale, a.kind, a.balance from ledger.account a join ledger.asset s on s.id = a.asset_id
        where a.owner_id = ${id} and a.balance <> 0 order by s.id, a.kind`.execute(db);
      return found.rows
        .map(
          ({ code, scale, kind, balance }) =>
            `${code}${kind === 'available' ? '' : ` ${kind}`} ${formatUnitsTrimmed(BigInt(balance), scale, 0)}`,
        )
        .join(', ');
    },
    async bills({ id }) {
      const found = await sql<
        Record<'type' | 'direction' | 'asset' | 'units' | 'fee_units' | 'status', string> & { scale: number }
      >`
        select b.type, b.direction, b.asset, b.units, b.fee_units, b.status, s.scale
        from app.bill b join ledger.asset s on s.code = b.asset where b.user_id = ${id} order by b.id`.execute(
        db,
      );
      return found.rows.map(({ type, direction, asset, units, fee_units, status, scale }) => {
        const fee = fee_units === '0' ? '' : ` (fee ${formatUnitsTrimmed(BigInt(fee_units), scale, 0)})`;
        const what = type === 'CURRENCY_TRADE' ? direction : 'back';
        return `${what} ${formatUnitsTrimmed(BigInt(units), scale, 0)} ${asset}${fee} ${status}`;
      });
    },
    async book() {
      const found = await sql<{ name: string; side: string; left: bigint; price: bigint }>`
        select p.nickname as name, o.side, o.amount - o.filled as left, o.price
        from app.trade_order o join app.person p on p.id = o.user_id
        where o.status = 'wait' order by o.symbol, o.number`.execute(db);
      return found.rows.map(
        ({ name, side, left, price }) =>
          `${name} ${side} ${formatUnitsTrimmed(left, 5, 0)} @ ${formatUnitsTrimmed(price, 2, 0)}`,
      );
    },
    async close() {
      for (const one of running) await one.stop();
      await databases.close();
      await database.drop();
    },
  };
}

/** A key as the gateway makes it. */
export function keyFor(trader: Trader, requestId: string = randomUUID(), body = ''): RequestKey {
  return {
    scope: `user:${trader.id}`,
    requestId,
    path: 'trade/submit',
    digest: createHash('sha256').update(body).digest('hex'),
  };
}

/** An order in words as the engine takes it. */
export function readOrderWords(market: MarketRow, trader: Trader, words: OrderWords) {
  const match =
    /^(buy|sell) (?:(market) )?(?:(for) )?(\d[\d.]*)(?: @ (\d[\d.]*))?(?: (gtc|ioc|fok|post))?$/.exec(words);
  if (match === null) throw new Error(`no order: ${words}`);
  const [, side, isMarket, isTotal, size, price, timeInForce] = match;
  const order = readOrder(
    {
      symbol: market.symbol,
      side: side === 'buy' ? 'buy' : 'sell',
      type: isMarket === undefined ? 'limit' : 'market',
      ...(price === undefined ? {} : { price }),
      ...(isTotal === undefined ? { amount: size } : { total: size }),
      ...(timeInForce === undefined ? {} : { timeInForce: timeInForce as 'gtc' }),
    },
    market,
    trader.id,
  );
  if (order instanceof Refusal) throw new Error(`refused before it was asked: ${order.code}`);
  return order;
}

/** Throws where anything is wrong in the books. `areBillsAll`: money came by demo journals and orders alone. */
export async function requireWholeBooks(
  { ownerUrl }: TestDatabase,
  { areBillsAll = true }: { readonly areBillsAll?: boolean } = {},
): Promise<void> {
  const found = await asOwner(
    ownerUrl,
    `select 'ledger' as at, what::text, id::text from ledger.broken
     union all select 'orders', what, id::text from app.broken_orders
     union all select 'bills', 'bills are not the balance', a.id::text
       from ledger.account a
       join ledger.asset s on s.id = a.asset_id
       where a.kind = 'available' and a.owner_id is not null and a.balance <>
         coalesce((select sum(p.units) from ledger.posting p join ledger.account f on f.id = p.from_account
                   where p.to_account = a.id and f.kind = 'demo'), 0)
         + coalesce((select sum(case when b.direction = 'in' then b.units else -b.units end) from app.bill b
                     where b.user_id = a.owner_id and b.asset = s.code), 0)`,
  );
  const broken = found.filter((row) => areBillsAll || (row as { at: string }).at !== 'bills');
  if (broken.length > 0) throw new Error(`The books are broken: ${JSON.stringify(broken)}`);
}

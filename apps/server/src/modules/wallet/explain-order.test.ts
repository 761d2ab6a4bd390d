/** What a balance is explained by: every `after` is a balance that was, whatever moved at the same time. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openAccount } from '@marigold/ledger/account';
import { InsufficientBalance } from '@marigold/ledger/errors';
import type { ExplainedPosting } from '@marigold/ledger/explain';
import { explainBalance } from '@marigold/ledger/explain';
import { post } from '@marigold/ledger/journal';
import type { Queryable } from '@marigold/ledger/queryable';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createRandom } from '../../../../../chaos/random.ts';
import { asOwner, testDatabase } from '../../../testing/database.ts';
import type { TradingSetup, Trader } from '../../../testing/traders.ts';
import { keyFor, openTradingSetup, readOrderWords, requireWholeBooks } from '../../../testing/traders.ts';
import { queryable } from '../../platform/database/database.ts';
import { migrateDatabase, migrationsDirectory } from '../../platform/postgres/migrate.ts';

/** Every state of every account, as its row was left by each statement: written by a trigger of this test alone. */
const witness = `
  create table public.witness (account bigint, moves bigint, balance numeric, primary key (account, moves));
  create function public.see() returns trigger language plpgsql security definer as $$
    begin insert into public.witness values (new.id, new.moves, new.balance); return null; end $$;
  create trigger seen after update on ledger.account for each row execute function public.see();`;

let floor: TradingSetup;
beforeAll(async () => {
  floor = await openTradingSetup();
  await asOwner(floor.database.ownerUrl, witness);
  await asOwner(
    floor.database.ownerUrl,
    `insert into app.index_price (symbol, price, sources, seen_at)
     values ('ETH_USDT', 10, 1, now() + interval '1 day') on conflict do nothing`,
  );
});
afterAll(async () => {
  await floor.close();
});

/** All lines, newest first, in pages of an odd size. */
async function explainAll(db: Queryable, owner: string, assetId: number) {
  const lines: ExplainedPosting[] = [];
  let balance = 0n;
  let cursor: bigint | null = null;
  do {
    const page = await explainBalance(db, { owner, assetId, kind: 'available', cursor, size: 7 });
    ({ balance } = page);
    lines.push(...page.lines);
    cursor = page.next;
  } while (cursor !== null);
  return { balance, lines };
}

/** Throws where a line does not follow from the one below, or says a balance that is not the newest, or below zero. */
function requireStory({ balance, lines }: Awaited<ReturnType<typeof explainAll>>): void {
  expect(lines[0]?.after ?? 0n).toBe(balance);
  lines.forEach((line, index) => {
    expect(line.after).toBe((lines[index + 1]?.after ?? 0n) + line.delta);
    expect(line.after).toBeGreaterThanOrEqual(0n);
    expect(line.move).toBe(BigInt(lines.length - index));
  });
}

it('says balances that were, with two markets, transfers and cancels on one balance at once', async () => {
  const seed = Number(process.env['FC_SEED'] ?? Date.now() % 1_000_000);
  console.info(`explained balances run with FC_SEED=${seed}`);
  const { databases, database } = floor;
  const ledger = queryable(databases.main);
  const people = await Promise.all(
    ['ann', 'ben', 'cat'].map(async (name) => await floor.trader(name, { USDT: '300', BTC: '2', ETH: '20' })),
  );
  const { exchange } = await floor.start();
  const markets = [await floor.market('BTC_USDT'), await floor.market('ETH_USDT')];
  const assets = await asOwner(
    database.ownerUrl,
    `select id from ledger.asset where code in ('USDT', 'BTC', 'ETH')`,
  );
  const ids = assets.map((row) => Number((row as { id: number }).id));

  async function order(trader: Trader, at: number, size: number): Promise<void> {
    const market = markets[at % 2] ?? markets[0];
    if (market === undefined) return;
    const price = (market.symbol === 'BTC_USDT' ? 100 : 10) * (0.98 + (at % 5) / 100);
    const side = size % 2 === 0 ? 'buy' : 'sell';
    // Most of a balance, so that one market spends what the other one still counts on.
    const amount = (((size % 9) + 1) * (side === 'buy' ? 30 : 20)) / price;
    await exchange.submit({
      ...readOrderWords(market, trader, `${side} ${amount.toFixed(3)} @ ${price.toFixed(2)}`),
      key: keyFor(trader),
    });
  }
  async function cancel(trader: Trader, at: number): Promise<void> {
    const symbol = markets[at % 2]?.symbol ?? 'BTC_USDT';
    await exchange.cancelAll({ key: keyFor(trader), userId: trader.id, symbol, reason: 'user' });
  }
  async function transfer(from: Trader, to: Trader, at: number): Promise<void> {
    const assetId = ids[at % ids.length] ?? 1;
    const [giver, taker] = await Promise.all(
      [from, to].map(async ({ id }) => await openAccount(ledger, { owner: id, assetId, kind: 'available' })),
    );
    if (giver === undefined || taker === undefined || giver === taker) return;
    const postings = [{ from: giver, to: taker, assetId, units: 10n ** BigInt(at % 10) }];
    const journal = {
      scope: 'test',
      key: `move-${randomUUID()}`,
      kind: 'transfer',
      reference: null,
      postings,
    };
    await post(ledger, journal).catch((error: unknown) => {
      if (!(error instanceof InsufficientBalance)) throw error;
    });
  }
  await Promise.all(
    people.map(async (trader, place) => {
      const random = createRandom(seed, `person ${place}`);
      for (let round = 0; round < 40; round += 1) {
        const [other] = people.filter((one) => one !== trader);
        await Promise.all(
          Array.from({ length: 3 }, async () => {
            const [kind, at, size] = [random.below(8), random.below(1000), random.below(1000)];
            if (kind < 5) await order(trader, at, size);
            else if (kind === 5) await cancel(trader, at);
            else await transfer(trader, people[random.below(3)] ?? other ?? trader, at);
          }),
        );
      }
    }),
  );

  await requireWholeBooks(database, { areBillsAll: false });
  let explained = 0;
  for (const { id } of people) {
    for (const assetId of ids) {
      const all = await explainAll(ledger, id, assetId);
      requireStory(all);
      const seen = (await asOwner(
        database.ownerUrl,
        `select w.moves::int as moves, w.balance::text as balance from public.witness w join ledger.account a on a.id = w.account
         where a.owner_id = '${id}' and a.asset_id = ${assetId} and a.kind = 'available' order by moves`,
      )) as { moves: number; balance: string }[];
      const after = new Map(all.lines.map((line) => [Number(line.move), line.after]));
      expect(seen.map(({ moves }) => after.get(moves))).toEqual(seen.map(({ balance }) => BigInt(balance)));
      explained += all.lines.length;
    }
  }
  expect(explained).toBeGreaterThan(200);
});

it('opens the history of a database from before, where a lower id spent what a higher one brought', async () => {
  const database = await testDatabase({ isEmpty: true });
  const directory = mkdtempSync(join(tmpdir(), 'old-'));
  cpSync(migrationsDirectory, directory, { recursive: true });
  const newer = readdirSync(directory).filter((name) => /^\d{4}-.*\.sql$/.test(name) && name > '0015');
  // What the program may do with tables that are not there yet cannot be said; functions were those of the migrations.
  const later = [...newer, 'grants/app.sql', 'functions', 'views'];
  for (const name of later) rmSync(join(directory, name), { recursive: true });
  const { username: appRole } = new URL(database.appUrl);
  const migrating = { ownerUrl: database.ownerUrl, appRole, mode: 'demo' as const };
  await migrateDatabase({ ...migrating, directory });
  const clients = [
    new pg.Client({ connectionString: database.appUrl }),
    new pg.Client({ connectionString: database.appUrl }),
  ];
  const [slow, quick] = clients as [pg.Client, pg.Client];
  await Promise.all(clients.map(async (client) => await client.connect()));
  const [ann, ben] = [randomUUID(), randomUUID()];
  try {
    const assetId = 1;
    const open = async (owner: string | null, kind: 'available' | 'demo') =>
      await openAccount(quick, { owner, assetId, kind });
    const [house, hers, his] = [
      await open(null, 'demo'),
      await open(ann, 'available'),
      await open(ben, 'available'),
    ];
    const give = async (from: bigint, to: bigint, units: bigint): Promise<void> => {
      const postings = [{ from, to, assetId, units }];
      await post(quick, {
        scope: 'test',
        key: `give-${randomUUID()}`,
        kind: 'gift',
        reference: null,
        postings,
      });
    };
    await give(house, hers, 10n);
    await give(house, his, 3n);
    // Two batches draw their ids; then money comes in under higher ones; then the batches spend it.
    const { rows } = await quick.query<{ epoch: string }>(
      `select ledger.take_lease('m', 'h', '1 minute')::text as epoch`,
    );
    await slow.query('begin');
    const begun = await slow.query<{ ids: string }>(
      `select ledger.begin_batch('{m,m}', '{key-number-1,key-number-2}', array[sha256('a'), sha256('b')], '{order,order}',
         '{a,b}', 'm', $1)::text as ids`,
      [rows[0]?.epoch],
    );
    await give(house, hers, 10n);
    await give(house, hers, 10n);
    await slow.query(
      `select ledger.fill_batch('${begun.rows[0]?.ids ?? ''}', '{1,2}', '{1,1}', '{${hers},${hers}}', '{${his},${his}}', '{1,1}', '{18,12}')`,
    );
    await slow.query('commit');
    await give(his, hers, 4n);
  } finally {
    await Promise.all(clients.map(async (client) => await client.end()));
  }
  await migrateDatabase(migrating);

  const app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  const [hers, his] = [await explainAll(app, ann, 1), await explainAll(app, ben, 1)];
  await app.end();
  requireStory(hers);
  requireStory(his);
  expect(hers.lines.map(({ delta }) => delta)).toEqual([4n, -12n, 10n, -18n, 10n, 10n]);
  expect(hers.balance).toBe(4n);
  expect(his.lines.map(({ delta }) => delta)).toEqual([-4n, 12n, 18n, 3n]);
  expect(await asOwner(database.ownerUrl, 'select * from ledger.broken')).toEqual([]);
  await database.drop();
  rmSync(directory, { recursive: true });
});

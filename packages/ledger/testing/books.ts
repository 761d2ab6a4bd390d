/** A fresh ledger for one test file: two assets, an endless demo account in each, and people made on demand. */
import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { testDatabase } from '../../../apps/server/testing/database.ts';
import { openAccount } from '../src/account.ts';
import { post, type Posting } from '../src/journal.ts';

export const usdt = 1;
export const btc = 2;

export interface Books {
  /** The program's login: may do only what the grants say. */
  readonly app: pg.Client;
  /** The owner's login: what even he must not be able to do is tested too. */
  readonly owner: pg.Client;
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** The house account that demo money comes from. */
  readonly source: bigint;
  /** A new person whose available account holds these units of USDT. */
  person(units: bigint): Promise<{ id: string; account: bigint }>;
  /** Posts under a fresh key. */
  move(postings: readonly Posting[]): ReturnType<typeof post>;
  units(account: bigint): Promise<bigint>;
  /** What the full audit finds; empty when the books are whole. */
  broken(): Promise<unknown[]>;
  /** Removes the database; throws when the books are not whole. A file that breaks them on purpose mends them first. */
  close(): Promise<void>;
}

export async function openBooks(): Promise<Books> {
  const database = await testDatabase();
  const app = await connect(database.appUrl);
  const owner = await connect(database.ownerUrl);
  await owner.query(
    `insert into ledger.asset (id, code, scale) values (1, 'USDT', 8), (2, 'BTC', 8) on conflict do nothing`,
  );
  const source = await openAccount(app, { owner: null, assetId: usdt, kind: 'demo' });
  const move = (postings: readonly Posting[]) =>
    post(app, { scope: 'test', key: randomUUID(), kind: 'test', reference: null, postings });
  return {
    app,
    owner,
    appUrl: database.appUrl,
    ownerUrl: database.ownerUrl,
    source,
    move,
    async person(units) {
      const id = randomUUID();
      const account = await openAccount(app, { owner: id, assetId: usdt, kind: 'available' });
      if (units > 0n) await move([{ from: source, to: account, assetId: usdt, units }]);
      return { id, account };
    },
    async units(account) {
      const { rows } = await owner.query<{ units: string }>(
        'select balance::text as units from ledger.account where id = $1',
        [account],
      );
      return BigInt(rows[0]?.units ?? 'no such account');
    },
    async broken() {
      return (await owner.query('select * from ledger.broken')).rows;
    },
    async close() {
      const { rows } = await owner.query('select * from ledger.broken');
      await Promise.all([app.end(), owner.end()]);
      await database.drop();
      if (rows.length > 0) throw new Error(`The books are broken: ${JSON.stringify(rows)}`);
    },
  };
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

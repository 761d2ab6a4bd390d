/** The two people of the demo market. Nobody knows their passwords: they are drawn and forgotten. */
import { parseUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { newToken } from '../../platform/ids.ts';
import { findAsset } from '../asset/store.ts';
import { creditDemo } from '../demo/credit.ts';
import type { Identity } from '../identity/service.ts';

type Trader = {
  readonly username: string;
  /** Decimal amounts by asset. */
  readonly opening: Readonly<Record<string, string>>;
};

const maker: Trader = {
  username: 'demomaker',
  opening: { USDT: '20000000', BTC: '200', ETH: '3000', TRX: '40000000', USDC: '5000000' },
};
const taker: Trader = {
  username: 'demotaker',
  opening: { USDT: '2000000', BTC: '20', ETH: '300', TRX: '4000000', USDC: '500000' },
};

export type Traders = { readonly maker: string; readonly taker: string };

export type TraderDependencies = {
  readonly db: Database;
  readonly identity: Pick<Identity, 'addPerson'>;
  readonly now: number;
};

/** Makes whoever of them is missing, each in one transaction with all of their money. */
export async function seedTraders({ db, identity, now }: TraderDependencies): Promise<void> {
  for (const trader of [maker, taker]) {
    await db.transaction().execute(async (inside) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('marigold.demo', 0))`.execute(inside);
      await seedTrader(inside, trader, { identity, now });
    });
  }
}

async function seedTrader(
  db: Database,
  { username, opening }: Trader,
  { identity, now }: Omit<TraderDependencies, 'db'>,
): Promise<void> {
  const added = await identity.addPerson(db, {
    username,
    contact: { channel: 'email', target: `${username}@marigold.example` },
    password: newToken(),
    language: 'en',
    isDemo: true,
    now,
  });
  if (added === undefined) return;
  for (const [code, amount] of Object.entries(opening)) {
    const asset = await findAsset(db, code);
    const units = asset === undefined ? undefined : parseUnits(amount, asset.scale);
    if (asset === undefined || units === undefined)
      throw new Error(`Broken: ${username} opens with ${amount} ${code}`);
    await creditDemo(db, { userId: added.id, asset, units, key: `demo-opening-${username}-${code}`, now });
  }
}

/** Their ids; undefined while they were not made. Somebody else's account of the same name is not theirs. */
export async function findTraders(db: Database): Promise<Traders | undefined> {
  const found = await sql<{ id: string; username: string }>`
    select id, username from app.person
    where username_key in (${maker.username}, ${taker.username}) and is_demo`.execute(db);
  const idOf = (name: string) => found.rows.find(({ username }) => username === name)?.id;
  const [makerId, takerId] = [idOf(maker.username), idOf(taker.username)];
  return makerId === undefined || takerId === undefined ? undefined : { maker: makerId, taker: takerId };
}

/** The people of the bench `api`: each with a session and money whose units say whose they are. */
import { randomUUID } from 'node:crypto';

import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import pg from 'pg';

import type { Databases } from '../../apps/server/src/platform/database/database.ts';
import { queryable } from '../../apps/server/src/platform/database/database.ts';
import { createSessionHalves } from '../../apps/server/src/platform/http/session-half.ts';
import { openSession } from '../../apps/server/src/platform/http/session.ts';
import { benchSecretKey } from './request.ts';

/** The asset whose balance changes all the time, and one that names its owner. */
export const changing = { ledgerId: 1, code: 'USDT', startUnits: 1000n * 10n ** 8n };
/** People who are made side by side. */
const atOnce = 10;
const naming = { ledgerId: 2, code: 'BTC' };

export type BenchPerson = {
  readonly id: string;
  readonly token: string;
  /** The other half of the session. */
  readonly half: string;
  /** The one account whose balance changes. */
  readonly account: string;
  /** Units of the naming asset: no two people have the same. */
  readonly name: number;
};

const halves = createSessionHalves(benchSecretKey);

/** The house account that all changes are paid from. */
export async function openSource(databases: Databases): Promise<bigint> {
  const ledger = queryable(databases.main);
  return await openAccount(ledger, { owner: null, assetId: changing.ledgerId, kind: 'demo' });
}

/** Makes `count` people with accounts in three assets and a session of their own. */
export async function makePeople(
  ownerUrl: string,
  databases: Databases,
  count: number,
): Promise<BenchPerson[]> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const ids = Array.from({ length: count }, () => randomUUID());
  await owner.query(
    `insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
     select id, 'bench' || n, 'Bench', (100000000 + n)::text, 'bench' || n || '@example.com', '-',
       translate(lpad(to_hex(n), 6, '0'), 'abcdef', 'ABCDEF'), 'en', now()
     from unnest($1::uuid[]) with ordinality as person (id, n)`,
    [ids],
  );
  const people: BenchPerson[] = [];
  for (let start = 0; start < count; start += atOnce) {
    const some = ids.slice(start, start + atOnce);
    people.push(
      ...(await Promise.all(some.map((id, index) => makePerson(databases, id, start + index + 1)))),
    );
  }
  await owner.query('vacuum (analyze) ledger.account, app.session, app.asset, app.rate');
  await owner.end();
  return people;
}

async function makePerson(databases: Databases, id: string, name: number): Promise<BenchPerson> {
  const ledger = queryable(databases.main);
  const accountOf = async (owner: string | null, assetId: number, kind: 'available' | 'held' | 'demo') =>
    await openAccount(ledger, { owner, assetId, kind });
  const account = await accountOf(id, changing.ledgerId, 'available');
  await accountOf(id, changing.ledgerId, 'held');
  const named = await accountOf(id, naming.ledgerId, 'available');
  await post(ledger, {
    scope: 'bench',
    key: `opening-${id}`,
    kind: 'demo',
    reference: null,
    postings: [
      {
        from: await accountOf(null, changing.ledgerId, 'demo'),
        to: account,
        assetId: changing.ledgerId,
        units: changing.startUnits,
      },
      {
        from: await accountOf(null, naming.ledgerId, 'demo'),
        to: named,
        assetId: naming.ledgerId,
        units: BigInt(name),
      },
    ],
  });
  const device = { id: `bench-device-${name}`, name: 'bench' };
  const session = { userId: id, device, remember: true, now: Date.now() };
  const { token, half } = await databases.main
    .transaction()
    .execute(async (db) => await openSession(db, halves, session));
  return { id, token, half, account: String(account), name };
}

/** Rates stay fresh for as long as the bench runs. */
export async function keepRatesFresh(databases: Databases): Promise<void> {
  await databases.pool.query('update app.rate set fetched_at = now()');
}

/** The traders of the bench `orders`: many people with plenty of both assets, made by a few statements. */
import { randomUUID } from 'node:crypto';

import { openAccount } from '@marigold/ledger/account';
import { postMany } from '@marigold/ledger/post-many';
import pg from 'pg';

import type { Databases } from '../../apps/server/src/platform/database/database.ts';
import { queryable } from '../../apps/server/src/platform/database/database.ts';

/** In units of 10^-8: plenty of USDT, BTC, ETH, TRX and USDC for each. */
const opening = [1, 2, 3, 4, 5].map((assetId) => ({ assetId, units: 10n ** 15n }));
const postingsAtOnce = 500;

/** Answers the ids of so many people. */
export async function makeTraders(ownerUrl: string, databases: Databases, count: number): Promise<string[]> {
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
  const ledger = queryable(databases.main);
  for (const { assetId, units } of opening) {
    const from = await openAccount(ledger, { owner: null, assetId, kind: 'demo' });
    const opened = await databases.pool.query<{ id: bigint }>(
      `select ledger.open_account(id, $2::smallint, 'available') as id from unnest($1::uuid[]) as person (id)`,
      [ids, assetId],
    );
    for (let start = 0; start < count; start += postingsAtOnce) {
      const postings = opened.rows
        .slice(start, start + postingsAtOnce)
        .map(({ id }) => ({ from, to: id, assetId, units }));
      await databases.main.transaction().execute(async (db) => {
        const key = `opening-${assetId}-${start}`;
        await postMany(queryable(db), [{ scope: 'bench', key, kind: 'demo', reference: null, postings }]);
      });
    }
  }
  await owner.query('vacuum (analyze) ledger.account, app.person');
  await owner.end();
  return ids;
}

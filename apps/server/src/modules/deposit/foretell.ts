/** Bills of what is on its way: written at first sight where enough has come together. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { recordBills } from '../bill/record.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { listChainAssets } from '../chain/registry.ts';
import { billOf } from './books.ts';
import { emptyPot, foresee } from './pot.ts';
import type { Coming } from './seen.ts';
import type { PotName } from './store.ts';
import { lockPots, potKey, readDeposits } from './store.ts';

/** Answers the bills by deposit. Who is sent less than the minimum needs his pot and what comes before. */
export async function foretell(
  db: Database,
  chain: ChainRow,
  coming: readonly Coming[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const mine = coming.filter(({ state, userId }) => state === 'confirming' && userId !== null);
  if (mine.length === 0) return new Map();
  const assets = new Map((await listChainAssets(db, chain.code)).map((asset) => [asset.asset, asset]));
  const promised = await promise(db, chain, assets, mine);
  const ids = await recordBills(
    db,
    promised.map(({ deposit, units }) =>
      billOf(chain, deposit, { type: 'COLLECTION', direction: 'in', units, statuses: ['confirming'], now }),
    ),
  );
  return new Map(promised.map(({ deposit }, place) => [deposit.id, ids[place] ?? '']));
}

type Promised = { readonly deposit: Coming; readonly units: bigint };

/** What each will bring once it is deep enough. */
async function promise(
  db: Database,
  chain: ChainRow,
  assets: ReadonlyMap<string, ChainAsset>,
  mine: readonly Coming[],
): Promise<Promised[]> {
  const promised: Promised[] = [];
  const small = new Map<string, PotName>();
  for (const deposit of mine) {
    const asset = assets.get(deposit.asset ?? '');
    if (asset === undefined || deposit.userId === null) continue;
    const [units] = foresee(asset, emptyPot, [deposit.amount]);
    if (units !== undefined) promised.push({ deposit, units });
    else {
      const name = { userId: deposit.userId, asset: asset.asset };
      small.set(potKey(name), name);
    }
  }
  const done = new Set(promised.map(({ deposit }) => deposit.id));
  const pots = await lockPots(db, chain.code, [...small.values()]);
  for (const [key, { userId, asset }] of small) {
    const terms = assets.get(asset);
    const pot = pots.get(key);
    if (terms === undefined || pot === undefined) continue;
    const before = await readDeposits(
      db,
      sql`where d.user_id = ${userId} and d.chain = ${chain.code} and d.asset = ${asset} and d.state = 'confirming'
        and d.turns = 0 order by d.height, d.tx_id, d.position`,
    );
    const own = mine.filter((one) => one.userId === userId && one.asset === asset);
    const foreseen = foresee(
      terms,
      pot,
      [...before, ...own].map(({ amount }) => amount),
    );
    own.forEach((deposit, place) => {
      const units = foreseen[before.length + place];
      if (units !== undefined && !done.has(deposit.id)) promised.push({ deposit, units });
    });
  }
  return promised;
}

/** Bills of what is on its way: written at first sight where enough has come together. */
import type { Database } from '../../../platform/database/database.ts';
import { recordBills } from '../../bill/record.ts';
import type { ChainAsset, ChainRow } from '../../chain/registry.ts';
import { listChainAssets } from '../../chain/registry.ts';
import { depositBill } from '../bill.ts';
import { emptyDustBalance, foresee } from '../dust-balance.ts';
import type { DustOwner } from '../store.ts';
import { dustKey, lockDustBalances } from '../store.ts';
import type { Coming } from './match-transfers.ts';
import { listPending } from './store.ts';

/** Answers the bills by deposit. Who is sent less than the minimum needs his dust balance and what comes before. */
export async function announcePending(
  db: Database,
  chain: ChainRow,
  coming: readonly Coming[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const mine = coming.filter(({ state, userId }) => state === 'confirming' && userId !== null);
  if (mine.length === 0) return new Map();
  const assets = new Map((await listChainAssets(db, chain.code)).map((asset) => [asset.asset, asset]));
  const foreseen = await foreseeEach(db, chain, assets, mine);
  const ids = await recordBills(
    db,
    foreseen.map(({ deposit, units }) =>
      depositBill(chain, deposit, {
        type: 'COLLECTION',
        direction: 'in',
        units,
        statuses: ['confirming'],
        now,
      }),
    ),
  );
  return new Map(foreseen.map(({ deposit }, place) => [deposit.id, ids[place] ?? '']));
}

type Foreseen = { readonly deposit: Coming; readonly units: bigint };

/** What each will bring once it is deep enough. */
async function foreseeEach(
  db: Database,
  chain: ChainRow,
  assets: ReadonlyMap<string, ChainAsset>,
  mine: readonly Coming[],
): Promise<Foreseen[]> {
  const foreseen: Foreseen[] = [];
  const small = new Map<string, DustOwner>();
  for (const deposit of mine) {
    const asset = assets.get(deposit.asset ?? '');
    if (asset === undefined || deposit.userId === null) continue;
    const [units] = foresee(asset, emptyDustBalance, [deposit.amount]);
    if (units !== undefined) foreseen.push({ deposit, units });
    else {
      const name = { userId: deposit.userId, asset: asset.asset };
      small.set(dustKey(name), name);
    }
  }
  const done = new Set(foreseen.map(({ deposit }) => deposit.id));
  const balances = await lockDustBalances(db, chain.code, [...small.values()]);
  for (const [key, { userId, asset }] of small) {
    const terms = assets.get(asset);
    const balance = balances.get(key);
    if (terms === undefined || balance === undefined) continue;
    const before = await listPending(db, chain.code, { userId, asset });
    const own = mine.filter((one) => one.userId === userId && one.asset === asset);
    const amounts = foresee(
      terms,
      balance,
      [...before, ...own].map(({ amount }) => amount),
    );
    own.forEach((deposit, place) => {
      const units = amounts[before.length + place];
      if (units !== undefined && !done.has(deposit.id)) foreseen.push({ deposit, units });
    });
  }
  return foreseen;
}

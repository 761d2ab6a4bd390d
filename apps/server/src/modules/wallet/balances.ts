/** What people hold and what it is worth, read together for everybody who asks in the same moment. */
import { formatUnits } from '@marigold/money/amount';

import type { Database } from '../../platform/database/database.ts';
import { shareReads } from '../../platform/database/shared-reads.ts';
import type { StoredRate } from '../rate/worth.ts';
import { formatCents, freshOf, noCents, rateIn } from '../rate/worth.ts';
import type { PricedAsset } from './store.ts';
import { listPricedAssets, sumHoldings } from './store.ts';

/** Units of one asset that a person holds. */
export type Holding = {
  readonly available: bigint;
  readonly held: bigint;
  /** Under locks until deposits are final; more than is available where what came in was traded away. */
  readonly locked: bigint;
};

/** What a person holds, by the asset's number in the ledger. */
export type Holdings = ReadonlyMap<number, Holding>;

/** One asset in one fiat currency. */
export type BalanceLine = {
  readonly ledgerId: number;
  readonly isOpen: boolean;
  /** One whole asset in the fiat currency; undefined when no fresh rate is known. */
  readonly rate: string | undefined;
  /** The line of somebody who holds nothing of it. */
  readonly empty: {
    readonly currency: string;
    readonly name: string;
    readonly kind: 'coin' | 'fiat';
    readonly scale: number;
    readonly decimals: number;
    readonly available: string;
    readonly held: string;
    readonly locked: string;
    readonly worth: string | null;
  };
};

export type Prices = { readonly linesIn: (fiat: string, now: number) => readonly BalanceLine[] };

/** Assets and prices, which change by the minute, are read again after so long. How old a price is they say themselves. */
const pricesRetentionMs = 500;
const nothing: Holdings = new Map();

export function createBalances(db: Database): {
  readonly holdingsOf: (owner: string) => Promise<Holdings>;
  readonly pricesNow: () => Promise<Prices>;
} {
  const readHoldings = shareReads(async (owners: readonly string[]) => await holdingsOf(db, owners));
  let prices: Promise<Prices> | undefined;
  let readAt = 0;
  return {
    holdingsOf: async (owner) => (await readHoldings(owner)) ?? nothing,
    async pricesNow() {
      if (prices === undefined || performance.now() - readAt > pricesRetentionMs) {
        readAt = performance.now();
        const pending = pricesOf(db);
        pending.catch(() => {
          if (prices === pending) prices = undefined;
        });
        prices = pending;
      }
      return await prices;
    },
  };
}

async function holdingsOf(db: Database, owners: readonly string[]): Promise<ReadonlyMap<string, Holdings>> {
  const all = new Map<string, Map<number, Holding>>();
  for (const { owner_id, asset_id, available, held, locked } of await sumHoldings(db, owners)) {
    const own = all.get(owner_id) ?? new Map<number, Holding>();
    own.set(asset_id, { available: BigInt(available), held: BigInt(held), locked: BigInt(locked) });
    all.set(owner_id, own);
  }
  return all;
}

async function pricesOf(db: Database): Promise<Prices> {
  const assets = await listPricedAssets(db);
  const byFiat = new Map<string, readonly BalanceLine[]>();
  return {
    linesIn(fiat, now) {
      const known = byFiat.get(fiat);
      if (known !== undefined) return known;
      const lines = linesOf(assets, fiat, now);
      byFiat.set(fiat, lines);
      return lines;
    },
  };
}

function linesOf(assets: readonly PricedAsset[], fiat: string, now: number): readonly BalanceLine[] {
  const stored = assets.flatMap(({ code, usd, fetched_at }): StoredRate[] =>
    usd === null || fetched_at === null ? [] : [{ asset: code, usd, fetched_at }],
  );
  const rates = freshOf(stored, now);
  return assets.map(({ ledger_id, code, name, kind, scale, decimals, is_open }) => {
    const rate = rateIn(rates, { asset: code, fiat });
    const zero = formatUnits(0n, scale);
    const worth = rate === undefined ? null : formatCents(noCents);
    return {
      ledgerId: ledger_id,
      isOpen: is_open,
      rate,
      empty: {
        currency: code,
        name,
        kind,
        scale,
        decimals,
        available: zero,
        held: zero,
        locked: zero,
        worth,
      },
    };
  });
}

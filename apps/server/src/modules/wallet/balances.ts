/** What people hold and what it is worth, read together for everybody who asks in the same moment. */
import { formatUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { queryable } from '../../platform/database.ts';
import { shareReads } from '../../platform/shared-reads.ts';
import type { StoredRate } from '../rate/worth.ts';
import { formatCents, freshOf, rateIn } from '../rate/worth.ts';

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
export type Line = {
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

export type Prices = { readonly linesIn: (fiat: string, now: number) => readonly Line[] };

type Asset = {
  readonly ledger_id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: 'coin' | 'fiat';
  readonly scale: number;
  readonly decimals: number;
  readonly is_open: boolean;
  readonly usd: string | null;
  readonly fetched_at: number | null;
};

/** Assets and prices, which change by the minute, are read again after so long. How old a price is they say themselves. */
const pricesKeptMs = 500;
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
      if (prices === undefined || performance.now() - readAt > pricesKeptMs) {
        readAt = performance.now();
        const asked = pricesOf(db);
        asked.catch(() => {
          if (prices === asked) prices = undefined;
        });
        prices = asked;
      }
      return await prices;
    },
  };
}

async function holdingsOf(db: Database, owners: readonly string[]): Promise<ReadonlyMap<string, Holdings>> {
  const found = await queryable(db).query<{
    owner_id: string;
    asset_id: number;
    available: string;
    held: string;
    locked: string;
  }>(
    `select owner_id, asset_id, sum(available) as available, sum(held) as held, sum(locked) as locked
     from (
       select owner_id, asset_id, case kind when 'available' then balance else 0 end as available,
         case when kind in ('held', 'order') then balance else 0 end as held, 0 as locked
       from ledger.account where owner_id = any($1::uuid[]) and kind in ('available', 'held', 'order')
       union all
       select d.user_id, a.ledger_id, 0, 0, d.lock_units
       from app.deposit d join app.asset a on a.code = d.asset
       where d.user_id = any($1::uuid[]) and d.lock_units > 0
     ) part
     group by owner_id, asset_id`,
    [owners],
  );
  const all = new Map<string, Map<number, Holding>>();
  for (const { owner_id, asset_id, available, held, locked } of found.rows) {
    const own = all.get(owner_id) ?? new Map<number, Holding>();
    own.set(asset_id, { available: BigInt(available), held: BigInt(held), locked: BigInt(locked) });
    all.set(owner_id, own);
  }
  return all;
}

async function pricesOf(db: Database): Promise<Prices> {
  const found = await sql<Asset>`
    select a.ledger_id, a.code, a.name, a.kind, l.scale, a.decimals, a.is_open, r.usd, r.fetched_at
    from app.asset a
    join ledger.asset l on l.id = a.ledger_id
    left join app.rate r on r.asset = a.code
    order by a.position limit 100`.execute(db);
  const byFiat = new Map<string, readonly Line[]>();
  return {
    linesIn(fiat, now) {
      const known = byFiat.get(fiat);
      if (known !== undefined) return known;
      const lines = linesOf(found.rows, fiat, now);
      byFiat.set(fiat, lines);
      return lines;
    },
  };
}

function linesOf(assets: readonly Asset[], fiat: string, now: number): readonly Line[] {
  const stored = assets.flatMap(({ code, usd, fetched_at }): StoredRate[] =>
    usd === null || fetched_at === null ? [] : [{ asset: code, usd, fetched_at }],
  );
  const rates = freshOf(stored, now);
  return assets.map(({ ledger_id, code, name, kind, scale, decimals, is_open }) => {
    const rate = rateIn(rates, code, fiat);
    const zero = formatUnits(0n, scale);
    const worth = rate === undefined ? null : formatCents(0n);
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

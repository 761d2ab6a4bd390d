/**
 * Token buckets: the declared limits of an endpoint live in PostgreSQL and survive restarts, or in memory where it says so;
 * a memory shield stands in front.
 */
import type { Limit } from '@marigold/contract/endpoint';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

import type { PruneStep } from '../database/prune.ts';
import { networkKey, wideNetworkOf } from '../process/caller-address.ts';
import type { Clock } from '../process/clock.ts';
import { TransportError } from './transport-error.ts';

/** reliability.md 8: the whole API, per account or address. */
const shieldPerSecond = 100;

/** Whoever is counted by their address is counted with all of its network too, at so many times the address's count. */
export const networkFactor = 10;

export type LimitKeys = {
  readonly user: string | undefined;
  /** Counted by its network (caller-address.ts). */
  readonly address: string;
  readonly device: string;
};

export type Limits = {
  /** Takes one token per declared limit, and of the network where it is per address, or throws 429 with Retry-After. */
  take(path: string, limits: readonly Limit[], keys: LimitKeys): Promise<void>;
  /** Takes one token of a named bucket; answers the milliseconds to wait, 0 when it was free. */
  takeNamed(bucket: string, key: string, count: number, seconds: number): Promise<number>;
  /** Counts one in a named bucket; answers how many there are since its time began. */
  count(bucket: string, key: string, seconds: number): Promise<number>;
  /** How many `count` has counted in a named bucket since its time began. Counts nothing. */
  countOf(bucket: string, key: string): Promise<number>;
  /** As `takeNamed` for an address and its network; an address that waits takes nothing of its network's count. */
  takeAddress(bucket: string, address: string, count: number, seconds: number): Promise<number>;
  /** Throws 429 while an address shows bearers that are nobody's faster than anybody may call. Counts nothing. */
  refuseGuessers(address: string): void;
  /** Counts a bearer that was looked up and is nobody's. */
  countGuess(address: string): void;
};

type Shield = {
  /** Counts a call; answers the wait in ms, 0 when it was free. */
  take(key: string): number;
  /** The wait of whoever has used this second up, in ms. Nobody pays for it while nobody was counted. */
  waitOf(keyOf: () => string): number;
};

/** Counts calls per key and second, in memory; the count of everybody starts anew together. */
function createShield(perSecond: number): Shield {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return {
    take(key) {
      const now = performance.now();
      if (now >= endsAt) {
        counts.clear();
        endsAt = now + 1000;
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > perSecond ? Math.max(endsAt - now, 1) : 0;
    },
    waitOf(keyOf) {
      if (counts.size === 0) return 0;
      const left = endsAt - performance.now();
      if (left > 0) return (counts.get(keyOf()) ?? 0) >= perSecond ? left : 0;
      counts.clear();
      return 0;
    },
  };
}

/**
 * A bucket of this process: each key's time begins with its first call, as in the database. A call costs no promise and no
 * timer; who has not come again is forgotten when a whole time is over.
 */
export function createOwnBucket(
  count: number,
  seconds: number,
  now: () => number = () => performance.now(),
): (key: string) => number {
  type Window = { taken: number; readonly endsAt: number };
  const windows = new Map<string, Window>();
  let sweepAt = 0;
  return (key) => {
    const at = now();
    if (at >= sweepAt) {
      for (const [name, { endsAt }] of windows) if (endsAt <= at) windows.delete(name);
      sweepAt = at + seconds * 1000;
    }
    const known = windows.get(key);
    if (known === undefined || known.endsAt <= at) {
      windows.set(key, { taken: 1, endsAt: at + seconds * 1000 });
      return 0;
    }
    known.taken += 1;
    return known.taken > count ? Math.max(known.endsAt - at, 1) : 0;
  };
}

/** A key's time begins with its first call, and its row serves until the time is over; all processes count in it. */
const takeToken = `
  insert into app.rate_limit as row (key, points, expire) values ($1, 1, $2::bigint + $3::bigint)
  on conflict (key) do update set
    points = case when row.expire <= $2::bigint then 1 else row.points + 1 end,
    expire = case when row.expire <= $2::bigint then excluded.expire else row.expire end
  returning points, expire::float8`;

/** `clock` says when the limits that live in the database are over; those in memory end with the process anyway. */
export function createLimits(pool: pg.Pool, clock: Clock): Limits {
  const shield = createShield(shieldPerSecond);
  const guesses = createShield(shieldPerSecond);
  const own = new Map<string, (key: string) => number>();

  async function countStored(name: string, key: string, seconds: number) {
    const now = clock();
    const { rows } = await pool.query<{ points: number; expire: number }>({
      name: 'limits_take',
      text: takeToken,
      values: [`${name}:${key}`, now, seconds * 1000],
    });
    const { points = 0, expire = 0 } = rows[0] ?? {};
    return { points, leftMs: Math.max(expire - now, 1) };
  }

  /** Counts a call; answers the wait in ms, 0 when it was free. */
  async function takeStored(name: string, key: string, count: number, seconds: number): Promise<number> {
    const { points, leftMs } = await countStored(name, key, seconds);
    return points > count ? leftMs : 0;
  }

  function takeOwn(name: string, key: string, { count, seconds }: Limit): number {
    let known = own.get(name);
    if (known === undefined) own.set(name, (known = createOwnBucket(count, seconds)));
    return known(key);
  }

  return {
    async take(path, limits, keys) {
      const waitShield = shield.take(keys.user ?? networkKey(keys.address));
      if (waitShield > 0) throw tooMany(waitShield);
      for (const limit of withNetworks(limits)) {
        const { per, count, seconds, countedIn } = limit;
        const key = keyOf(per, keys);
        const name = `${path}:${per}:${seconds}`;
        const wait =
          countedIn === 'memory' ? takeOwn(name, key, limit) : await takeStored(name, key, count, seconds);
        if (wait > 0) throw tooMany(wait);
      }
    },
    takeNamed: takeStored,
    count: async (bucket, key, seconds) => (await countStored(bucket, key, seconds)).points,
    async countOf(bucket, key) {
      const { rows } = await pool.query<{ points: number }>({
        name: 'limits_look',
        text: 'select points from app.rate_limit where key = $1 and expire > $2::bigint',
        values: [`${bucket}:${key}`, clock()],
      });
      return rows[0]?.points ?? 0;
    },
    takeAddress: async (bucket, address, count, seconds) =>
      (await takeStored(bucket, networkKey(address), count, seconds)) ||
      (await takeStored(`${bucket}:network`, wideKey(address), count * networkFactor, seconds)),
    refuseGuessers(address) {
      const wait = guesses.waitOf(() => networkKey(address));
      if (wait > 0) throw tooMany(wait);
    },
    countGuess: (address) => void guesses.take(networkKey(address)),
  };
}

const declared = new WeakMap<readonly Limit[], readonly Limit[]>();

/** What a call declares, worked out once. */
function withNetworks(limits: readonly Limit[]): readonly Limit[] {
  const known = declared.get(limits);
  if (known !== undefined) return known;
  const all = limits.flatMap(withNetwork);
  declared.set(limits, all);
  return all;
}

/** The address stands first: once it is used up, it uses up nothing of its network. */
function withNetwork(limit: Limit): readonly Limit[] {
  if (limit.per !== 'address') return [limit];
  return [limit, { ...limit, per: 'network', count: limit.count * networkFactor }];
}

function wideKey(address: string): string {
  return wideNetworkOf(address) ?? address;
}

function keyOf(per: Limit['per'], { user, address, device }: LimitKeys): string {
  if (per === 'device') return device;
  if (per === 'network') return wideKey(address);
  return per === 'user' && user !== undefined ? user : networkKey(address);
}

function tooMany(waitMs: number): TransportError {
  return new TransportError(429, 'rate_limited', { seconds: Math.ceil(waitMs / 1000) });
}

/** A condition: somebody took from this named bucket, and its time is not over. */
export function isBucketRunning(bucket: string, key: string): RawBuilder<boolean> {
  return sql`exists (
    select from app.rate_limit where key = ${`${bucket}:${key}`} and expire > extract(epoch from now()) * 1000)`;
}

export const pruneBuckets: PruneStep = ({ now }, most) =>
  sql`delete from app.rate_limit where key in (
          select key from app.rate_limit where expire < ${now} limit ${most})`;

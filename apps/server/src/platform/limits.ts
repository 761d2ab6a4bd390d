/** Token buckets: the declared limits of an endpoint live in PostgreSQL and survive restarts; a memory shield stands in front. */
import type { Limit } from '@marigold/contract/endpoint';
import pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import { TransportError } from './transport-error.ts';

/** reliability.md 8: the whole API, per account or address. */
const shieldPerSecond = 100;

export type LimitKeys = {
  readonly user: string | undefined;
  readonly address: string;
  readonly device: string;
};

export type Limits = {
  /** Takes one token per declared limit or throws 429 with Retry-After. */
  take(path: string, limits: readonly Limit[], keys: LimitKeys): Promise<void>;
  /** Takes one token of a named bucket; answers the milliseconds to wait, 0 when it was free. */
  takeNamed(bucket: string, key: string, count: number, seconds: number): Promise<number>;
};

async function take(limiter: RateLimiterPostgres | RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(error.msBeforeNext, 1);
    throw error;
  }
}

export function createLimits(pool: pg.Pool): Limits {
  const shield = new RateLimiterMemory({ points: shieldPerSecond, duration: 1 });
  const buckets = new Map<string, RateLimiterPostgres>();

  function bucket(name: string, count: number, seconds: number): RateLimiterPostgres {
    const known = buckets.get(name);
    if (known !== undefined) return known;
    const made = new RateLimiterPostgres({
      storeClient: countingClient(pool),
      storeType: 'pool',
      schemaName: 'app',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: count,
      duration: seconds,
    });
    buckets.set(name, made);
    return made;
  }

  return {
    async take(path, limits, keys) {
      const waitShield = await take(shield, keys.user ?? keys.address);
      if (waitShield > 0) throw tooMany(waitShield);
      for (const { per, count, seconds } of limits) {
        const key = per === 'user' ? (keys.user ?? keys.address) : keys[per];
        const wait = await take(bucket(`${path}:${per}:${seconds}`, count, seconds), key);
        if (wait > 0) throw tooMany(wait);
      }
    },
    async takeNamed(name, key, count, seconds) {
      return await take(bucket(name, count, seconds), key);
    },
  };
}

/** The library reckons with epoch milliseconds as numbers; everywhere else an int8 is a bigint (database.ts). */
function countingClient(pool: pg.Pool): { query(query: pg.QueryConfig): Promise<pg.QueryResult> } {
  const types = {
    getTypeParser: ((oid: number, format: 'text') =>
      oid === pg.types.builtins.INT8
        ? Number
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  return { query: async (query) => await pool.query({ ...query, types }) };
}

/** No limits at all: for fuzzing and measuring, where one key makes thousands of calls. */
export const unlimited: Limits = {
  take: async () => undefined,
  takeNamed: async () => 0,
};

function tooMany(waitMs: number): TransportError {
  return new TransportError(429, 'rate_limited', { seconds: Math.ceil(waitMs / 1000) });
}

/** The one door to PostgreSQL: two pools, the type parsers, and how a transaction is run. */
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

/** Plain SQL only; a pool and a transaction look the same to whoever runs a query. */
export type Database = Kysely<Record<string, never>>;

// Money and ids never become floating point: int8 -> bigint, numeric -> string; timestamptz -> epoch milliseconds.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).getTime());

/** A waiting writer gives up and answers 503 rather than queueing without bound. */
const sessionOptions =
  '-c lock_timeout=3000 -c statement_timeout=8000 -c idle_in_transaction_session_timeout=5000 -c timezone=UTC';

export type Databases = {
  /** Where calls read and where their transactions run. */
  readonly main: Database;
  /** A separate small pool for what must be kept although the call is refused: counters, locks, audit rows. */
  readonly aside: Database;
  /** The pool itself, for libraries that want one (rate limits, LISTEN). */
  readonly pool: pg.Pool;
  close(): Promise<void>;
};

const named = /^\s*\/\* (\w+) \*\//;

/**
 * A statement that begins with a name in a comment is read and planned once for each connection and then run by its name:
 * what the groups of orders write is long and always the same. Its text has to be the same each time.
 */
class NamingClient extends pg.Client {
  override query = ((config: unknown, values?: unknown, callback?: unknown): unknown => {
    const name = typeof config === 'string' ? named.exec(config)?.[1] : undefined;
    const query = super.query.bind(this) as (...given: unknown[]) => unknown;
    return name === undefined
      ? query(config, values, callback)
      : query({ name, text: config, values }, undefined, callback);
  }) as pg.Client['query'];
}

function createPool(connectionString: string, max: number, name: string): pg.Pool {
  const pool = new pg.Pool({
    Client: NamingClient,
    connectionString,
    max,
    connectionTimeoutMillis: 3000,
    application_name: `marigold-${name}`,
    options: sessionOptions,
  });
  // Without these two listeners a dying PostgreSQL takes the whole process with it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export function openDatabases(connectionString: string, poolMax = 20): Databases {
  const pool = createPool(connectionString, poolMax, 'main');
  const asidePool = createPool(connectionString, 4, 'aside');
  const main: Database = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const aside: Database = new Kysely({ dialect: new PostgresDialect({ pool: asidePool }) });
  return {
    main,
    aside,
    pool,
    async close() {
      await Promise.all([main.destroy(), aside.destroy()]);
    },
  };
}

/** One connection without time-outs, for commands that wait for a person. */
export function openOwner(connectionString: string): { readonly db: Database; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString, max: 1, application_name: 'marigold-operator' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return { db, close: async () => await db.destroy() };
}

/** The ledger's plain door over a pool or a transaction. */
export function queryable(db: Database) {
  return {
    async query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }> {
      return await db.executeQuery<Row>(CompiledQuery.raw(text, values));
    },
  };
}

/** The SQLSTATE of a database error, or undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** True when trying again later may help: connection lost, server starting or stopping, lock or statement time-out. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return /^(08|57P|53|55P03|57014|40P01|40001|25P03)/.test(state);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'].includes(code)) return true;
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(error.message)
  );
}

/** The database of this program, ready to use: embedded or external, checked, migrated and granted. */
import { join } from 'node:path';

import pg from 'pg';

import { type Config, ConfigurationError } from '../process/config.ts';
import { roleOf } from '../process/database-address.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { deploymentMode, migrateDatabase } from './migrate.ts';
import { type DatabaseFacts, productionProblems } from './production.ts';

const oldestVersionNumber = 150_000;
const connectTimeoutMs = 10_000;

export interface StartedDatabase {
  /** For migrations, operator commands and audits that need the owner. */
  readonly ownerUrl: string;
  /** For everything else. */
  readonly appUrl: string;
  /** Names of the migrations that this start ran. */
  readonly migrations: readonly string[];
  readonly stop: () => Promise<void>;
}

export interface StartDatabaseOptions {
  readonly onUnexpectedExit?: (reason: string) => void;
  readonly onNotice?: (sentence: string) => void;
  readonly simulators?: readonly string[];
}

/**
 * Starts or reaches the database and brings it to the present. The caller holds the instance lock when it is embedded.
 * Throws ConfigurationError when settings and database do not fit (one list), or the database's own error.
 */
export async function startDatabase(
  config: Config,
  options: StartDatabaseOptions = {},
): Promise<StartedDatabase> {
  const server = await reach(config, options);
  try {
    const facts = await databaseFacts(server.appUrl);
    const problems = [...problemsOf(facts, config), ...productionOnly(config, facts, options)];
    if (problems.length > 0)
      throw new ConfigurationError(`Marigold does not start in ${config.mode} mode`, problems);
    const appRole = roleOf(server.appUrl);
    const migrations = await migrateDatabase({ ownerUrl: server.ownerUrl, appRole, mode: config.mode });
    await refusePowerfulRole(server.appUrl, appRole);
    return { ...server, migrations };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function reach(
  config: Config,
  options: StartDatabaseOptions,
): Promise<Omit<StartedDatabase, 'migrations'>> {
  if (config.externalDatabase !== undefined)
    return { ...config.externalDatabase, stop: async () => undefined };
  if (config.mode === 'production') {
    // Nothing is made for a start that the settings alone already forbid.
    const problems = productionOnly(config, undefined, options);
    if (problems.length > 0)
      throw new ConfigurationError('Marigold does not start in production mode', problems);
  }
  const { ownerUrl, appUrl, stop } = await startEmbeddedPostgres({
    directory: join(config.dataDirectory, 'postgres'),
    ...(options.onUnexpectedExit === undefined ? {} : { onUnexpectedExit: options.onUnexpectedExit }),
    ...(options.onNotice === undefined ? {} : { onNotice: options.onNotice }),
  });
  return { ownerUrl, appUrl, stop };
}

function productionOnly(
  config: Config,
  database: DatabaseFacts | undefined,
  options: StartDatabaseOptions,
): string[] {
  if (config.mode !== 'production') return [];
  return productionProblems({ config, database, simulators: options.simulators ?? [] });
}

function problemsOf(facts: DatabaseFacts, config: Config): string[] {
  const problems: string[] = [];
  if (facts.versionNumber < oldestVersionNumber) {
    const major = Math.floor(facts.versionNumber / 10_000);
    problems.push(`The server is PostgreSQL ${major}; 15 or newer is needed.`);
  }
  if (config.mode === 'demo' && facts.deploymentMode === 'production') {
    problems.push('The database was made for production; a demo, with its faucet, never runs on it.');
  }
  return problems;
}

/** Reads what a deployment must be judged by, as the program's own login. */
export async function databaseFacts(appUrl: string): Promise<DatabaseFacts> {
  return await withClient(appUrl, async (client) => {
    const rows = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit')`,
    );
    const settings = Object.fromEntries(rows.rows.map(({ name, setting }) => [name, setting]));
    const { server_version_num: version, ...durability } = settings;
    return {
      versionNumber: Number(version),
      deploymentMode: await deploymentMode(client),
      settings: durability as DatabaseFacts['settings'],
    };
  });
}

/** The database itself keeps the program from writing balances; a login that could do so is a wrong setup. */
async function refusePowerfulRole(appUrl: string, appRole: string): Promise<void> {
  const writable = await withClient(appUrl, async (client) => {
    const found = await client.query<{ table: string }>(`
      select format('%I.%I', n.nspname, c.relname) as table
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'ledger' and c.relkind in ('r', 'p')
        and (has_table_privilege(c.oid, 'insert, update, delete, truncate')
             or has_any_column_privilege(c.oid, 'insert, update'))
      order by 1`);
    return found.rows.map((row) => row.table);
  });
  if (writable.length === 0) return;
  throw new ConfigurationError('Marigold does not start with this login', [
    `DATABASE_URL logs in as ${appRole}, which can write ${writable.join(', ')} directly. ` +
      'Use a plain role that owns nothing; the start grants it what it needs.',
  ]);
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Our own supervisor of a real PostgreSQL 18 from npm: made with checksums, scram passwords, loopback only, durable
 * settings, and never left behind. The server is our child in its own session (Ctrl-C reaches us first) and a leash, a
 * pipe that only our death or our word can close, stops it even when we are killed without warning.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { choosePort } from '../process/free-port.ts';
import { isProcessRunning, postgresProcessesIn } from '../process/process-identity.ts';
import {
  discardPostgresHome,
  preparePostgresHome,
  type PostgresHome,
  type ServiceUser,
} from './embedded-postgres-home.ts';

const readyTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
const startAttemptsMax = 5;
/**
 * A server that was asked to stop while it recovers from the death of one of its processes never does; an immediate end
 * costs nothing but another recovery.
 */
const orphanSignals = [
  ['SIGINT', 1000],
  ['SIGQUIT', stopTimeoutMs],
] as const;
const logBytesMax = 10 * 1024 * 1024;

export interface EmbeddedPostgresOptions {
  /** Where the cluster and its passwords live; made when missing. One running server per directory. */
  readonly directory: string;
  /** A small cluster for tests whose owner may create databases; not waited for on disk when it is made. */
  readonly isDisposable?: boolean;
  /** Told once when the server ends without being asked to. */
  readonly onUnexpectedExit?: (reason: string) => void;
  /** Told in whole sentences what a person may want to know, for example where the data is kept instead. */
  readonly onNotice?: (sentence: string) => void;
}

export interface EmbeddedPostgres {
  /** Login of `marigold_owner`: owns the database `marigold`, migrates, grants. */
  readonly ownerUrl: string;
  /** Login of `marigold_app`: the program itself. */
  readonly appUrl: string;
  /** Pid of the postmaster. */
  readonly pid: number;
  /** Stops the server in good order (fast shutdown) and waits for its end. May be called twice. */
  readonly stop: () => Promise<void>;
  /** Stops the server and deletes the cluster. For tests. */
  readonly destroy: () => Promise<void>;
}

interface Passwords {
  readonly admin: string;
  readonly owner: string;
  readonly app: string;
}

/**
 * Starts the database that belongs to `directory`, making it first where there is none.
 * An orphan left by a killed launcher is stopped; a live server's lock is never removed.
 * The caller holds the instance lock of the data directory. Throws with the last log lines when it cannot start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = preparePostgresHome(options.directory);
  const cluster = join(home.directory, 'cluster');
  const passwords = readPasswords(options.directory, cluster);
  if (!fs.existsSync(cluster)) {
    if (home.isRelocated) options.onNotice?.(`The database is kept in ${home.directory}.`);
    createCluster(home, cluster, passwords, options.isDisposable === true);
  }
  await endOrphans(fs.realpathSync(cluster));

  const server = await launch(home, cluster, options);
  try {
    await createRoles(server.port, passwords, options.isDisposable === true);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    ownerUrl: urlOf('marigold_owner', passwords.owner, server.port, 'marigold'),
    appUrl: urlOf('marigold_app', passwords.app, server.port, 'marigold'),
    pid: server.pid,
    stop: server.stop,
    async destroy() {
      await server.stop();
      discardPostgresHome(options.directory);
    },
  };
}

function urlOf(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** The passwords are made once, before the cluster, and readable by us alone. */
function readPasswords(directory: string, cluster: string): Passwords {
  const file = join(directory, 'passwords.json');
  if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8')) as Passwords;
  if (fs.existsSync(cluster))
    throw new Error(`${file} is missing: the passwords of the database beside it are lost.`);
  const make = (): string => randomBytes(24).toString('base64url');
  const passwords = { admin: make(), owner: make(), app: make() };
  fs.writeFileSync(`${file}.new`, JSON.stringify(passwords), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
  return passwords;
}

/** Runs initdb beside the final place and renames, so that a kill never leaves half a cluster behind. */
function createCluster(
  home: PostgresHome,
  cluster: string,
  passwords: Passwords,
  isDisposable: boolean,
): void {
  const fresh = `${cluster}.new`;
  const passwordFile = join(home.directory, 'initdb-password');
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.writeFileSync(passwordFile, passwords.admin, { mode: 0o600 });
  if (home.user.uid !== undefined && home.user.gid !== undefined) {
    fs.chownSync(passwordFile, home.user.uid, home.user.gid);
  }
  const args = [
    '-D',
    fresh,
    '--username=marigold_admin',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(isDisposable ? ['--no-sync'] : []),
  ];
  try {
    const made = spawnSync(join(home.binaries, 'bin', 'initdb'), args, {
      ...home.user,
      cwd: home.directory,
      env: plainEnvironment(),
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr.trim()}`);
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
  fs.renameSync(fresh, cluster);
}

/** PG* variables of the caller's shell must not reach our server, and its messages stay in one language. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', LANG: 'C', TZ: 'UTC' };
}

/**
 * Ends what a killed launcher left running on this cluster, and removes a lock file whose pid now belongs to somebody
 * else. A lock file of a dead server stays: PostgreSQL itself uses it to see that no process holds its memory.
 */
async function endOrphans(cluster: string): Promise<void> {
  const lock = join(cluster, 'postmaster.pid');
  const lockedBy = fs.existsSync(lock) ? Number.parseInt(fs.readFileSync(lock, 'utf8'), 10) : undefined;
  for (const [signal, patienceMs] of orphanSignals) {
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      const orphans = postgresProcessesIn(cluster);
      if (orphans.length === 0) break;
      // A second signal of the same kind changes nothing, so asking again at every look is harmless.
      for (const pid of orphans.filter((one) => one === lockedBy)) signalTo(pid, signal);
      await sleep(20);
    }
  }
  const left = postgresProcessesIn(cluster);
  if (left.length > 0) throw new Error(`PostgreSQL processes ${left.join(', ')} on ${cluster} do not end.`);
  if (lockedBy !== undefined && isProcessRunning(lockedBy)) fs.rmSync(lock, { force: true });
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface LaunchedServer {
  readonly port: number;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Tries free ports until the server is ready: between finding a port and using it, somebody else may take it. */
async function launch(
  home: PostgresHome,
  cluster: string,
  options: EmbeddedPostgresOptions,
): Promise<LaunchedServer> {
  const logFile = openLog(join(options.directory, 'postgres.log'));
  try {
    for (let attempt = 1; ; attempt += 1) {
      const port = await choosePort(attempt === 1 ? join(cluster, 'postmaster.opts') : undefined);
      const settings = serverSettings(port, options.isDisposable === true);
      const child = spawnLeashed(
        join(home.binaries, 'bin', 'postgres'),
        cluster,
        settings,
        home.user,
        logFile.descriptor,
      );
      const failure = await readiness(child, cluster);
      if (failure === undefined) return supervise(child, port, options.onUnexpectedExit);
      if (attempt >= startAttemptsMax) {
        throw new Error(`PostgreSQL did not start: ${failure}\n${tail(logFile.path)}`);
      }
      await sleep(200 * attempt);
    }
  } finally {
    fs.closeSync(logFile.descriptor);
  }
}

function serverSettings(port: number, isDisposable: boolean): string[] {
  const sharedBuffersMiB = isDisposable ? 64 : totalmem() > 2 ** 31 ? 256 : 128;
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    password_encryption: 'scram-sha-256',
    // Money is never acknowledged before it is on disk.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // Fewer checkpoints and room in memory: the same safety, less writing.
    shared_buffers: `${sharedBuffersMiB}MB`,
    max_wal_size: isDisposable ? '512MB' : '2GB',
    checkpoint_timeout: '15min',
    // Short statements only: compiling them costs more than it saves.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] ',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * The shell becomes the server (same pid). Before that it leaves a watcher that reads the leash on descriptor 3: a line
 * means the server has ended, the end of the pipe means we have, and then the server is asked to stop, if it still is
 * the one that the lock file names; a server that does not (it may be recovering) is ended at once after five seconds.
 * The watcher's parent ends at once, so that it is no child of the server.
 */
const leashScript = `
( ( read -r word <&3 || {
  read -r pid < "$1/postmaster.pid" && [ "$pid" = "$$" ] && kill -INT "$pid" || exit
  tenths=0
  while [ $tenths -lt 50 ] && [ -e "$1/postmaster.pid" ]; do sleep 0.1; tenths=$((tenths + 1)); done
  read -r pid < "$1/postmaster.pid" && [ "$pid" = "$$" ] && kill -QUIT "$pid"
} ) >/dev/null 2>&1 & )
exec 3<&-
shift
exec "$@"
`;

function spawnLeashed(
  program: string,
  cluster: string,
  settings: readonly string[],
  user: ServiceUser,
  logDescriptor: number,
): ChildProcess {
  return spawn('/bin/sh', ['-c', leashScript, 'marigold', cluster, program, '-D', cluster, ...settings], {
    ...user,
    cwd: cluster,
    env: plainEnvironment(),
    detached: true,
    stdio: ['ignore', logDescriptor, logDescriptor, 'pipe'],
  });
}

/** Waits until the server says ready in its lock file; answers why not when it ended instead. */
async function readiness(child: ChildProcess, cluster: string): Promise<string | undefined> {
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code, signal) => {
    failure ??= `it ended with ${signal ?? code}`;
    letGo(child);
  });
  const deadline = Date.now() + readyTimeoutMs;
  while (failure === undefined && Date.now() < deadline) {
    if (isReady(cluster, child.pid)) return undefined;
    await sleep(10);
  }
  if (failure === undefined && child.pid !== undefined) signalTo(child.pid, 'SIGQUIT');
  return failure ?? 'it was not ready in time';
}

/** The eighth line of postmaster.pid is the server's state; the first is whose it is. */
function isReady(cluster: string, pid: number | undefined): boolean {
  try {
    const lines = fs.readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/** Tells the watcher that there is nothing left to stop. */
function letGo(child: ChildProcess): void {
  const leash = child.stdio[3] as Writable | null | undefined;
  leash?.on('error', () => undefined);
  leash?.end('ended\n');
}

function supervise(
  child: ChildProcess,
  port: number,
  onUnexpectedExit?: (reason: string) => void,
): LaunchedServer {
  let isStopping = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!isStopping) onUnexpectedExit?.(`the database server ended with ${signal ?? code}`);
      resolve();
    });
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('a ready server has a pid');
  // The server must not keep our program alive when everything else has ended: the leash then stops it.
  child.unref();
  (child.stdio[3] as (Writable & { unref?: () => void }) | null | undefined)?.unref?.();
  return {
    port,
    pid,
    async stop() {
      isStopping = true;
      child.ref();
      if (child.exitCode === null && child.signalCode === null) signalTo(pid, 'SIGINT');
      const late = setTimeout(() => signalTo(pid, 'SIGQUIT'), stopTimeoutMs);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Makes roles and database where they are missing; a kill between two of the steps is mended by the next start. */
async function createRoles(port: number, passwords: Passwords, isDisposable: boolean): Promise<void> {
  const admin = new pg.Client({
    connectionString: urlOf('marigold_admin', passwords.admin, port, 'postgres'),
  });
  await admin.connect();
  try {
    const wanted = { marigold_owner: passwords.owner, marigold_app: passwords.app };
    for (const [role, password] of Object.entries(wanted)) {
      const found = await admin.query('select from pg_roles where rolname = $1', [role]);
      if (found.rowCount === 0)
        await admin.query(`create role ${role} login password ${pg.escapeLiteral(password)}`);
    }
    if (isDisposable) await admin.query('alter role marigold_owner createdb');
    const found = await admin.query(`select from pg_database where datname = 'marigold'`);
    if (found.rowCount === 0) await admin.query('create database marigold owner marigold_owner');
  } finally {
    await admin.end();
  }
}

function openLog(path: string): { path: string; descriptor: number } {
  const isLarge = fs.existsSync(path) && fs.statSync(path).size > logBytesMax;
  return { path, descriptor: fs.openSync(path, isLarge ? 'w' : 'a', 0o600) };
}

function tail(path: string): string {
  return fs.readFileSync(path, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
}

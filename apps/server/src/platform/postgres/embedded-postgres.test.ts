import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { postgresProcessesIn, processIdentity } from '../process/process-identity.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const module = join(import.meta.dirname, 'embedded-postgres.ts');
const cache = join(import.meta.dirname, '../../../../../.cache');

/** The shells that hold a server's leash: they stand in its data directory and are no PostgreSQL processes. */
function watchersOf(cluster: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return (
        readlinkSync(`/proc/${pid}/cwd`) === cluster &&
        readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'sh'
      );
    } catch {
      return false;
    }
  });
}

async function answerOf(server: EmbeddedPostgres): Promise<unknown> {
  const app = new pg.Client({ connectionString: server.appUrl });
  await app.connect();
  const answer = await app.query('select current_user as me, current_database() as here');
  await app.end();
  return answer.rows[0];
}

const asApp = { me: 'marigold_app', here: 'marigold' };

describe('the embedded database', () => {
  let directory: string;
  beforeAll(() => {
    mkdirSync(cache, { recursive: true });
    directory = mkdtempSync(join(cache, 'embedded-'));
  });
  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  /** A program of its own that starts the database, prints the postmaster's pid and stays. */
  async function launch(): Promise<{ program: ChildProcess; pid: number }> {
    const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
      const server = await startEmbeddedPostgres({ directory: ${JSON.stringify(directory)}, isDisposable: true });
      console.log(server.pid); setInterval(() => {}, 1000);`;
    const program = spawn(process.execPath, ['--input-type=module', '-e', script], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = (await once(program.stdout, 'data')) as [Buffer];
    return { program, pid: Number(String(printed)) };
  }

  it('is durable, has checksums, sorts by code point and listens on loopback only', async () => {
    const server = await startEmbeddedPostgres({ directory, isDisposable: true });
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    const settings = await owner.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in
       ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses',
        'password_encryption', 'TimeZone')`,
    );
    expect(Object.fromEntries(settings.rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      listen_addresses: '127.0.0.1',
      password_encryption: 'scram-sha-256',
      TimeZone: 'UTC',
    });
    const locale = await owner.query(
      `select datlocprovider, datlocale from pg_database where datname = 'marigold'`,
    );
    expect(locale.rows).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }]);
    await owner.end();
    // The fifth line of the lock file is the folder of the unix socket.
    expect(readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[4]).toBe('');
    await server.stop();
    await server.stop();
    expect(postgresProcessesIn(join(directory, 'cluster'))).toEqual([]);
  });

  it('lets nobody in without the password, which only we can read', async () => {
    const server = await startEmbeddedPostgres({ directory, isDisposable: true });
    for (const user of ['marigold_admin', 'marigold_owner', 'marigold_app']) {
      const stranger = new URL(server.appUrl);
      stranger.username = user;
      stranger.password = 'guess';
      const client = new pg.Client({ connectionString: stranger.href });
      await expect(client.connect(), user).rejects.toThrow('password authentication failed');
    }
    expect(statSync(join(directory, 'passwords.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(directory, 'cluster', 'pg_hba.conf'), 'utf8')).not.toMatch(/^[^#]*\btrust\b/m);
    await server.stop();
  });

  it('ends when its program is killed without warning', async () => {
    const { program, pid } = await launch();
    program.kill('SIGKILL');
    await expect.poll(() => postgresProcessesIn(join(directory, 'cluster')), { timeout: 10_000 }).toEqual([]);
    expect(processIdentity(pid)).toBeUndefined();
  });

  it('ends an orphan whose watcher was killed too, and keeps what was committed', async () => {
    const { program, pid } = await launch();
    // The watcher and the program share nothing but the leash; stopping all of them first makes the kill simultaneous.
    for (const one of [...watchersOf(join(directory, 'cluster')), program.pid ?? 0])
      process.kill(one, 'SIGKILL');
    await once(program, 'exit');
    expect(processIdentity(pid)).toBeDefined();
    const server = await startEmbeddedPostgres({ directory, isDisposable: true });
    expect(processIdentity(pid)).toBeUndefined();
    expect(await answerOf(server)).toEqual(asApp);
    await server.stop();
  });

  it('starts after everything was killed at once', async () => {
    const { program, pid } = await launch();
    for (const one of [...watchersOf(join(directory, 'cluster')), pid, program.pid ?? 0])
      process.kill(one, 'SIGKILL');
    await once(program, 'exit');
    const server = await startEmbeddedPostgres({ directory, isDisposable: true });
    expect(await answerOf(server)).toEqual(asApp);
    await server.stop();
  });

  it('starts when the pid in the lock file belongs to somebody else now', async () => {
    const cluster = join(directory, 'cluster');
    // Somebody else of the server's own user: of all others PostgreSQL itself knows that they are not it.
    const { uid, gid } = statSync(cluster);
    const somebody = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    writeFileSync(join(cluster, 'postmaster.pid'), `${somebody.pid}\n${cluster}\n1\n5432\n`);
    const server = await startEmbeddedPostgres({ directory, isDisposable: true });
    expect(await answerOf(server)).toEqual(asApp);
    await server.stop();
    expect(somebody.exitCode ?? somebody.signalCode).toBeNull();
    somebody.kill();
  });

  it('makes the library links again where install scripts are blocked', async () => {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    const link = join(dirname(entry), '../native/lib/libpgtypes.so.3');
    const target = readFileSync(join(dirname(entry), '../native/pg-symlinks.json'), 'utf8');
    expect(target).toContain('libpgtypes.so.3');
    unlinkSync(link);
    const server = await startEmbeddedPostgres({ directory, isDisposable: true });
    expect(await answerOf(server)).toEqual(asApp);
    await server.stop();
    expect(() => symlinkSync('again', link)).toThrow('EEXIST');
  });

  it('tells when it ended by itself', async () => {
    let output = '';
    const server = await startEmbeddedPostgres({
      directory,
      isDisposable: true,
      onUnexpectedExit: (reason) => (output = reason),
    });
    process.kill(server.pid, 'SIGQUIT');
    await expect.poll(() => output, { timeout: 10_000 }).toMatch(/^the database server ended with/);
    await server.stop();
  });
});

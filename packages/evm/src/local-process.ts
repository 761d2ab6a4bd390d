/**
 * The process of a local chain: found in its npm package, bound to our life by a leash, and told apart from a stranger
 * with the same pid when we come back after a crash.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const endTimeoutMs = 5000;
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** No local chain for this machine: what needs one is left out, everything else works. */
export class NoLocalChain extends Error {
  override readonly name = 'NoLocalChain';
}

/** The program that npm brought for this machine. Throws NoLocalChain. */
export function localChainProgram(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@foundry-rs/anvil-${platform}-${architectures[arch] ?? arch}`;
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/anvil`);
  } catch {
    throw new NoLocalChain(`There is no local chain for ${platform} ${arch} (${name} is not installed).`);
  }
}

/**
 * The shell becomes the program (same pid). Before that it leaves a watcher on descriptor 3: a line means the program has
 * ended, the end of the pipe means that we have, however that came, and then nobody needs the program any more.
 */
const leashScript = `
( ( read -r word <&3 || kill -KILL $$ ) >/dev/null 2>&1 & )
exec 3<&-
exec "$@"
`;

/** Starts the program and notes its pid in the folder. */
export function spawnLeashed(program: string, args: readonly string[], folder: string): ChildProcess {
  const child = spawn('/bin/sh', ['-c', leashScript, 'marigold', program, ...args], {
    cwd: folder,
    env: { HOME: folder, PATH: process.env['PATH'] },
    // A session of its own: the interrupt of a terminal reaches us first, and we save before it ends.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const leash = child.stdio[3] as (Writable & { unref?: () => void }) | null | undefined;
  leash?.on('error', () => undefined);
  child.once('exit', () => leash?.end('ended\n'));
  child.once('error', () => leash?.end('ended\n'));
  // It does not keep our program alive when everything else has ended: then the leash ends it.
  child.unref();
  leash?.unref?.();
  if (child.pid !== undefined) writeFileSync(join(folder, 'pid'), `${child.pid}\n`);
  return child;
}

/** Ends what a crashed program left running on this folder, where even its leash was lost. */
export async function endOrphan(folder: string): Promise<void> {
  const file = join(folder, 'pid');
  const pid = readPid(file);
  const deadline = Date.now() + endTimeoutMs;
  while (pid !== undefined && worksIn(pid, folder)) {
    if (Date.now() > deadline) throw new Error(`The local chain of ${folder}, process ${pid}, does not end.`);
    process.kill(pid, 'SIGKILL');
    await sleep(20);
  }
  rmSync(file, { force: true });
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Only a local chain names this folder on its command line; any other process with the pid is left in peace. */
function worksIn(pid: number, folder: string): boolean {
  const command = commandOf(pid);
  return command.includes('anvil') && command.includes(folder);
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

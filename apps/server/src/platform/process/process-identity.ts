/**
 * Which process a stored pid really means. A pid alone is not enough: after a kill or a reboot the same number
 * belongs to somebody else, so a pid is always kept together with the moment its process started.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Whether any process has this pid now, ours or not. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * A text that differs for two processes which had the same pid: boot and start tick on Linux, start time elsewhere.
 * Undefined when no such process runs.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform !== 'linux') return psColumn(pid, 'lstart=');
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold spaces; state is the 3rd field, start the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${boot}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** The pids of all PostgreSQL processes that work inside this data directory (its real path). */
export function postgresProcessesIn(dataDirectory: string): number[] {
  if (process.platform === 'linux') return linuxProcessesIn(dataDirectory);
  const rows = spawnSync('ps', ['-A', '-o', 'pid=,command='], { encoding: 'utf8' }).stdout.split('\n');
  return rows
    .filter((row) => row.includes('postgres') && row.includes(`-D ${dataDirectory} `))
    .map((row) => Number.parseInt(row, 10));
}

function linuxProcessesIn(dataDirectory: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      // Every PostgreSQL process changes into its data directory at start.
      const isInside = readlinkSync(`/proc/${pid}/cwd`) === dataDirectory;
      return isInside && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
    } catch {
      return false;
    }
  });
}

function psColumn(pid: number, column: string): string | undefined {
  const text = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return text === '' ? undefined : text;
}

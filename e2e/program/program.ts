/** Starts and ends the whole program as a person does, in this folder or in a copy, and looks at what it leaves behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { bearWitness, keepText } from '../window/evidence.ts';

export const repository = join(import.meta.dirname, '../..');
const readyTimeoutMs = 180_000;

export interface ProgramOptions {
  /** Where the repository is; this one by default. */
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
  /** A file that everything it says is added to, for other processes. */
  readonly log?: string;
}

export interface Program {
  /** The address from the line "Marigold is ready". */
  readonly url: string;
  /** From the command to that line and a healthy answer. */
  readonly secondsToReady: number;
  /** npm itself. */
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Asks npm to end, as Ctrl-C or a service manager does; answers the exit code. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number>;
  /** Kills npm, the launcher and the program at the same moment, leaving them no word. */
  readonly killAll: () => Promise<void>;
}

/** Thrown when the program ended instead of becoming ready. */
export class ProgramEnded extends Error {
  readonly code: number;
  readonly output: string;
  constructor(code: number, output: string) {
    super(`The program ended with ${code}:\n${output}`);
    this.code = code;
    this.output = output;
  }
}

/** `npm start` until it is ready. Throws ProgramEnded when it ends before. */
export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const startedAt = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: options.directory ?? repository,
    env: { ...outerEnvironment(), ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  });
  let output = '';
  let isOver = false;
  // What it said is kept of a test that failed, also where it ended meanwhile.
  const leave = bearWitness({
    forget: async () => void (isOver && leave()),
    keep: async (folder) => keepText(folder, `program-${npm.pid}.log`, output),
  });
  const ended = new Promise<number>((resolve) =>
    npm.once('close', (code, signal) => {
      isOver = true;
      resolve(code ?? (signal === null ? 1 : 128));
    }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`Not ready in time:\n${output}`));
      // Nobody else knows of it, and the next try would find its data taken.
      npm.kill();
    }, readyTimeoutMs);
    const listen = (chunk: Buffer): void => {
      output += String(chunk);
      if (options.log !== undefined) appendFileSync(options.log, chunk);
      const ready = /Marigold is ready: (\S+)/.exec(output)?.[1];
      if (ready === undefined) return;
      clearTimeout(late);
      resolve(ready);
    };
    npm.stdout.on('data', listen);
    npm.stderr.on('data', listen);
    npm.once('error', reject);
    void ended.then((code) => reject(new ProgramEnded(code, output))).finally(() => clearTimeout(late));
  });
  const health = await fetch(`${url}/health`);
  if (!health.ok) throw new Error(`Ready, but /health answers ${health.status}: ${await health.text()}`);
  return {
    url,
    secondsToReady: (performance.now() - startedAt) / 1000,
    process: npm,
    output: () => output,
    async end(signal = 'SIGTERM') {
      npm.kill(signal);
      return await ended;
    },
    async killAll() {
      if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
      await ended;
    },
  };
}

/** What npm, Vitest and a person's own settings of this program would add to the environment of a new terminal. */
const notOfATerminal =
  /^(npm_.*|VITEST.*|VITE_.*|TEST|NODE_ENV|NODE_CHANNEL.*|INIT_CWD|MODE|DEV|PROD|SSR|BASE_URL|DEMO|ROLES|PORT|HOST|DATA_DIR|DATABASE_.*)$/;

/** The environment of a new terminal on this machine. */
export function outerEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !notOfATerminal.test(name));
  // Where packages come from and are kept is a setting of the machine, however it was given to us.
  const settings = ['npm_config_cache', 'npm_config_registry'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), ...Object.fromEntries(settings) };
}

/** A copy of this repository's files, as a clone would have them: nothing installed, built or stored. */
export function copySources(): string {
  const target = mkdtempSync(join(tmpdir(), 'marigold-copy-'));
  const made = new Set(['node_modules', '.git', '.data', '.cache', 'dist', 'generated', 'test-results']);
  cpSync(repository, target, { recursive: true, filter: (path) => !made.has(basename(path)) });
  return target;
}

/** Ports below those that systems give to whoever asks for any: nobody takes one while its program starts anew. */
const ports = { first: 20_000, count: 12_000 };

/** A port that nobody listens on, chosen by chance, so that files that run at the same time do not choose the same. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.first + randomInt(ports.count);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return await new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Kills every living process of a folder, whatever left it there. */
export function killProcessesOf(folder: string): void {
  for (const line of processesOf(folder)) kill(Number.parseInt(line, 10));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It ended by itself while we looked.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Living processes that work in a folder, name it in their command or were given it by their environment. */
export function processesOf(folder: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.flatMap((pid) => {
    try {
      const [command, environment] = ['cmdline', 'environ'].map((name) =>
        readFileSync(`/proc/${pid}/${name}`, 'utf8'),
      );
      const signs = [command, environment, `${readlinkSync(`/proc/${pid}/cwd`)}/`].join('\0');
      return signs.includes(folder) ? [`${pid} ${command?.replaceAll('\0', ' ').trim()}`] : [];
    } catch {
      // Ended while we looked, or a zombie that only waits to be counted.
      return [];
    }
  });
}

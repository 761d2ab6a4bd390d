/**
 * The real program, kept alive as a service manager does: `apps/server/src/main.ts` of a repository, demo mode, its own
 * data directory and the storm's database, one port for its whole life; whenever it ends it is started again at once.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ChaosFindings } from './findings.ts';

const readyTimeoutMs = 60_000;
const stopTimeoutMs = 30_000;
const outputBytesMax = 20_000;
const linesPrinted = 25;
const startAgainMs = 200;

export interface StormProgramOptions {
  readonly repository: string;
  readonly dataDirectory: string;
  readonly port: number;
  readonly findings: ChaosFindings;
  /** Settings of its next life. */
  readonly settings: () => Readonly<Record<string, string>>;
  /** Whether an end that nobody asked for was the program's own doing at a crash point. */
  readonly diedAtCrashPoint: () => boolean;
}

export interface StormProgram {
  /** Sends a signal to the program itself; nothing when it is between two lives. */
  signal(signal: NodeJS.Signals): void;
  /** The next end of the program is our doing. */
  expectEnd(): void;
  isReady(): boolean;
  /** Waits until the program has printed that it is ready; false when that takes too long. */
  ready(): Promise<boolean>;
  /** How often it was started. */
  starts(): number;
  /** The last that it printed. */
  output(): string;
  /** Ends it in good order and keeps it ended. */
  stop(): Promise<void>;
}

export function keepRunning(options: StormProgramOptions): StormProgram {
  const { repository, dataDirectory, port, findings } = options;
  let child: ChildProcess | undefined;
  let isReady = false;
  let isOver = false;
  let isEndExpected = false;
  let starts = 0;
  let output = '';

  async function live(): Promise<void> {
    const settings = options.settings();
    starts += 1;
    isReady = false;
    isEndExpected = false;
    let printed = '';
    const current = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: repository,
      env: {
        ...process.env,
        DATA_DIR: dataDirectory,
        PORT: String(port),
        LOCAL_CHAIN: '0',
        LIQUIDITY: '0',
        LOG_LEVEL: 'error',
        // Everybody of a storm calls from one network; what it measures is something else.
        HUMAN_CHECK: 'none',
        ...settings,
      },
      // The channel ends the program when we are gone without a word.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = current;
    const listen = (chunk: Buffer): void => {
      printed = (printed + String(chunk)).slice(-outputBytesMax);
      output = (output + String(chunk)).slice(-outputBytesMax);
      if (printed.includes('Marigold is ready')) isReady = true;
    };
    current.stdout?.on('data', listen);
    current.stderr?.on('data', listen);
    const end = await new Promise<string>((resolve) =>
      current.once('close', (code, signal) => resolve(String(signal ?? code))),
    );
    const wasReady = isReady;
    isReady = false;
    if (isOver || isEndExpected || (end === 'SIGKILL' && options.diedAtCrashPoint())) return;
    // A start that comes to nothing is tried again: its database may have been killed just then. One that never comes back
    // is seen by whoever waits for it.
    if (!wasReady) {
      await sleep(startAgainMs);
      return;
    }
    const lastLines = printed.trim().split('\n').slice(-linesPrinted).join('\n  ');
    findings.add('availability', `ended by itself (${end}):\n  ${lastLines}`);
  }

  const lives = (async () => {
    while (!isOver) await live();
  })();

  return {
    signal(signal) {
      child?.kill(signal);
    },
    expectEnd() {
      isEndExpected = true;
    },
    isReady: () => isReady,
    async ready() {
      const deadline = Date.now() + readyTimeoutMs;
      while (!isReady && Date.now() < deadline) await sleep(10);
      return isReady;
    },
    starts: () => starts,
    output: () => output,
    async stop() {
      isOver = true;
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), stopTimeoutMs);
      await lives;
      clearTimeout(late);
    },
  };
}

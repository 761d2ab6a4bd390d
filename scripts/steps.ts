/** Runs commands side by side, two at a time, and reports them as one table. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Two cores are what the time of `npm run check` is promised for. */
const lanes = 2;

/** What the steps say is shown after they ended, perhaps in a file: no colours then. */
const plain = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };

export interface Step {
  readonly name: string;
  /** The program is always Node; a path inside the repository first. */
  readonly args: readonly string[];
}

interface Outcome {
  readonly name: string;
  readonly seconds: number;
  readonly isGood: boolean;
  readonly output: string;
}

/** Runs every step, prints what the failed ones said and a table of all; answers whether all were good. */
export async function runSteps(steps: readonly Step[]): Promise<boolean> {
  const waiting = [...steps];
  const outcomes = new Map<string, Outcome>();
  const startedAt = performance.now();
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const outcome = await runStep(step);
      outcomes.set(step.name, outcome);
      if (!outcome.isGood) console.log(`\n── ${step.name} ──\n${outcome.output.trim()}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const inOrder = steps.flatMap(({ name }) => outcomes.get(name) ?? []);
  console.log(table(inOrder, (performance.now() - startedAt) / 1000));
  return inOrder.every((outcome) => outcome.isGood);
}

async function runStep({ name, args }: Step): Promise<Outcome> {
  const startedAt = performance.now();
  let output = '';
  const child = spawn(process.execPath, args, { cwd: root, env: plain, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (): void => void child.kill('SIGTERM');
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  process.off('SIGTERM', stop);
  process.off('SIGINT', stop);
  return { name, seconds: (performance.now() - startedAt) / 1000, isGood: code === 0, output };
}

function table(outcomes: readonly Outcome[], totalSeconds: number): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length), 'together'.length);
  const row = (name: string, seconds: number, word: string): string =>
    `  ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${word}`;
  const rows = outcomes.map(({ name, seconds, isGood }) => row(name, seconds, isGood ? 'good' : 'FAILED'));
  return ['', ...rows, row('together', totalSeconds, '')].join('\n').trimEnd();
}

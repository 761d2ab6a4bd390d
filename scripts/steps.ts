/**
 * Runs steps and says what they say while they run, each line with its time and its step: a log that is cut at any moment
 * names everything that ended. A step is a program of Node; its last line may be its figures as one line of JSON.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

import { endedChildrenSeconds } from './processor.ts';

const root = join(import.meta.dirname, '..');
/** Told again of every step that runs when the run is cut. */
const lastLinesPrinted = 15;
/** Kept of one step, so that a chatty one does not fill the memory. */
const linesBuffered = 400;

/** What the steps say is read by programs and kept in files: no colours but on a terminal. */
const plain = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };

export interface Step {
  readonly name: string;
  /** The program is always Node; a path inside the repository first. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Runs in `npm test` and when it is named, not in a plain `npm run check`. */
  readonly isSlow?: true;
}

export type Figures = Readonly<Record<string, number>>;

export interface OutcomeOfStep {
  readonly name: string;
  readonly isGood: boolean;
  /** Wall time. */
  readonly seconds: number;
  /** Processor time of everything the step started and waited for; undefined where the system does not tell. */
  readonly cpuSeconds: number | undefined;
  readonly figures: Figures;
  readonly ratios: Figures;
}

interface Running {
  readonly name: string;
  readonly child: ChildProcess;
  readonly lines: string[];
}

const running = new Set<Running>();
const startedAt = performance.now();
let readSoFar = endedChildrenSeconds() ?? 0;

// A signal to a group of processes comes twice: run.mjs passes its own on. The second must not end us in mid-sentence.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => cut(signal));

let cutBy: NodeJS.Signals | undefined;

/** Whether a signal ended the run: nothing more begins. */
export function isCut(): boolean {
  return cutBy !== undefined;
}

/** Says what every running step said last, and ends them; we end with them. */
function cut(signal: NodeJS.Signals): void {
  if (cutBy !== undefined) return;
  cutBy = signal;
  for (const { name, child, lines } of running) {
    printLine(name, `CUT by ${signal}; its last lines were:`);
    for (const line of lines.slice(-lastLinesPrinted)) printLine(name, line);
    child.kill('SIGTERM');
  }
}

/** The exit code of a run: of the signal that cut it, or 1 where anything is red. */
export function exitCodeOf(isGood: boolean): number {
  if (cutBy !== undefined) return 128 + constants.signals[cutBy];
  return isGood ? 0 : 1;
}

/** One line of the log: minutes and seconds since the start, the step, the words. */
export function printLine(name: string, line: string): void {
  const seconds = Math.floor((performance.now() - startedAt) / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  console.log(`${time.padStart(6)} ${name} | ${line}`);
}

/**
 * Runs steps, `lanes` of them at a time, in their order; answers what came of each that ended. Once one is red no other one
 * begins; those that run go on to their end, because what they find saves the next run.
 */
export async function runSteps(steps: readonly Step[], lanes: number): Promise<OutcomeOfStep[]> {
  const waiting = [...steps];
  const outcomes = new Map<string, OutcomeOfStep>();
  let isRed = false;
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined && !isRed && !isCut(); step = waiting.shift()) {
      const outcome = await runStep(step);
      outcomes.set(step.name, outcome);
      isRed ||= !outcome.isGood;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return steps.flatMap(({ name }) => outcomes.get(name) ?? []);
}

async function runStep({ name, args, env = {} }: Step): Promise<OutcomeOfStep> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...plain, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const me = { name, child, lines };
  running.add(me);
  const heed = (line: string): void => {
    if (line.trim() === '') return;
    lines.push(line);
    if (lines.length > linesBuffered) lines.shift();
    if (figuresIn(line) === undefined) printLine(name, line);
  };
  const ends = [byLine(child.stdout, heed), byLine(child.stderr, heed)];
  let cpuSeconds: number | undefined;
  child.once('exit', () => (cpuSeconds = newlyEnded()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  for (const end of ends) end();
  running.delete(me);
  const seconds = (performance.now() - began) / 1000;
  const outcome = { name, isGood: code === 0, seconds, cpuSeconds, ...figuresOf(lines) };
  printLine(name, `${code === 0 ? 'good' : `RED (exit ${code ?? 'by signal'})`}, ${inSeconds(outcome)}`);
  return outcome;
}

/** What ended since the last reading. Two steps that end at the same moment count as one; it happens to nobody twice. */
function newlyEnded(): number | undefined {
  const read = endedChildrenSeconds();
  if (read === undefined) return undefined;
  const seconds = read - readSoFar;
  readSoFar = read;
  return seconds;
}

/** Calls back for each whole line; the answer gives what is left at the end. */
function byLine(stream: NodeJS.ReadableStream, heed: (line: string) => void): () => void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    parts.forEach(heed);
  });
  return () => heed(rest);
}

interface Measured {
  readonly figures: Figures;
  readonly ratios: Figures;
}

function figuresOf(lines: readonly string[]): Measured {
  return figuresIn(lines.at(-1) ?? '') ?? { figures: {}, ratios: {} };
}

/** The figures of a line of JSON; undefined for any other line. */
function figuresIn(line: string): Measured | undefined {
  if (!line.startsWith('{"name":')) return undefined;
  const { figures, ratios = {} } = JSON.parse(line) as Partial<Measured>;
  return figures === undefined ? undefined : { figures, ratios };
}

function inSeconds({ seconds, cpuSeconds }: Pick<OutcomeOfStep, 'seconds' | 'cpuSeconds'>): string {
  const processor = cpuSeconds === undefined ? '' : `, ${cpuSeconds.toFixed(1)} s of processor`;
  return `${seconds.toFixed(1)} s${processor}`;
}

/** All outcomes as lines of a table. */
export function outcomeTable(outcomes: readonly OutcomeOfStep[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length), 0);
  const rows = outcomes.map(
    (one) => `  ${one.isGood ? 'good' : 'RED '}  ${one.name.padEnd(width)}  ${inSeconds(one)}`,
  );
  return rows.join('\n');
}

/**
 * How many commands a matching engine handles in a second of the processor, side by side in one run: ours with rules, owners,
 * self-trade prevention and undo on; the textbook book in C++; the npm package nodejs-order-book. Four streams drawn from one
 * seed say which trades must come out, and every engine must make them. Each engine runs in a process of its own; rounds are
 * interleaved and medians taken. Without g++ the ratio to C++ is skipped, with the reason.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Measurement } from './main.ts';
import { writeWorkload } from './matching/stream.ts';
import { drawWorkload, type ProfileName, profileNames, workloadProfiles } from './matching/workload.ts';

const seed = 7;
const commands = 1_000_000;
const rounds = 5;
const resultBytesMax = 1 << 20;

const folder = join(import.meta.dirname, '../.cache/bench/matching');
const binary = join(folder, 'stdmap');

type Side = 'book' | 'market' | 'stdmap' | 'package';
/** `market` is our engine in words: an object for each command and outcome. */
const sidesOf: Readonly<Record<ProfileName, readonly Side[]>> = {
  normal: ['book', 'stdmap', 'market', 'package'],
  deep: ['book', 'stdmap', 'market'],
  churn: ['book', 'stdmap', 'market'],
  swing: ['book', 'stdmap', 'market'],
};

type Stream = { readonly path: string; readonly trades: number; readonly checksum: number };
type Result = Readonly<Record<string, number>>;

/** Runs everything in about three minutes. Throws when an engine makes other trades than the stream demands. */
export function run(): Promise<Measurement> {
  mkdirSync(folder, { recursive: true });
  const streams = Object.fromEntries(profileNames.map((name) => [name, prepare(name)])) as Record<
    ProfileName,
    Stream
  >;
  const problem = compile();
  if (problem !== undefined) console.log(`Skipped the book in C++: ${problem}`);
  const rates = measure(streams, problem === undefined);
  return Promise.resolve(report(rates, latencies(streams), streams, problem));
}

function prepare(name: ProfileName): Stream {
  const workload = drawWorkload(workloadProfiles[name], seed, commands);
  const path = join(folder, `${name}.bin`);
  writeWorkload(path, workload);
  return { path, trades: workload.trades, checksum: workload.checksum };
}

/** Why there is no book in C++; undefined when there is one. */
function compile(): string | undefined {
  const source = join(import.meta.dirname, 'matching/stdmap.cpp');
  try {
    execFileSync('g++', ['-O3', '-march=native', '-std=c++17', '-o', binary, source], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? 'g++ is not installed'
      : `g++ did not compile it: ${String(error)}`;
  }
}

/** Commands per second of the processor, for each stream and side, one of each round. */
type Rates = ReadonlyMap<string, number[]>;

function measure(streams: Readonly<Record<ProfileName, Stream>>, hasCpp: boolean): Rates {
  const rates = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of profileNames) {
      const sides = sidesOf[name].filter((side) => hasCpp || side !== 'stdmap');
      // Every other round runs backwards: nobody is always the one after the busiest.
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const { cpuSeconds = 0 } = runSide(side, streams[name]);
        const key = `${name} ${side}`;
        rates.set(key, [...(rates.get(key) ?? []), commands / cpuSeconds]);
      }
    }
  }
  return rates;
}

function latencies(streams: Readonly<Record<ProfileName, Stream>>): Map<ProfileName, Result> {
  return new Map(profileNames.map((name) => [name, runSide('book', streams[name], ['each'])]));
}

/** Throws when the trades were not those that the stream demands. */
function runSide(side: Side, { path, trades, checksum }: Stream, more: readonly string[] = []): Result {
  const worker = join(import.meta.dirname, 'matching/worker.ts');
  const [program, args] =
    side === 'stdmap' ? [binary, [path]] : [process.execPath, [worker, side, path, ...more]];
  const text = execFileSync(program, args, { encoding: 'utf8', maxBuffer: resultBytesMax });
  const result = JSON.parse(text) as Result;
  if (result['trades'] !== trades || result['checksum'] !== checksum)
    throw new Error(`${side} made other trades than ${path} demands: ${text}`);
  return result;
}

function report(
  rates: Rates,
  times: ReadonlyMap<ProfileName, Result>,
  streams: Readonly<Record<ProfileName, Stream>>,
  problem: string | undefined,
): Measurement {
  const rate = (name: ProfileName, side: Side) => median(rates.get(`${name} ${side}`) ?? []);
  const over = (side: Side, names: readonly ProfileName[], ours: Side = 'book') =>
    Object.fromEntries(names.map((name) => [name, round(rate(name, ours) / rate(name, side))]));
  const all = (side: Side) =>
    Object.fromEntries(profileNames.map((name) => [name, Math.round(rate(name, side))]));
  const micros = (part: string) =>
    Object.fromEntries(profileNames.map((name) => [name, times.get(name)?.[part] ?? 0]));
  for (const name of profileNames) console.log(`${name}: ${JSON.stringify(times.get(name))}`);
  return {
    name: 'matching',
    figures: {
      commandsPerCpuSecond: all('book'),
      inWordsPerCpuSecond: all('market'),
      ...(problem === undefined && { stdmapPerCpuSecond: all('stdmap') }),
      nodejsOrderBookPerCpuSecond: { normal: Math.round(rate('normal', 'package')) },
      p50Micros: micros('p50Micros'),
      p99Micros: micros('p99Micros'),
      p999Micros: micros('p999Micros'),
      trades: Object.fromEntries(profileNames.map((name) => [name, streams[name].trades])),
      commands,
      rounds,
      seed,
    },
    ratios: {
      ...(problem === undefined && {
        stdmap: over('stdmap', profileNames),
        stdmapInWords: over('stdmap', profileNames, 'market'),
      }),
      nodejsOrderBook: over('package', ['normal']),
    },
    ...(problem !== undefined && { skipped: { stdmap: problem } }),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function round(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}

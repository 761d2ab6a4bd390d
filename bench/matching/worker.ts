/**
 * Runs one engine over one stream in a process of its own: `node worker.ts <engine> <stream> [each]`, and prints one line of
 * JSON. First it runs over the stream on books that are thrown away, as a server has long been running. With `each`, every
 * command is timed by itself.
 */
import { engines, type TradeCounts } from './engines.ts';
import { readWorkload } from './stream.ts';

/** Of the processor, before the clock starts. */
const warmUpSeconds = 1.5;

const [name = '', path = '', isEach] = process.argv.slice(2);
const engine = Object.entries(engines).find(([one]) => one === name)?.[1];
if (engine === undefined) throw new Error(`No such engine: ${name}`);
const workload = readWorkload(path);
const { preload } = workload;
const end = workload.kinds.length;

/** Seconds of all threads of this process, those that compile and collect included. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function timeAll(create: (counts: TradeCounts) => (from: number, to: number) => void) {
  const counts: TradeCounts = { trades: 0, checksum: 0 };
  const run = create(counts);
  run(0, preload);
  const before = cpuSeconds();
  run(preload, end);
  return { cpuSeconds: cpuSeconds() - before, ...counts };
}

function timeEach(create: (counts: TradeCounts) => (from: number, to: number) => void) {
  const counts: TradeCounts = { trades: 0, checksum: 0 };
  const run = create(counts);
  run(0, preload);
  const spent = new Float64Array(end - preload);
  let before = performance.now();
  for (let at = preload; at < end; at += 1) {
    run(at, at + 1);
    const now = performance.now();
    spent[at - preload] = now - before;
    before = now;
  }
  spent.sort();
  const share = (part: number) => Math.round((spent[Math.floor(spent.length * part)] ?? 0) * 1e6) / 1e3;
  return { p50Micros: share(0.5), p99Micros: share(0.99), p999Micros: share(0.999), ...counts };
}

const create = (counts: TradeCounts) => engine(workload, counts);
const time = isEach === 'each' ? timeEach : timeAll;
for (const started = cpuSeconds(); cpuSeconds() - started < warmUpSeconds;) time(create);
console.log(JSON.stringify(time(create)));

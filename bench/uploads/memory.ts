/** What a program and its processes hold together, looked at again and again while it works. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const everyMs = 20;
/** Which processes there are is asked only now and then: it costs as much as a hundred looks at them. */
const looksPerList = 5;
const kiBPerMB = 1e6 / 1024;

export type MemoryWatch = {
  /** In the middle of what was seen up to now; what is seen from now on counts as the peak. */
  readonly takeTypical: () => number;
  readonly stop: () => {
    readonly peakMB: number;
    readonly processes: number;
    readonly pids: readonly number[];
  };
};

/** Watches the program that npm has started, by npm's pid. */
export function watchMemory(npm: number): MemoryWatch {
  const program = programOf(npm);
  let seen: number[] = [];
  let processes = 0;
  const pids = new Set<number>();
  let children: number[] = [];
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    if (looks % looksPerList === 1) children = childrenOf(program);
    for (const pid of children) pids.add(pid);
    processes = Math.max(processes, children.length);
    seen.push(children.reduce((sum, pid) => sum + heldMB(pid, 'RssAnon'), heldMB(program, 'VmRSS')));
  }, everyMs);
  return {
    takeTypical() {
      const sorted = seen.toSorted((left, right) => left - right);
      seen = [];
      return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    },
    stop() {
      clearInterval(timer);
      return { peakMB: Math.max(...seen), processes, pids: [...pids] };
    },
  };
}

export function isProgramRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

/** The process of main.ts itself, below npm and its launcher. */
function programOf(npm: number): number {
  let found = npm;
  for (;;) {
    const below: number | undefined = childrenOf(found).find((pid) => textOf(`/proc/${pid}/cmdline`) !== '');
    if (below === undefined || textOf(`/proc/${below}/cmdline`).includes('decode.mjs')) return found;
    found = below;
  }
}

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  // Behind the name, which may hold anything, stand the state and the parent.
  return all
    .filter((one) => / \d+/.exec(textOf(`/proc/${one}/stat`).replace(/^.*\)/, ''))?.[0] === ` ${pid}`)
    .map(Number);
}

/** All of the program; of a decoder all but what it maps from the files of the same Node. */
function heldMB(pid: number, field: 'VmRSS' | 'RssAnon'): number {
  const read = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(textOf(`/proc/${pid}/status`));
  return Number(read?.[1] ?? 0) / kiBPerMB;
}

/** Nothing for what has ended meanwhile. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * A local Ethereum chain for demo mode and tests: a real node (anvil) that we start, watch, save and stop. It mines by
 * our clock, rests while nothing is on its way, and after any crash goes on from its last block.
 */
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { demoAccountPath } from './demo-tokens.ts';
import { createMiner } from './local-miner.ts';
import { endOrphan, localChainProgram, spawnLeashed } from './local-process.ts';
import { createKeeper } from './local-state.ts';
import { createNode, type EvmNode } from './node.ts';
import { readHash, readList, readNumber, readRow } from './wire.ts';

const readyTimeoutMs = 30_000;
const stopTimeoutMs = 5000;
const startAttemptsMax = 5;
/** Ends of the process in a row, each within a minute, after which it is given up. */
const restartsMax = 5;
const steadyMs = 60_000;
/** States that can still be read and taken back to: what is not final, and a third more to show what then happens. */
const statesStored = 96;
/** So many seconds before now may the first block lie: two chains made in one second still differ. */
const genesisSpread = 10_000_000;

export interface LocalChainOptions {
  /** Where its state lives; made when missing. One running chain for each folder. */
  readonly folder: string;
  /** Time between blocks; 0: only `mine` makes them. */
  readonly blockMs: number;
  /** Epoch ms that blocks are made at; the clock of this machine without it. */
  readonly clock?: () => number;
  /** Told once when the node ended and could not be started again. */
  readonly onUnexpectedExit?: (reason: string) => void;
  /** Told in whole sentences what a person may want to know. */
  readonly onNotice?: (sentence: string) => void;
}

export interface LocalChain {
  /** The same until `stop`, also when the node had to be started again. */
  readonly url: string;
  /** Of the node's process. */
  readonly pid: () => number;
  /** Stops and starts the making of blocks. */
  readonly setMining: (isOn: boolean) => void;
  /** Frozen, the node answers nobody, as a node that hangs. */
  readonly setFrozen: (isFrozen: boolean) => void;
  /** Writes the chain to disk now, instead of within a second. */
  readonly save: () => Promise<void>;
  /** Saves and ends. May be called twice. */
  readonly stop: () => Promise<void>;
}

/** Throws NoLocalChain where npm has none for this machine. */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const program = localChainProgram();
  mkdirSync(options.folder, { recursive: true });
  const folder = realpathSync(options.folder);
  await endOrphan(folder);
  const clock = options.clock ?? Date.now;
  const launched = await launch({ program, folder, clock });
  const url = `http://127.0.0.1:${launched.port}`;
  const node = createNode(url);
  const keeper = createKeeper(node, folder, options.onNotice);
  const miner = createMiner(node, options.blockMs, clock);
  const supervisor = supervise(launched, { program, folder, clock, options, onRestart: miner.wake });
  keeper.start();
  miner.start();
  let stopped: Promise<void> | undefined;
  return {
    url,
    pid: supervisor.pid,
    setMining: miner.setMining,
    setFrozen: (isFrozen) => supervisor.signal(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    save: keeper.save,
    stop() {
      stopped ??= (async () => {
        supervisor.signal('SIGCONT');
        await miner.stop();
        await keeper.stop();
        await supervisor.stop();
        rmSync(join(folder, 'pid'), { force: true });
      })();
      return stopped;
    },
  };
}

/** Mines blocks at once; an empty pool makes empty ones. */
export async function mine(url: string, blocks = 1): Promise<void> {
  await createNode(url).request('anvil_mine', [`0x${blocks.toString(16)}`]);
}

/**
 * Takes the newest blocks off the chain and mines others in their place. Their transactions are gone as if they had
 * never been sent, or, kept, are all in the first of the new blocks. `blocks` fewer than `depth` leave a shorter chain.
 */
export async function reorg(
  url: string,
  depth: number,
  { resends = false, blocks = depth + 1 }: { readonly resends?: boolean; readonly blocks?: number } = {},
): Promise<void> {
  const node = createNode(url);
  const resent = resends ? await rawTransactions(node, depth) : [];
  if (blocks < depth) await node.request('anvil_rollback', [depth - blocks]);
  const replaced = Math.min(depth, blocks);
  if (replaced > 0) await node.request('anvil_reorg', [replaced, resent.map((raw) => [raw, 0])]);
  if (blocks > depth) await mine(url, blocks - depth);
}

async function rawTransactions(node: EvmNode, depth: number): Promise<unknown[]> {
  const head = readNumber(await node.request('eth_blockNumber'));
  const found: unknown[] = [];
  for (let height = head - depth + 1; height <= head; height += 1) {
    const block = readRow(await node.request('eth_getBlockByNumber', [`0x${height.toString(16)}`, false]));
    for (const id of readList(block['transactions']))
      found.push(await node.request('eth_getRawTransactionByHash', [readHash(id)]));
  }
  return found;
}

interface Launch {
  readonly program: string;
  readonly folder: string;
  readonly clock: () => number;
}

interface Launched {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Tries free ports until the node answers: between finding a port and using it, somebody else may take it. */
async function launch({ program, folder, clock }: Launch, samePort?: number): Promise<Launched> {
  for (let attempt = 1; ; attempt += 1) {
    const port = samePort ?? (await freePort());
    const child = spawnLeashed(program, argumentsOf(port, folder), folder);
    const node = createNode(`http://127.0.0.1:${port}`);
    if (await isReady(child, node)) {
      await setClock(node, clock());
      return { child, port };
    }
    child.kill('SIGKILL');
    if (attempt >= startAttemptsMax) throw new Error(`The local chain in ${folder} did not start.`);
    await sleep(100 * attempt);
  }
}

function argumentsOf(port: number, folder: string): string[] {
  const state = join(folder, 'state.json');
  const values: Readonly<Record<string, string>> = {
    port: String(port),
    order: 'fifo',
    accounts: '1',
    balance: '1000000000',
    timestamp: genesisTime(folder),
    // The forks after it keep a growing list of block hashes in an account: each saved block would cost more.
    hardfork: 'cancun',
    'derivation-path': demoAccountPath,
    'prune-history': String(statesStored),
    'cache-path': join(folder, 'cache'),
    ...(existsSync(state) ? { 'load-state': state } : {}),
  };
  return [
    '--silent',
    '--no-mining',
    // Otherwise a page of any site could ask this node and give it orders.
    '--no-cors',
    ...Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]),
  ];
}

/**
 * Seconds of the first block, the same at each start: a node that loads a chain also keeps the first block it made
 * itself, and does not know which of the two is the chain's when they differ.
 */
function genesisTime(folder: string): string {
  const file = join(folder, 'genesis');
  if (!existsSync(file)) {
    const seconds = Math.floor(Date.now() / 1000) - randomInt(1, genesisSpread);
    writeFileSync(file, `${seconds}\n`);
  }
  return readFileSync(file, 'utf8').trim();
}

/** The node counts its time from the first block unless it is told what time it is. */
async function setClock(node: EvmNode, now: number): Promise<void> {
  const head = readRow(await node.request('eth_getBlockByNumber', ['latest', false]));
  await node.request('evm_setTime', [Math.max(now, readNumber(head['timestamp']) * 1000)]);
}

async function isReady(child: ChildProcess, node: EvmNode): Promise<boolean> {
  let hasEnded = false;
  child.once('exit', () => (hasEnded = true));
  child.once('error', () => (hasEnded = true));
  const deadline = Date.now() + readyTimeoutMs;
  while (!hasEnded && Date.now() < deadline) {
    try {
      await node.request('eth_blockNumber');
      // The port could be somebody else's node; ours is alive a moment later.
      await sleep(5);
      return !hasEnded;
    } catch {
      await sleep(10);
    }
  }
  return false;
}

interface Supervised extends Launch {
  readonly options: LocalChainOptions;
  readonly onRestart: () => void;
}

interface Supervisor {
  readonly pid: () => number;
  /** Nothing happens where the node has ended. */
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly stop: () => Promise<void>;
}

/** Starts the node again on the same port when it ends without being asked to. */
function supervise(first: Launched, { options, onRestart, ...how }: Supervised): Supervisor {
  let current = first.child;
  let isStopping = false;
  let restarts = 0;
  let startedAt = Date.now();
  let restarting: Promise<void> = Promise.resolve();

  function watch(child: ChildProcess): void {
    child.once('exit', (code, signal) => {
      if (!isStopping) restarting = again(`the local chain ended with ${signal ?? code}`);
    });
  }
  async function again(reason: string): Promise<void> {
    restarts = Date.now() - startedAt > steadyMs ? 1 : restarts + 1;
    if (restarts > restartsMax) return options.onUnexpectedExit?.(reason);
    options.onNotice?.(`${reason}; it is started again.`);
    try {
      current = (await launch(how, first.port)).child;
      startedAt = Date.now();
      watch(current);
      onRestart();
    } catch (error) {
      options.onUnexpectedExit?.(`${reason}; ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  watch(first.child);
  return {
    pid: () => current.pid ?? 0,
    signal: (signal) => void current.kill(signal),
    async stop() {
      isStopping = true;
      await restarting;
      if (current.exitCode !== null || current.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => current.once('exit', () => resolve()));
      current.ref();
      current.kill('SIGTERM');
      const late = setTimeout(() => current.kill('SIGKILL'), stopTimeoutMs);
      await ended;
      clearTimeout(late);
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  return await new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no free port'));
        else resolve(address.port);
      });
    });
  });
}

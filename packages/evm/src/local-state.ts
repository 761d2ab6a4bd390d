/**
 * Keeps a local chain on disk. Anvil's own way rewrites the file in place each second, so a kill in between leaves half
 * of it; we write beside it and rename, only when there is something new, and the less often the larger it is.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import type { EvmNode } from './node.ts';
import { readHash, readNumber, readRaw, readRow } from './wire.ts';

const lookMs = 1000;
/** Saving takes at most one part in so many of the time. */
const restShare = 20;
/** With each earlier state goes a list of all blocks: what a longer chain held in the past would take minutes to write. */
const pastBlocksMax = 2000;
const unzip = promisify(gunzip);

export interface Keeper {
  readonly start: () => void;
  readonly save: () => Promise<void>;
  /** Saves and ends. */
  readonly stop: () => Promise<void>;
}

export function createKeeper(node: EvmNode, folder: string, onNotice?: (sentence: string) => void): Keeper {
  const file = join(folder, 'state.json');
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let savedHash: string | undefined;
  let running: Promise<void> = Promise.resolve();

  function plan(afterMs: number): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = tick();
    }, afterMs);
    timer.unref();
  }
  async function tick(): Promise<void> {
    const startedAt = performance.now();
    try {
      await save();
    } catch {
      // A node that does not answer is the supervisor's business; the next tick tries again.
    }
    plan(Math.max(lookMs, (performance.now() - startedAt) * restShare));
  }
  async function save(): Promise<void> {
    const { hash } = await readHead();
    if (hash === savedHash) return;
    await write(false);
    savedHash = hash;
  }
  async function readHead(): Promise<{ readonly hash: string; readonly height: number }> {
    const row = readRow(await node.request('eth_getBlockByNumber', ['latest', false]));
    return { hash: readHash(row['hash']), height: readNumber(row['number']) };
  }
  async function write(withPast: boolean): Promise<void> {
    const dumped = readRaw(await node.request('anvil_dumpState', [withPast]));
    writeFileSync(`${file}.new`, await unzip(dumped));
    renameSync(`${file}.new`, file);
  }
  return {
    start: () => plan(lookMs),
    async save() {
      await running;
      await save();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
      try {
        await save();
        // What was held at earlier blocks is most of a chain; once at the end it is worth its weight.
        if ((await readHead()).height <= pastBlocksMax) await write(true);
      } catch (error) {
        onNotice?.(
          `The local chain could not be saved: ${error instanceof Error ? error.message : 'unknown'}.`,
        );
      }
    },
  };
}

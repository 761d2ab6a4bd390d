/**
 * Workloads as files, for programs that are not ours: a header of four 32-bit words (commands before the clock starts, all
 * commands, trades, checksum), then five words for each command: kind + 256 * side, price, amount, number, owner.
 */
import { readFileSync, writeFileSync } from 'node:fs';

import type { Workload } from './workload.ts';

const header = 4;
const size = 5;

export function writeWorkload(path: string, workload: Workload): void {
  const { preload, kinds, sides, prices, amounts, numbers, owners, trades, checksum } = workload;
  const words = new Int32Array(header + size * kinds.length);
  words.set([preload, kinds.length, trades, checksum]);
  for (let at = 0, word = header; at < kinds.length; at += 1, word += size) {
    words[word] = (kinds[at] ?? 0) + 256 * (sides[at] ?? 0);
    words[word + 1] = prices[at] ?? 0;
    words[word + 2] = amounts[at] ?? 0;
    words[word + 3] = numbers[at] ?? 0;
    words[word + 4] = owners[at] ?? 0;
  }
  writeFileSync(path, words);
}

export function readWorkload(path: string): Workload {
  const bytes = readFileSync(path);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const [preload = 0, commands = 0, trades = 0, checksum = 0] = words;
  const column = (place: number) =>
    Int32Array.from({ length: commands }, (_, at) => words[header + at * size + place] ?? 0);
  const first = column(0);
  return {
    preload,
    kinds: Uint8Array.from(first, (word) => word & 255),
    sides: Uint8Array.from(first, (word) => word >> 8),
    prices: column(1),
    amounts: column(2),
    numbers: column(3),
    owners: column(4),
    trades,
    checksum,
  };
}

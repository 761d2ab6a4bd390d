/**
 * The process that decodes one picture. It is started in advance, its memory is bounded by the system and it ends with
 * its picture: nothing that a picture breaks in it reaches the program or another picture.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import type { PictureHead } from './head.ts';

/** What the process is told before the bytes. */
export type DecodeTask = PictureHead & {
  readonly makes: PictureHead['format'];
  /** What is made fits into these, with its own shape. */
  readonly widthMax: number;
  readonly heightMax: number;
  /** Laid on white. */
  readonly isOpaque: boolean;
};

/** What it made, or why there is nothing; `unable` is no fault of the picture: the process did not even start. */
export type DecodeOutcome = Buffer | 'broken' | 'too_large' | 'unable';

export type Decoder = {
  readonly pid: number | undefined;
  /** Gives it its picture, once. Answers when the process is gone. */
  work(task: DecodeTask, brought: Buffer): Promise<DecodeOutcome>;
  kill(): void;
  readonly ended: Promise<DecodeOutcome>;
};

const program = join(import.meta.dirname, 'decode.mjs');
/**
 * A process has 300 MB: what it may write to, which `ulimit -d` bounds for every allocator there is, and some 30 of its own
 * program and libraries, mapped from their files and shared by all.
 */
const dataKiBMax = 256 * 1024;
/** Each thread reserves its stack, which counts as well: a dozen of the usual 8 MB would be a third of the bound. */
const stackKiB = 1024;
/** Without a limit there is no decoding: the shell only becomes the program where all of them were set. No core is left. */
const boundScript = `ulimit -c 0 && ulimit -s ${stackKiB} && ulimit -d ${dataKiBMax} && exec "$@"`;
/**
 * Without a compiler nothing is writable and executable, which a hostile picture would look for; and the compiler's
 * reserve of half a gigabyte, which counts as written to, is not there to hide in.
 */
const nodeFlags = ['--jitless', '--single-threaded'];
/** More than twice what 3,200 pixels square of noise become. */
const madeBytesMax = 20_000_000;
/** How decode.mjs ends. */
const ends: Readonly<Record<number, DecodeOutcome>> = { 10: 'broken', 11: 'too_large' };
const madeCode = 0;
/** Of an allocator that was refused: it ends its process. */
const outOfMemory: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGTRAP'];

/** Starts one, which waits for its picture. It ends by itself when this process does. */
export function startDecoder(): Decoder {
  const words = ['-c', boundScript, 'marigold', process.execPath, ...nodeFlags, program];
  // An environment of its own: the program's secrets are none of a decoder's.
  const env = { UV_THREADPOOL_SIZE: '1' };
  const child = spawn('/bin/sh', words, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = outcomeOf(child);
  return {
    pid: child.pid,
    ended,
    kill: () => void child.kill('SIGKILL'),
    async work(task, brought) {
      child.stdin?.write(`${JSON.stringify({ ...task, size: brought.length })}\n`);
      child.stdin?.write(brought);
      return await ended;
    },
  };
}

async function outcomeOf(child: ChildProcess): Promise<DecodeOutcome> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Whoever ends early is not written to any longer; how it ended says why.
  child.stdin?.on('error', () => undefined);
  child.stdout?.on('error', () => undefined);
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > madeBytesMax) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  return await new Promise((resolve) => {
    // A machine without room for one more process.
    child.once('error', () => resolve('unable'));
    child.once('close', (code, signal) => {
      if (bytes === 0) resolve('unable');
      else if (code === madeCode) resolve(Buffer.concat(chunks).subarray(1));
      else resolve(outOfMemory.includes(signal) ? 'too_large' : (ends[code ?? madeCode] ?? 'broken'));
    });
  });
}

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

import type { UploadKind } from '@marigold/contract/calls/file';
import { Refusal } from '@marigold/contract/endpoint';
import sharp from 'sharp';
import { expect, it, onTestFinished, vi } from 'vitest';

import { hostilePicture, lightPictures, plainPicture } from '../../../testing/hostile-pictures.ts';
import { TransportError } from '../../platform/http/transport-error.ts';
import { createLog } from '../../platform/process/log.ts';
import { decoderTimes } from './decoders.ts';
import { readHead } from './head.ts';
import type { Pictures } from './picture.ts';
import { broughtSideMax, createPictures, megapixelsMax } from './picture.ts';

const log = createLog('silent');

/** Pictures of this test, which are stopped with it. */
function pictures(times: Partial<typeof decoderTimes> = {}): Pictures {
  const made = createPictures(log, { ...decoderTimes, ...times });
  onTestFinished(async () => await made.stop());
  return made;
}

/** What becomes of a picture, in one word. */
async function fateOf(all: Pictures, brought: Buffer, kind: UploadKind = 'avatar'): Promise<string> {
  try {
    const made = await all.make(brought, kind);
    return made instanceof Refusal ? made.code : 'made';
  } catch (error) {
    return error instanceof TransportError ? String(error.status) : String(error);
  }
}

const bytesOf = async (name: string) => await hostilePicture(name).bytes();
const slow = async () => await bytesOf('JPEG of 20,000 scans');

/** Elsewhere the system takes the bound of memory and does not keep it, and tells nothing of processes. */
const isLinux = process.platform === 'linux';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('is made of as many pixels as one may have, and of not one line more', async () => {
  const all = pictures();
  const of = async (width: number, height: number) =>
    await all.make(await plainPicture(width, height), 'avatar');
  expect(megapixelsMax).toBe(40);
  expect(await of(8000, 5000)).toMatchObject({ mediaType: 'image/webp' });
  const refused = await of(8000, 5001);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ code: 'image_too_large', facts: { max: 40 }, field: 'file' });
});

it('is refused before anything decodes it when a side is longer than 16,383', async () => {
  expect(broughtSideMax).toBe(16_383);
  const all = pictures();
  const tooLong = ['a PNG one pixel too wide', 'a PNG one pixel too high', 'a JPEG one pixel too wide'];
  for (const name of [...tooLong, 'a WebP one pixel too wide', '40,000,000 x 1, cut off']) {
    const refused = await all.make(await bytesOf(name), 'evidence');
    expect(refused, name).toMatchObject({ code: 'image_too_large', facts: { max: 40, side: 16_383 } });
  }
  // No process was ever started for them.
  expect(all.pids()).toEqual({ working: [], ready: [] });
  expect(await all.make(await plainPicture(16_383, 2), 'avatar')).toMatchObject({ mediaType: 'image/webp' });
});

it('is understood in every form that honest encoders give it', async () => {
  const all = pictures();
  const create = { width: 300, height: 200, channels: 4, background: '#ffb21a80' } as const;
  const from = () => sharp({ create });
  const forms = {
    'PNG, 16 bit': from().toColourspace('rgb16').png(),
    'PNG, interlaced': from().png({ progressive: true }),
    'PNG, palette': from().png({ palette: true }),
    'JPEG, progressive': from().jpeg({ progressive: true }),
    'JPEG, grey': from().greyscale().jpeg(),
    'JPEG, CMYK': from().toColourspace('cmyk').jpeg(),
    'JPEG, turned': from().withMetadata({ orientation: 6 }).jpeg(),
    'WebP, transparent': from().webp(),
    'WebP, lossless': from().flatten().webp({ lossless: true }),
  };
  for (const [name, form] of Object.entries(forms))
    expect([name, await fateOf(all, await form.toBuffer())]).toEqual([name, 'made']);
});

it.each(['avatar', 'identity', 'signature'] as const)(
  'is made or refused as foretold, whatever it was made to hurt, as %s',
  async (kind) => {
    const all = pictures();
    for (const { name, bytes, fate } of lightPictures) {
      const brought = await bytes();
      const isTaken = kind === 'avatar' || readHead(brought)?.format !== 'webp';
      expect([name, await fateOf(all, brought, kind)]).toEqual([name, isTaken ? fate : 'image_wrong_type']);
    }
  },
);

it.runIf(isLinux)('of a document or a signature is made within the same bound of memory', async () => {
  const all = pictures();
  // It needs the most for what is kept of it: whole lines of it are held.
  const wide = await bytesOf('as wide as one may be, 16 bit');
  expect(await fateOf(all, wide, 'identity')).toBe('made');
  expect(await fateOf(all, wide, 'signature')).toBe('made');
  const interlaced = await bytesOf('40 megapixels in 16 bit, interlaced');
  expect(await fateOf(all, interlaced, 'identity')).toBe('image_too_large');
});

it.runIf(isLinux)('has 300 MB and not more', async () => {
  const all = pictures();
  const answer = fateOf(all, await bytesOf('40 megapixels in 16 bit'));
  const [pid] = all.pids().working;
  expect(await answer).toBe('made');
  expect(pid).toBeGreaterThan(0);
  const [ready = 0] = all.pids().ready;
  const limits = await vi.waitFor(() => {
    const read = readFileSync(`/proc/${ready}/limits`, 'utf8');
    expect(readFileSync(`/proc/${ready}/cmdline`, 'utf8')).toContain('decode.mjs');
    return read;
  });
  expect(Number(/Max data size\s+(\d+)/.exec(limits)?.[1])).toBeLessThan(300_000_000);
  // Both are small files that have to be held whole: 320 MB and 240 MB.
  expect(await fateOf(all, await bytesOf('40 megapixels in 16 bit, interlaced'))).toBe('image_too_large');
  const coloured = await bytesOf('progressive JPEG of 40 megapixels in full colour');
  expect(await fateOf(all, coloured)).toBe('image_too_large');
});

it('that takes longer than it may is killed', async () => {
  const all = pictures({ decodeMs: 3_000 });
  const answer = fateOf(all, await slow());
  const [pid = 0] = all.pids().working;
  expect(isAlive(pid)).toBe(true);
  expect(await answer).toBe('image_too_large');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false));
  expect(await fateOf(all, await plainPicture(64, 64))).toBe('made');
});

it('is one of two at once, each in a process of its own', async () => {
  // Nobody gives way here, who would begin anew in another process.
  const all = pictures({ momentMs: decoderTimes.decodeMs });
  const brought = await bytesOf('40 megapixels of one bit');
  const seen = new Set<number>();
  const answers = Array.from({ length: 5 }, async () => {
    const fate = await fateOf(all, brought);
    const { working } = all.pids();
    expect(working.length).toBeLessThanOrEqual(2);
    for (const pid of working) seen.add(pid);
    return fate;
  });
  expect(all.pids().working).toHaveLength(2);
  for (const pid of all.pids().working) seen.add(pid);
  expect(await Promise.all(answers)).toEqual(['made', 'made', 'made', 'made', 'made']);
  expect(seen.size).toBe(5);
});

it('of one person does not wait for those of two others who brought what never ends', async () => {
  const all = pictures({ momentMs: 1 });
  const brought = await slow();
  const ended: string[] = [];
  const hostile = ['first', 'second'].map(async (who) => {
    const fate = await fateOf(all, brought);
    ended.push(who);
    return fate;
  });
  const small = await plainPicture(300, 300);
  for (const who of ['anna', 'boris', 'carol']) {
    expect(await fateOf(all, small)).toBe('made');
    ended.push(who);
  }
  expect(ended).toEqual(['anna', 'boris', 'carol']);
  // One of the two has kept its place meanwhile; the other one was not given up either.
  expect(all.pids().working).not.toEqual([]);
  await all.stop();
  expect(await Promise.all(hostile)).toEqual(['503', '503']);
});

it('that gave way is told to come again when its time is over, and is not called too large', async () => {
  const all = pictures({ momentMs: 1, decodeMs: 1500 });
  const brought = await slow();
  const answers = [fateOf(all, brought), fateOf(all, brought)];
  expect(await fateOf(all, await plainPicture(64, 64))).toBe('made');
  expect((await Promise.all(answers)).toSorted()).toEqual(['503', 'image_too_large']);
});

it('is told to come again when too many wait', async () => {
  const all = pictures();
  const brought = await slow();
  const answers = Array.from({ length: 23 }, async () => await fateOf(all, brought));
  expect(await Promise.race(answers)).toBe('503');
  expect(all.pids().working).toHaveLength(2);
  await all.stop();
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['503']));
});

it('leaves no process behind when all is stopped', async () => {
  const all = pictures();
  expect(await fateOf(all, await plainPicture(64, 64))).toBe('made');
  const answer = fateOf(all, await slow());
  const { working, ready } = all.pids();
  expect([working.length, ready.length]).toEqual([1, 2]);
  await all.stop();
  expect(await answer).toBe('503');
  expect([...working, ...ready].filter(isAlive)).toEqual([]);
  expect(await fateOf(all, await plainPicture(64, 64))).toBe('503');
});

it.runIf(isLinux)('leaves no process behind when the program is killed in the middle of it', async () => {
  const file = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const code = `const { createPictures } = await import(${file('./picture.ts')});
    const { hostilePicture } = await import(${file('../../../testing/hostile-pictures.ts')});
    const { createLog } = await import(${file('../../platform/process/log.ts')});
    const all = createPictures(createLog('silent'));
    void all.make(await hostilePicture('JPEG of 20,000 scans').bytes(), 'avatar');
    const { working, ready } = all.pids();
    console.log(JSON.stringify([...working, ...ready]));`;
  const program = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pids = await new Promise<number[]>((resolve) =>
    program.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString()) as number[])),
  );
  expect(pids).toHaveLength(3);
  const [working = 0] = pids;
  // It is in the middle of its work once it has used the processor for a while.
  await vi.waitFor(() => expect(processorTicks(working)).toBeGreaterThan(50), { timeout: 15_000 });
  program.kill('SIGKILL');
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 10_000 });
});

/** User time of a process, in hundredths of a second. */
function processorTicks(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[13]);
}

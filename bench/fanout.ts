/**
 * What it costs to tell 2,000 clients of a busy book: our stream against a plain loop of `ws.send`, the same market data
 * and the same bytes, with one client in twenty that does not read. What did not arrive is not counted.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/postgres/migrate.ts';
import { streamBounds } from '../apps/server/src/platform/stream/stream-bounds.ts';
import {
  clients,
  type LoadCount,
  type LoadOrder,
  pageChannels,
  type ServerLook,
  type ServerOrder,
  type ServerPort,
  type FanoutSide,
  stalled,
} from './fanout/request.ts';
import type { Measurement } from './main.ts';

const rounds = 5;
/** Of clients that hear the book alone. */
const bookRounds = 3;
const warmUpTicks = 10;
const ticks = 50;
/** Nothing comes any more when nothing came for so long. */
const settledMs = 300;
const sides = ['stream', 'plain'] as const;
/** What the news of one turn may add to the bound of one client. */
const turnBytesMost = 64 * 1024;

type Stage = {
  readonly servers: Readonly<
    Record<FanoutSide, { readonly child: ChildProcess; readonly place: ServerPort }>
  >;
  readonly load: ChildProcess;
};

type Round = {
  readonly perSecond: number;
  readonly messages: number;
  readonly bytes: number;
  readonly rssBytes: number;
  readonly bufferedBytes: number;
};

export async function run(): Promise<Measurement> {
  const parent = join(import.meta.dirname, '../.cache/bench');
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, 'fanout-'));
  /** What must end, last started first. */
  const ends: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];
  try {
    const stage = await setTheStage(directory, ends);
    const page = await measure(stage, pageChannels, rounds);
    const book = await measure(stage, pageChannels.slice(0, 1), bookRounds);
    return report(page, book);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function setTheStage(directory: string, ends: (() => unknown)[]): Promise<Stage> {
  const { ownerUrl, appUrl, destroy } = await startEmbeddedPostgres({
    directory: join(directory, 'postgres'),
  });
  ends.push(destroy);
  await migrateDatabase({ ownerUrl, appRole: 'marigold_app', mode: 'demo' });
  const startSide = async (side: FanoutSide) => {
    const env = { ...process.env, SIDE: side, DATABASE_URL: appUrl, DIRECTORY: directory };
    const child = fork(join(import.meta.dirname, 'fanout/server.ts'), { env });
    ends.push(() => child.kill());
    return { child, place: await messageOf<ServerPort>(child) };
  };
  const servers = { stream: await startSide('stream'), plain: await startSide('plain') };
  const load = fork(join(import.meta.dirname, 'fanout/load.ts'));
  ends.push(() => load.kill());
  return { servers, load };
}

type Measured = Readonly<Record<FanoutSide, readonly Round[]>>;

/** Both sides in turn, with clients that hear these channels; each brings one message a tick. */
async function measure(stage: Stage, channels: readonly string[], count: number): Promise<Measured> {
  const measured: Record<FanoutSide, Round[]> = { stream: [], plain: [] };
  for (let round = 0; round < count; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      measured[side].push(await oneRound(stage, side, channels));
  const apart = measured.stream.filter(({ bytes }, round) => bytes !== measured.plain[round]?.bytes);
  if (apart.length > 0) throw new Error('The two sides did not tell the same bytes.');
  return measured;
}

async function oneRound(
  { servers, load }: Stage,
  side: FanoutSide,
  channels: readonly string[],
): Promise<Round> {
  const { child, place } = servers[side];
  const server = async (order: ServerOrder) => await ask<ServerLook>(child, order);
  const people = async (order: LoadOrder) => await ask<LoadCount>(load, order);
  await people({ kind: 'connect', place, channels });
  await server({ kind: 'flood' });
  await server({ kind: 'ticks', count: warmUpTicks });
  await settle(people);
  await people({ kind: 'count' });
  const before = await server({ kind: 'look' });
  if (before.clients !== clients)
    throw new Error(`Only ${before.clients} of ${clients} clients are connected.`);
  await server({ kind: 'ticks', count: ticks });
  await settle(people);
  const after = await server({ kind: 'look' });
  const { messages, bytes, wrong } = await people({ kind: 'count' });
  await people({ kind: 'stop' });
  while ((await server({ kind: 'look' })).clients > 0) await pass(50);
  const expected = (clients - stalled) * ticks * channels.length;
  if (messages !== expected) wrong.push(`${messages} of ${expected} messages arrived.`);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const seconds = after.cpuSeconds - before.cpuSeconds;
  console.log(
    `${side.padEnd(6)} ${messages} messages, ${seconds.toFixed(2)} s: ${Math.round(messages / seconds)} a second, ` +
      `${(after.rssBytes / 1e6).toFixed(0)} MB, ${after.bufferedBytes} bytes wait`,
  );
  return {
    perSecond: messages / seconds,
    messages,
    bytes,
    rssBytes: after.rssBytes,
    bufferedBytes: after.bufferedBytes,
  };
}

/** Resolves when nothing more arrives. */
async function settle(people: (order: LoadOrder) => Promise<LoadCount>): Promise<void> {
  let before = -1;
  for (let { messages } = await people({ kind: 'look' }); messages !== before;) {
    before = messages;
    await pass(settledMs);
    ({ messages } = await people({ kind: 'look' }));
  }
}

async function ask<Answer>(child: ChildProcess, order: ServerOrder | LoadOrder): Promise<Answer> {
  const answer = messageOf<Answer>(child);
  child.send(order);
  return await answer;
}

/** The next message of a child; throws when it ends instead. */
async function messageOf<Message>(child: ChildProcess): Promise<Message> {
  return await new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`A process of the bench ended: ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.removeListener('exit', ended);
      resolve(message as Message);
    });
  });
}

const pass = async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms));

function report(page: Measured, book: Measured): Measurement {
  const { stream, plain } = page;
  const bufferedBytes = Math.max(...stream.map((round) => round.bufferedBytes));
  const boundBytes = stalled * (streamBounds.bufferedBytesMax + turnBytesMost);
  if (bufferedBytes === 0) throw new Error('Nobody was stalled.');
  if (bufferedBytes > boundBytes) throw new Error(`${bufferedBytes} bytes wait for ${stalled} clients.`);
  const perSecond = (side: readonly Round[]): number => median(side.map((round) => round.perSecond));
  return {
    name: 'fanout',
    figures: {
      streamPerCpuSecond: Math.round(perSecond(stream)),
      plainPerCpuSecond: Math.round(perSecond(plain)),
      messages: stream.reduce((sum, { messages }) => sum + messages, 0),
      bytesPerMessage: Math.round(median(stream.map(({ bytes, messages }) => bytes / messages))),
      clients,
      stalled,
      rssMB: megabytes(Math.max(...stream.map(({ rssBytes }) => rssBytes))),
      bufferedBytes,
      bufferedBytesMost: boundBytes,
      plainRssMB: megabytes(Math.max(...plain.map(({ rssBytes }) => rssBytes))),
      plainBufferedBytes: Math.max(...plain.map((round) => round.bufferedBytes)),
      rounds,
    },
    ratios: {
      plainLoop: rounded(perSecond(stream) / perSecond(plain)),
      plainLoopBookAlone: rounded(perSecond(book.stream) / perSecond(book.plain)),
    },
  };
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

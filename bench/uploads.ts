/**
 * What hostile pictures cost everybody else: two people at a time bring every one of them to the program, over HTTP, first
 * as evidence and then as documents of an identity, while others bring small honest ones. Looks at the memory of the program with its processes, at the slowest answer, and at how
 * much longer the honest ones take than when nobody hostile is there.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { uploadFile } from '@marigold/contract/calls/file';

import { readHead } from '../apps/server/src/modules/file/head.ts';
import { openDatabases } from '../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/postgres/migrate.ts';
import {
  type HostilePicture,
  hostilePictures,
  plainPicture,
} from '../apps/server/testing/hostile-pictures.ts';
import { startProgram } from '../e2e/program/program.ts';
import { type BenchPerson, makePeople } from './api/people.ts';
import { benchSecretKey } from './api/request.ts';
import type { Measurement } from './main.ts';
import { isProgramRunning, watchMemory } from './uploads/memory.ts';

/** What hostile pictures are brought as: the kinds that are kept largest, one as WebP, one as JPEG. */
const hostileKinds = ['evidence', 'identity'] as const;
type HostileKind = (typeof hostileKinds)[number];
/** People who bring hostile pictures at the same time. */
const hostileAtOnce = 2;
/** The contract lets a person bring so many within an hour. */
const uploadsOfOne = uploadFile.limits?.[0]?.count ?? 0;
/** Whoever is told to come again does, so often at most; nothing else is tried twice. */
const triesMost = 4;
const peopleMost = 500;
/** Honest pictures with nobody hostile there. */
const restUploads = 40;
/** An honest person comes so long after the one before has been served. */
const pauseMs = 150;
/** Honest ones that take longer are told, so that one sees beside which hostile one it was. */
const slowMs = 250;
/** Two at work and two ready for the next ones. */
const processesMost = 4;

type Kind = 'avatar' | HostileKind;
type Answer = { readonly kind: Kind; readonly fate: string; readonly status: number; readonly ms: number };

export async function run(): Promise<Measurement> {
  const parent = join(import.meta.dirname, '../.cache/bench');
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, 'uploads-'));
  /** What must end, last started first. */
  const ends: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];
  try {
    const server = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
    ends.push(server.destroy);
    const { ownerUrl, appUrl } = server;
    await migrateDatabase({ ownerUrl, appRole: 'marigold_app', mode: 'demo' });
    const databases = openDatabases(appUrl);
    ends.push(async () => await databases.close());
    const people = await makePeople(ownerUrl, databases, peopleMost);
    const env = {
      DATABASE_URL: appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      ROLES: 'api',
      PORT: '0',
      SECRET_KEY: benchSecretKey,
    };
    const program = await startProgram({
      env: { ...env, LOCAL_CHAIN: '0', LIQUIDITY: '0', DATA_DIR: join(directory, 'data') },
    });
    const end = async () => await program.end();
    ends.push(end);
    const measured = await measure(program.url, program.process.pid ?? 0, people);
    await end();
    const left = measured.pids.filter(isProgramRunning);
    if (left.length > 0) throw new Error(`Processes outlived the program: ${left.join(' ')}`);
    return measured.measurement;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function measure(url: string, npm: number, people: BenchPerson[]) {
  const bring = uploader(url, people);
  const small = await plainPicture(300, 300);
  const honest = async () => await bring.one('an honest picture', small, 'avatar');
  // The first one starts what the others find started.
  for (let count = 0; count < 5; count += 1) expectFate('an honest picture', 'made', await honest());

  const memory = watchMemory(npm);
  const rest = await inARow(honest, (done) => done < restUploads);
  const restMB = memory.takeTypical();
  const hostile = await makeAll();
  let areAllDone = false;
  const attack = async (): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (const kind of hostileKinds) answers.push(...(await attackAs(kind, hostile, bring)));
    return answers;
  };
  const [attacked, meanwhile] = await Promise.all([
    attack().finally(() => (areAllDone = true)),
    inARow(honest, () => !areAllDone),
  ]);
  const { peakMB, processes, pids } = memory.stop();
  if (processes > processesMost) throw new Error(`${processes} processes at once`);

  const all = [...rest, ...meanwhile, ...attacked];
  const times = rest.map(({ ms }) => ms).toSorted((left, right) => left - right);
  const restMs = times[Math.floor(times.length / 2)] ?? Number.NaN;
  const figures = {
    hostilePictures: hostile.length,
    answers: attacked.length,
    answers500: all.filter(({ status }) => status === 500).length,
    toldToComeAgain: attacked.filter(({ status }) => status === 503).length,
    restMB: Math.round(restMB),
    peakMB: Math.round(peakMB - restMB),
    slowestMs: slowestOf(attacked),
    evidenceSlowestMs: slowestOf(attacked.filter(({ kind }) => kind === 'evidence')),
    identitySlowestMs: slowestOf(attacked.filter(({ kind }) => kind === 'identity')),
    honestPictures: meanwhile.length,
    honestRestMs: Math.round(restMs),
    othersDelayedMs: Math.round(Math.max(...meanwhile.map(({ ms }) => ms)) - restMs),
  };
  return { measurement: { name: 'uploads', figures, ratios: {} } satisfies Measurement, pids };
}

function slowestOf(answers: readonly Answer[]): number {
  return Math.round(Math.max(...answers.map(({ ms }) => ms)));
}

type Hostile = Omit<HostilePicture, 'bytes'> & { readonly bytes: Buffer };

async function makeAll(): Promise<Hostile[]> {
  const made: Hostile[] = [];
  for (const { bytes, ...rest } of hostilePictures) made.push({ ...rest, bytes: await bytes() });
  return made;
}

type Uploader = ReturnType<typeof uploader>;

/** Brings pictures, each person as many as one may within an hour. */
function uploader(url: string, people: BenchPerson[]) {
  let person = people.pop();
  let left = uploadsOfOne;
  return {
    /** For somebody of one's own: nobody may bring two pictures at a time. */
    another: () => uploader(url, people),
    async one(name: string, picture: Buffer, kind: Kind): Promise<Answer> {
      if (left === 0) {
        person = people.pop();
        left = uploadsOfOne;
      }
      if (person === undefined) throw new Error('Broken: too few people for this bench');
      left -= 1;
      const body = new FormData();
      body.set('file', new Blob([Uint8Array.from(picture)]), 'picture');
      body.set('name', name);
      body.set('kind', kind);
      const headers = { authorization: `Bearer ${person.token}`, cookie: `marigold=${person.half}` };
      const startedAt = performance.now();
      const answer = await fetch(`${url}/api/file/upload`, { method: 'POST', body, headers });
      const { data } = (await answer.json()) as { data: { code: number; data: { refusal?: string } } };
      const ms = performance.now() - startedAt;
      const fate = data.code === 200 ? 'made' : (data.data.refusal ?? String(data.code));
      return { kind, fate, status: answer.status, ms };
    },
  };
}

async function inARow(upload: () => Promise<Answer>, goesOn: (done: number) => boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (goesOn(answers.length)) {
    const answer = await upload();
    expectFate('an honest picture', 'made', answer);
    answers.push(answer);
    if (answer.ms > slowMs) console.log(`an honest picture: ${Math.round(answer.ms)} ms`);
    await wait(pauseMs);
  }
  return answers;
}

/** Several at once, each of whom brings all of them. */
async function attackAs(kind: HostileKind, hostile: readonly Hostile[], bring: Uploader): Promise<Answer[]> {
  const attacks = Array.from({ length: hostileAtOnce }, async () => await attackWith(kind, hostile, bring));
  return (await Promise.all(attacks)).flat();
}

/** One person after the other brings all of them; whoever is told to come again does so. */
async function attackWith(
  kind: HostileKind,
  hostile: readonly Hostile[],
  { another }: Uploader,
): Promise<Answer[]> {
  const bring = another();
  const answers: Answer[] = [];
  for (const { name, fate, isEndless, bytes } of hostile) {
    for (let tries = 1; ; tries += 1) {
      const answer = await bring.one(name, bytes, kind);
      answers.push(answer);
      console.log(`${name} as ${kind}: ${answer.fate}, ${Math.round(answer.ms)} ms`);
      if (answer.status !== 503) expectFate(name, fateAs(kind, { bytes, fate }), answer);
      if (answer.status !== 503 || isEndless === true) break;
      if (tries === triesMost) throw new Error(`${name} is told to come again for ever`);
    }
  }
  return answers;
}

/** Of a document whoever issues cards takes JPEG and PNG alone, and so does the program; of that its head is enough. */
function fateAs(kind: HostileKind, { bytes, fate }: Pick<Hostile, 'bytes' | 'fate'>): string {
  const isTaken = kind !== 'identity' || readHead(bytes)?.format !== 'webp';
  return isTaken ? fate : 'image_wrong_type';
}

function expectFate(name: string, fate: string, answer: Answer): void {
  if (answer.fate !== fate) throw new Error(`${name} was to be ${fate} and is ${answer.fate}`);
}

/** Orders over HTTP against node:http alone, by processor time of the server process; sides take turns. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

import type { Databases } from '../../apps/server/src/platform/database/database.ts';
import { createSessionHalves } from '../../apps/server/src/platform/http/session-half.ts';
import { allowTrading, openSession } from '../../apps/server/src/platform/http/session.ts';
import { startProgram } from '../../e2e/program/program.ts';
import { benchSecretKey } from '../api/request.ts';
import type { BenchSession, HttpOutcome, HttpSetup, HttpSide, HttpTask } from './load.ts';

export interface HttpStage {
  readonly urls: Readonly<Record<HttpSide, string>>;
  readonly load: ChildProcess;
}

export interface HttpRound {
  readonly perCpuSecond: number;
  readonly outcome: HttpOutcome;
}

export const httpSides: readonly HttpSide[] = ['entry', 'raw', 'bytes'];
/** Sessions that are opened side by side. */
const atOnce = 10;

export async function setHttpStage(
  environment: Readonly<Record<string, string>>,
  setup: HttpSetup,
  ends: (() => unknown)[],
): Promise<HttpStage> {
  const program = await startProgram({
    env: { ...environment, PORT: '0', LOCAL_CHAIN: '0', SECRET_KEY: benchSecretKey },
  });
  ends.push(async () => await program.end());
  const anchor = async (file: string): Promise<string> => {
    const server = fork(join(import.meta.dirname, file));
    ends.push(() => server.kill());
    return (await messageOf<{ url: string }>(server)).url;
  };
  const load = fork(join(import.meta.dirname, 'load.ts'));
  ends.push(() => load.kill());
  load.send(setup);
  await messageOf(load);
  const urls = { entry: program.url, raw: await anchor('raw.ts'), bytes: await anchor('../api/raw.ts') };
  return { urls, load };
}

const halves = createSessionHalves(benchSecretKey);

export async function openSessions(databases: Databases, people: readonly string[]): Promise<BenchSession[]> {
  const sessions: BenchSession[] = [];
  for (let start = 0; start < people.length; start += atOnce) {
    const some = people.slice(start, start + atOnce).map(async (userId, place) => {
      const device = { id: `bench-device-${start + place}`, name: 'bench' };
      const session = { userId, device, remember: true, now: Date.now() };
      return await databases.main.transaction().execute(async (db) => {
        const { token, half, sessionId } = await openSession(db, halves, session);
        await allowTrading(db, sessionId, session.now);
        return { token, half };
      });
    });
    sessions.push(...(await Promise.all(some)));
  }
  return sessions;
}

export async function httpRound(
  { urls, load }: HttpStage,
  side: HttpSide,
  forMs: number,
): Promise<HttpRound> {
  const url = urls[side];
  const before = await cpuSeconds(side, url);
  load.send({ side, url, forMs } satisfies HttpTask);
  const outcome = await messageOf<HttpOutcome>(load);
  const seconds = (await cpuSeconds(side, url)) - before;
  if (outcome.wrong.length > 0) throw new Error(outcome.wrong.join('\n'));
  const perCpuSecond = outcome.placed / seconds;
  console.log(
    `${side.padEnd(5)} ${outcome.placed} answers, ${seconds.toFixed(2)} s of the server: ` +
      `${Math.round(perCpuSecond)} a second, ${(1e6 / perCpuSecond).toFixed(1)} µs each`,
  );
  return { perCpuSecond, outcome };
}

/** Processor seconds of a server process since its start, garbage collection included. */
async function cpuSeconds(side: HttpSide, url: string): Promise<number> {
  if (side !== 'entry') {
    const { user, system } = (await (await fetch(`${url}/cpu`)).json()) as NodeJS.CpuUsage;
    return (user + system) / 1e6;
  }
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1];
  if (seconds === undefined) throw new Error('The program does not tell its processor time.');
  return Number(seconds);
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

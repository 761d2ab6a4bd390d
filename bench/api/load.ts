/**
 * The people of the bench `api` in a process of their own: 256 kept-alive connections that ask without a pause, and the
 * writer that changes balances meanwhile. Both live in one thread, so what is known to be committed when a request
 * leaves is exact, and every answer is held against it.
 */
import { connect, type Socket } from 'node:net';

import { post } from '@marigold/ledger/journal';
import pg from 'pg';

import { preparing } from '../../packages/ledger/testing/preparing.ts';
import { type BenchPerson, changing } from './people.ts';
import {
  connections,
  type LoadOutcome,
  loadRequest,
  type Setup,
  type ServerSide,
  type LoadTask,
} from './request.ts';

const postsPerSecond = 200;
const wrongMax = 5;

type Watched = BenchPerson & {
  /** Changes that were asked for, and those known to be committed. */
  reads: number;
  committed: number;
};

type Row = { readonly currency: string; readonly available: string };

let people: Watched[] = [];
/** People whose balance changed a moment ago: asked about before anybody else. */
const justChanged: Watched[] = [];
let turn = 0;

process.on('message', (message: Setup | LoadTask) => {
  void ('people' in message ? setUp(message) : runTask(message)).then((outcome) => process.send?.(outcome));
});
process.once('disconnect', () => process.exit(0));

let writer: pg.Client | undefined;
let source = 0n;

async function setUp(setup: Setup): Promise<object> {
  people = setup.people.map((person) => ({ ...person, reads: 0, committed: 0 }));
  source = BigInt(setup.source);
  writer = new pg.Client({ connectionString: setup.databaseUrl });
  await writer.connect();
  return {};
}

async function runTask({ side, url, forMs }: LoadTask): Promise<LoadOutcome> {
  const bodies = new Map(people.map((person) => [person, loadRequest(side, url, person)]));
  const run = { side, bodies, until: performance.now() + forMs, answers: 0, posts: 0, sharp: 0, wrong: [] };
  await Promise.all([
    changeBalances(run),
    ...Array.from({ length: connections }, async () => await ask(run, url)),
  ]);
  const { answers, posts, sharp, wrong } = run;
  return { answers, posts, sharp, wrong };
}

type Run = {
  readonly side: ServerSide;
  readonly bodies: ReadonlyMap<Watched, Buffer>;
  readonly until: number;
  answers: number;
  posts: number;
  sharp: number;
  wrong: string[];
};

/** One change after the other, about 200 a second, each one unit: a balance says how many of them it has seen. */
async function changeBalances(run: Run): Promise<void> {
  if (writer === undefined) throw new Error('Broken: a load without a writer');
  const ledger = preparing(writer);
  const startedAt = performance.now();
  while (performance.now() < run.until) {
    const person = people[Math.floor(Math.random() * people.length)];
    if (person === undefined) throw new Error('Broken: a load without people');
    person.reads += 1;
    await post(ledger, {
      scope: 'bench',
      key: `change-${person.name}-${person.reads}`,
      kind: 'demo',
      reference: null,
      postings: [{ from: source, to: BigInt(person.account), assetId: changing.ledgerId, units: 1n }],
    });
    person.committed += 1;
    justChanged.push(person);
    run.posts += 1;
    const dueAt = startedAt + (run.posts * 1000) / postsPerSecond;
    const early = dueAt - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  }
}

/** One connection: asks, reads the answer, checks it, asks again. */
async function ask(run: Run, url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let due: { person: Watched; committed: number } | undefined;
  const next = (): void => {
    const changed = justChanged.pop();
    if (changed !== undefined) run.sharp += 1;
    const person = changed ?? people[(turn += 1) % people.length];
    const body = person === undefined ? undefined : run.bodies.get(person);
    if (person === undefined || body === undefined) throw new Error('Broken: nobody to ask about');
    due = { person, committed: person.committed };
    socket.write(body);
  };
  await new Promise<void>((resolve, reject) => {
    readAnswers(socket, (status, body) => {
      if (due !== undefined) check(run, due, status, body);
      if (performance.now() < run.until) next();
      else resolve();
    });
    socket.once('connect', next);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed a connection.')));
  });
  socket.removeAllListeners('close');
  socket.destroy();
}

/** Reads answers with a content-length, one after the other. */
function readAnswers(socket: Socket, onAnswer: (status: number, body: string) => void): void {
  let waiting = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    const headEnd = waiting.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = waiting.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    const end = headEnd + 4 + length;
    if (waiting.length < end) return;
    const body = waiting.toString('utf8', headEnd + 4, end);
    waiting = waiting.subarray(end);
    onAnswer(Number(head.slice(9, 12)), body);
  });
}

/** An answer is right when it shows a balance no older than the last commit known when it was asked for. */
function check(run: Run, due: { person: Watched; committed: number }, status: number, body: string): void {
  run.answers += 1;
  const problem = problemOf(run, due, status, body);
  if (problem !== undefined && run.wrong.length < wrongMax) run.wrong.push(problem);
}

function problemOf(
  { side }: Run,
  { person, committed }: { person: Watched; committed: number },
  status: number,
  body: string,
): string | undefined {
  if (status !== 200) return `${side} answered ${status}: ${body.slice(0, 200)}`;
  if (side === 'raw') return undefined;
  const answer = JSON.parse(body) as { list?: Row[]; data?: { data: { list: Row[] } } };
  const list = answer.list ?? answer.data?.data.list ?? [];
  const named = unitsOf(list, 'BTC');
  if (named !== BigInt(person.name))
    return `${side} answered person ${person.name} with the money of ${named}`;
  const visibleUnits = Number(unitsOf(list, changing.code) - changing.startUnits);
  if (visibleUnits < committed)
    return `${side} showed change ${visibleUnits} after change ${committed} was committed`;
  if (visibleUnits > person.reads) return `${side} showed change ${visibleUnits} of ${person.reads}`;
  return undefined;
}

function unitsOf(list: readonly Row[], currency: string): bigint {
  const available = list.find((row) => row.currency === currency)?.available ?? '-1';
  return BigInt(available.replace('.', ''));
}

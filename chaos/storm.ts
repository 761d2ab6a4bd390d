/** One storm: a fresh program, people with money, clients and nemesis side by side, a calm end, and the proof. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../e2e/program/program.ts';
import { type Arms, createArms } from './arms.ts';
import { type Client, createClient } from './client.ts';
import { keepDatabase, letTimePass, prepareProof, type Query, type StormDatabase } from './database.ts';
import { createFindings, type ChaosFindings } from './findings.ts';
import { createNemesis, type Nemesis } from './nemesis.ts';
import { appliedAfterRefusal, judge, readBalances, readTotals } from './oracle.ts';
import { judgeOrders } from './order-oracle.ts';
import { createStormOrders, type Orders } from './orders.ts';
import { createStormPayments, type StormPayments } from './payments.ts';
import { gatherPeople } from './people.ts';
import { keepRunning, type StormProgram } from './program.ts';
import { createRandom } from './random.ts';

const peopleCount = 24;
const workers = 10;
const traders = 64;
/** Both processes key their digests alike; the first of them makes the people of the demo. */
const settings = { SECRET_KEY: 'the storm has a secret key of its own', DEMO: '1' } as const;
const watchEveryMs = 400;
const reusesAtTheEnd = 10;

export interface StormOptions {
  readonly repository: string;
  readonly seconds: number;
  readonly seed: number;
  /** The one crash point that is armed, and all the time; undefined: all of them in turn. */
  readonly crashPoint?: string;
  /** Of a planted fault the first finding says enough: the storm is over with it, and the proof says what it was. */
  readonly endsAtFirst?: boolean;
  readonly say: (sentence: string) => void;
}

export interface Storm {
  readonly figures: Readonly<Record<string, number>>;
  readonly findings: ChaosFindings;
}

/** Makes a storm of so many seconds. Throws when the calm beginning already fails. */
export async function storm({ repository, crashPoint, ...options }: StormOptions): Promise<Storm> {
  const { seed, say, endsAtFirst } = options;
  const dataDirectory = mkdtempSync(join(tmpdir(), 'marigold-chaos-'));
  // Root's database runs as another user, who must be able to reach it.
  chmodSync(dataDirectory, 0o755);
  const port = await freePort();
  const findings = createFindings();
  const arms = createArms({ dataDirectory, seed, only: crashPoint });
  const stops: (() => unknown)[] = [() => rmSync(dataDirectory, { recursive: true, force: true })];
  try {
    const database = await keepDatabase(repository, join(dataDirectory, 'postgres'));
    stops.push(async () => await database.destroy());
    const shared = { ...settings, ...database.settings };
    const start = async (name: 'program' | 'engine', at: number, roles: string): Promise<StormProgram> => {
      const program = keepRunning({
        repository,
        dataDirectory: arms.directories[name],
        port: at,
        findings,
        settings: () => ({ ...shared, ROLES: roles, ...arms.settingsOf(name) }),
        diedAtCrashPoint: () => arms.plans[name].diedAgain(),
      });
      stops.push(async () => await program.stop());
      if (!(await program.ready())) throw new Error(`The ${name} does not start:\n${program.output()}`);
      return program;
    };
    const program = await start('program', port, 'api,jobs');
    const engine = await start('engine', 0, 'engine');
    const client = createClient(port);
    stops.push(() => client.close());
    const figures = await rage({ ...options, program, engine, arms, client, database, findings });
    if (findings.total() > 0 && endsAtFirst !== true)
      say(`The program said:\n${program.output()}\nThe books said:\n${engine.output()}`);
    return { figures, findings };
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

interface Setup extends Omit<StormOptions, 'repository' | 'crashPoint'> {
  readonly program: StormProgram;
  readonly engine: StormProgram;
  readonly arms: Arms;
  readonly client: Client;
  readonly database: StormDatabase;
  readonly findings: ChaosFindings;
}

async function rage(setup: Setup): Promise<Record<string, number>> {
  const { arms, client, database, endsAtFirst, engine, findings, program, seconds, seed, say } = setup;
  const watch = startWatch(setup);
  const people = await gatherPeople(client, peopleCount);
  const opening = await inDatabase(setup, readBalances);
  watch.expectTotals((await inDatabase(setup, readTotals)).totals);
  const nemesis = createNemesis({
    program,
    engine,
    database,
    random: createRandom(seed, 'nemesis'),
    findings,
  });
  const payments = createStormPayments({
    client,
    people,
    random: createRandom(seed, 'clients'),
    findings,
    onAcknowledged: (sentAt) => nemesis.acknowledged(sentAt, 'payment'),
  });
  const trading = createStormOrders({
    client,
    people,
    random: createRandom(seed, 'traders'),
    findings,
    onAcknowledged: (sentAt) => nemesis.acknowledged(sentAt, 'order'),
  });
  say(`${people.length} people and ${workers} clients, ${seconds} s, seed ${seed}`);
  const startedAt = performance.now();
  let isOver = false;
  arms.arm();
  const working = [
    ...Array.from({ length: workers }, async () => await payments.work(() => isOver)),
    ...Array.from({ length: traders }, async () => await trading.work(() => isOver)),
  ];
  // On a slow machine it goes on until every crash point was met, for as long again at most. What is planted is met sooner.
  const isEnough = (): boolean => {
    if (endsAtFirst === true && findings.total() > 0) return true;
    const ran = (performance.now() - startedAt) / 1000;
    const { crashPoints, crashPointsHit } = arms.figures();
    return ran >= seconds && (crashPointsHit === crashPoints || endsAtFirst === true || ran >= 2 * seconds);
  };
  const raging = nemesis.rage(isEnough);
  await Promise.all([...working, raging.then(() => (isOver = true))]);
  const took = (performance.now() - startedAt) / 1000;
  arms.disarm();
  const refusedThenApplied = await calmDown(setup, { payments, trading, nemesis });
  await watch.stop();
  await inDatabase(setup, async (query) => {
    await prepareProof(query);
    await judge({ intents: payments.intents, opening, query, findings });
    await judgeOrders({ orders: trading.orders, cancels: trading.cancels, query, findings });
  });
  return {
    ...figuresOf({ payments, trading, nemesis, findings, arms, took }),
    starts: program.starts(),
    snapshots: watch.snapshots(),
    refusedThenApplied,
  };
}

/**
 * Ends everything once more without warning, so that no attempt is on its way any longer, and asks again for what was
 * refused while one was; and reuses some keys, because then nothing else can be the reason of an answer. Answers how many of those had been applied by a late attempt.
 */
async function calmDown(
  setup: Setup,
  {
    payments,
    trading,
    nemesis,
  }: { readonly payments: StormPayments; readonly trading: Orders; readonly nemesis: Nemesis },
): Promise<number> {
  nemesis.killEverything();
  await sleep(watchEveryMs);
  if (!(await setup.program.ready()) || !(await setup.engine.ready()))
    setup.findings.add('availability', 'did not come back at the end');
  const late = await inDatabase(
    setup,
    async (query) => await appliedAfterRefusal({ intents: payments.intents, query }),
  );
  const unsure = [...payments.intents.values()].filter((one) => one.billId === undefined && one.isUnanswered);
  for (const intent of unsure) await payments.pursue(intent, { isCalm: true });
  await trading.settle();
  const acknowledged = [...payments.intents.values()].filter(({ billId }) => billId !== undefined);
  for (const intent of acknowledged.slice(-reusesAtTheEnd)) await payments.reuse(intent);
  return late.length;
}

/** Looks at all balances in one snapshot again and again, and lets time pass for the limits. */
function startWatch(setup: Setup) {
  let expected: string | undefined;
  let snapshots = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await sleep(watchEveryMs);
      const seen = await inDatabase(setup, async (query) => {
        await letTimePass(query);
        return await readTotals(query);
      }).catch(() => undefined);
      if (seen === undefined) continue;
      snapshots += 1;
      for (const problem of seen.problems) setup.findings.add('balance', `in the storm: ${problem}`);
      if (expected !== undefined && seen.totals !== expected)
        setup.findings.add('balance', `in the storm people own ${seen.totals} instead of ${expected}`);
    }
  })();
  return {
    expectTotals: (totals: string) => void (expected = totals),
    snapshots: () => snapshots,
    async stop() {
      isOver = true;
      await watching;
    },
  };
}

async function inDatabase<Result>(
  { database }: Setup,
  use: (query: Query) => Promise<Result>,
): Promise<Result> {
  return await database.use('owner', use);
}

interface Outcome {
  readonly payments: StormPayments;
  readonly trading: Orders;
  readonly nemesis: Nemesis;
  readonly findings: ChaosFindings;
  readonly arms: Arms;
  readonly took: number;
}

function figuresOf({ payments, trading, nemesis, findings, arms, took }: Outcome): Record<string, number> {
  const { intents, counts } = payments;
  const paid = [...intents.values()].filter(({ billId }) => billId !== undefined).length;
  const placed = countAcknowledged([...trading.orders.values()]);
  const cancelled = countAcknowledged(trading.cancels);
  const acknowledged = paid + placed + cancelled;
  const outages = nemesis.outagesSeconds.toSorted((left, right) => left - right);
  const { program, engine, postgres, postmaster, backend, both, everything, start, pause } = nemesis.done;
  const { crashPoints, crashPointsHit, crashes } = arms.figures();
  return {
    acknowledged,
    payments: paid,
    orders: placed,
    cancels: cancelled,
    refused: intents.size + trading.orders.size + trading.cancels.length - acknowledged,
    ...counts,
    seconds: rounded(took),
    perSecond: rounded(acknowledged / took),
    kills: nemesis.kills() + crashes,
    killsProgram: program,
    killsEngine: engine,
    killsInStart: start,
    killsPostgres: postgres,
    killsPostmaster: postmaster,
    killsBackend: backend,
    killsBoth: both,
    killsEverything: everything,
    killsAtCrashPoints: crashes,
    crashPoints,
    crashPointsHit,
    pauses: pause,
    outageSecondsMedian: rounded(outages[Math.floor(outages.length / 2)] ?? 0),
    outageSecondsMax: rounded(outages.at(-1) ?? 0),
    lost: findings.count('lost'),
    doubled: findings.count('duplicated'),
    phantom: findings.count('phantom'),
    violations: findings.total(),
  };
}

function countAcknowledged(intents: readonly { readonly acknowledged?: object }[]): number {
  return intents.filter(({ acknowledged }) => acknowledged !== undefined).length;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

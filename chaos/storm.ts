/** One storm: a fresh program, people with money, clients and nemesis side by side, a calm end, and the proof. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { discardPostgresHome } from '../apps/server/src/platform/embedded-postgres-home.ts';
import { freePort } from '../e2e/program.ts';
import { type Client, createClient } from './client.ts';
import { letTimePass, withDatabase } from './database.ts';
import { createFindings, type Findings } from './findings.ts';
import { createNemesis, type Nemesis } from './nemesis.ts';
import { appliedAfterRefusal, judge, readBalances, readTotals } from './oracle.ts';
import { createPayments, type Payments } from './payments.ts';
import { gatherPeople } from './people.ts';
import { keepRunning, type Program } from './program.ts';
import { createRandom } from './random.ts';

const peopleCount = 24;
const workers = 16;
const watchEveryMs = 400;
const reusesAtTheEnd = 10;

export interface StormOptions {
  readonly repository: string;
  readonly seconds: number;
  readonly seed: number;
  readonly say: (sentence: string) => void;
}

export interface Storm {
  readonly figures: Readonly<Record<string, number>>;
  readonly findings: Findings;
}

/** Makes a storm of so many seconds. Throws when the calm beginning already fails. */
export async function storm({ repository, seconds, seed, say }: StormOptions): Promise<Storm> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'marigold-chaos-'));
  // Root's database runs as another user, who must be able to reach it.
  chmodSync(dataDirectory, 0o755);
  const port = await freePort();
  const client = createClient(port);
  const findings = createFindings();
  const program = keepRunning({ repository, dataDirectory, port, findings });
  try {
    if (!(await program.ready())) throw new Error(`The program does not start:\n${program.output()}`);
    const figures = await rage({ program, client, dataDirectory, findings, seconds, seed, say });
    return { figures, findings };
  } finally {
    client.close();
    await program.stop();
    discardPostgresHome(join(dataDirectory, 'postgres'));
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

interface Scene extends Omit<StormOptions, 'repository'> {
  readonly program: Program;
  readonly client: Client;
  readonly dataDirectory: string;
  readonly findings: Findings;
}

async function rage(scene: Scene): Promise<Record<string, number>> {
  const { client, dataDirectory, findings, program, seconds, seed, say } = scene;
  const watch = startWatch(scene);
  const people = await gatherPeople(client, peopleCount);
  const opening = await inDatabase(scene, readBalances);
  watch.expectTotals((await inDatabase(scene, readTotals)).totals);
  const nemesis = createNemesis({ program, dataDirectory, random: createRandom(seed, 'nemesis'), findings });
  const payments = createPayments({
    client,
    people,
    random: createRandom(seed, 'clients'),
    findings,
    onAcknowledged: (sentAt) => nemesis.acknowledged(sentAt),
  });
  say(`${people.length} people and ${workers} clients, ${seconds} s, seed ${seed}`);
  const startedAt = performance.now();
  let isOver = false;
  const working = Array.from({ length: workers }, async () => await payments.work(() => isOver));
  const raging = nemesis.rage(() => performance.now() - startedAt >= seconds * 1000);
  await Promise.all([...working, raging.then(() => (isOver = true))]);
  const took = (performance.now() - startedAt) / 1000;
  const refusedThenApplied = await calmDown(scene, { payments, nemesis });
  await watch.stop();
  await inDatabase(
    scene,
    async (query) => await judge({ intents: payments.intents, opening, query, findings }),
  );
  return {
    ...figuresOf(payments, nemesis, findings, took),
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
  scene: Scene,
  { payments, nemesis }: { readonly payments: Payments; readonly nemesis: Nemesis },
): Promise<number> {
  nemesis.killEverything();
  await sleep(watchEveryMs);
  if (!(await scene.program.ready())) scene.findings.add('availability', 'did not come back at the end');
  const late = await inDatabase(
    scene,
    async (query) => await appliedAfterRefusal({ intents: payments.intents, query }),
  );
  const unsure = [...payments.intents.values()].filter((one) => one.billId === undefined && one.isUnanswered);
  for (const intent of unsure) await payments.pursue(intent, { isCalm: true });
  const acknowledged = [...payments.intents.values()].filter(({ billId }) => billId !== undefined);
  for (const intent of acknowledged.slice(-reusesAtTheEnd)) await payments.reuse(intent);
  return late.length;
}

/** Looks at all balances in one snapshot again and again, and lets time pass for the limits. */
function startWatch(scene: Scene) {
  let expected: string | undefined;
  let snapshots = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await sleep(watchEveryMs);
      const seen = await inDatabase(scene, async (query) => {
        await letTimePass(query);
        return await readTotals(query);
      }).catch(() => undefined);
      if (seen === undefined) continue;
      snapshots += 1;
      for (const problem of seen.problems) scene.findings.add('balance', `in the storm: ${problem}`);
      if (expected !== undefined && seen.totals !== expected)
        scene.findings.add('balance', `in the storm people own ${seen.totals} instead of ${expected}`);
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
  { dataDirectory }: Scene,
  use: Parameters<typeof withDatabase<Result>>[2],
): Promise<Result> {
  return await withDatabase(dataDirectory, 'owner', use);
}

function figuresOf(
  { intents, tally }: Payments,
  nemesis: Nemesis,
  findings: Findings,
  took: number,
): Record<string, number> {
  const all = [...intents.values()];
  const acknowledged = all.filter(({ billId }) => billId !== undefined).length;
  const outages = nemesis.outagesSeconds.toSorted((left, right) => left - right);
  const { program, postgres, postmaster, backend, both, everything, start, pause } = nemesis.done;
  return {
    acknowledged,
    refused: all.length - acknowledged,
    ...tally,
    perSecond: rounded(acknowledged / took),
    kills: nemesis.kills(),
    killsProgram: program,
    killsInStart: start,
    killsPostgres: postgres,
    killsPostmaster: postmaster,
    killsBackend: backend,
    killsBoth: both,
    killsEverything: everything,
    pauses: pause,
    outageSecondsMedian: rounded(outages[Math.floor(outages.length / 2)] ?? 0),
    outageSecondsMax: rounded(outages.at(-1) ?? 0),
    lost: findings.count('lost'),
    duplicated: findings.count('duplicated'),
    violations: findings.total(),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

/**
 * What an announcement costs a payment. A commit that notifies takes one lock of the whole PostgreSQL server until it is
 * on disk, so such commits cannot share a write to the disk. The same transactions with the notice taken out are the
 * other side.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import pg from 'pg';

import { outboxChannel } from '../apps/server/src/platform/database/outbox.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/postgres/migrate.ts';
import { preparing } from '../packages/ledger/testing/preparing.ts';
import type { Measurement } from './main.ts';

const connections = 32;
const people = 500;
const rounds = 5;
const roundMs = 4000;
const warmUpMs = 1500;
const assetId = 1;
const startUnits = 10n ** 15n;
const sides = ['silent', 'announced'] as const;
type Side = (typeof sides)[number];

interface Person {
  readonly id: string;
  readonly account: bigint;
}

interface Stage {
  readonly owner: pg.Client;
  readonly app: readonly pg.Client[];
  readonly people: readonly Person[];
}

/** Runs the comparison in about a minute. */
export async function run(): Promise<Measurement> {
  const parent = join(import.meta.dirname, '../.cache/bench');
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, 'notify-'));
  const server = await startEmbeddedPostgres({ directory });
  try {
    await migrateDatabase({ ownerUrl: server.ownerUrl, appRole: 'marigold_app', mode: 'demo' });
    const stage = await prepare(server.ownerUrl, server.appUrl);
    const rates: Record<Side, number[]> = { silent: [], announced: [] };
    for (const side of sides) await rateOf(side, stage, warmUpMs);
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        rates[side].push(await rateOf(side, stage, roundMs));
    }
    await Promise.all([stage.owner, ...stage.app].map((client) => client.end()));
    const [silent, announced] = [median(rates.silent), median(rates.announced)];
    return {
      name: 'notify',
      figures: {
        silentPerSecond: Math.round(silent),
        announcedPerSecond: Math.round(announced),
        connections,
        rounds,
      },
      ratios: { announced: Math.round((announced / silent) * 100) / 100 },
    };
  } finally {
    await server.destroy();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function prepare(ownerUrl: string, appUrl: string): Promise<Stage> {
  const connect = async (connectionString: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client;
  };
  const owner = await connect(ownerUrl);
  // Somebody listens, as every process of the program does.
  await owner.query(`listen ${outboxChannel}`);
  const app = await Promise.all(Array.from({ length: connections }, async () => await connect(appUrl)));
  const [first] = app;
  if (first === undefined) throw new Error('Broken: a bench without connections');
  const source = await openAccount(first, { owner: null, assetId, kind: 'demo' });
  const made: Person[] = [];
  for (let count = 0; count < people; count += 1) {
    const id = randomUUID();
    made.push({ id, account: await openAccount(first, { owner: id, assetId, kind: 'available' }) });
  }
  const postings = made.map(({ account }) => ({ from: source, to: account, assetId, units: startUnits }));
  await post(first, { scope: 'bench', key: randomUUID(), kind: 'demo', reference: null, postings });
  return { owner, app, people: made };
}

/** Payments per second: one journal and the two announcements that a transfer makes, in one transaction. */
async function rateOf(side: Side, { owner, app, people: all }: Stage, forMs: number): Promise<number> {
  await owner.query(`alter table app.outbox ${side === 'silent' ? 'disable' : 'enable'} trigger outbox_tell`);
  const startedAt = performance.now();
  let done = 0;
  await Promise.all(
    app.map(async (client) => {
      while (performance.now() < startedAt + forMs) {
        await pay(client, all);
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - startedAt);
}

async function pay(client: pg.Client, all: readonly Person[]): Promise<void> {
  const place = Math.floor(Math.random() * all.length);
  const [sender, payee] = [all[place], all[(place + 1) % all.length]];
  if (sender === undefined || payee === undefined) throw new Error('Broken: nobody to pay');
  await client.query('begin');
  await post(preparing(client), {
    scope: `user:${sender.id}`,
    key: randomUUID(),
    kind: 'transfer',
    reference: null,
    postings: [{ from: sender.account, to: payee.account, assetId, units: 1n }],
  });
  await client.query({
    name: 'announce',
    text: `insert into app.outbox (user_id, event, data) values ($1, 'balance', '{"currency":"USDT"}'),
      ($2, 'balance', '{"currency":"USDT"}')`,
    values: [sender.id, payee.id],
  });
  await client.query('commit');
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * `npm start`: one program from nothing to ready, and back. What was started is stopped in the opposite order, whatever
 * the reason to end.
 */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { uploadFile } from '@marigold/contract/calls/file';
import { contract } from '@marigold/contract/contract';
import type { FastifyInstance } from 'fastify';

import { createDiskFiles } from './adapters/files/disk.ts';
import { startDemoMailServer } from './adapters/mail/demo-server.ts';
import { createSmtpMailer } from './adapters/mail/smtp.ts';
import { createAltchaCheck } from './adapters/puzzle/altcha.ts';
import { noHumanCheck } from './adapters/puzzle/none.ts';
import { createHttpRateSources } from './adapters/rates/http.ts';
import { createDemoSms } from './adapters/sms/demo.ts';
import { createHttpSms } from './adapters/sms/http.ts';
import type { RunningChains } from './chains.ts';
import { startChains } from './chains.ts';
import type { RunningCompanies } from './companies.ts';
import { startCompanies } from './companies.ts';
import { healthOf } from './health.ts';
import type { ChainPorts } from './modules/chain/port.ts';
import type { Demo } from './modules/demo/service.ts';
import { createDemo, listDemoLogins } from './modules/demo/service.ts';
import { hookPath } from './modules/partner/port.ts';
import { createPartners, type Partners } from './modules/partner/service.ts';
import type { Databases } from './platform/database/database.ts';
import { isOutage, openDatabases } from './platform/database/database.ts';
import { pruneOnce } from './platform/database/prune.ts';
import { createHttp } from './platform/http/http.ts';
import { createLimits } from './platform/http/limits.ts';
import type { Metrics } from './platform/http/metrics.ts';
import { createMetrics } from './platform/http/metrics.ts';
import { registerPages } from './platform/http/pages.ts';
import { createFindSession } from './platform/http/session.ts';
import { jobSchedule, startJobs } from './platform/jobs/jobs.ts';
import type { StartedDatabase } from './platform/postgres/start-database.ts';
import { startDatabase } from './platform/postgres/start-database.ts';
import { createAddressOf } from './platform/process/caller-address.ts';
import type { Clock } from './platform/process/clock.ts';
import { movedClock } from './platform/process/clock.ts';
import type { Config } from './platform/process/config.ts';
import { ConfigurationError, readConfig, secretKey } from './platform/process/config.ts';
import { readCountryTable } from './platform/process/country-table.ts';
import { armCrashPoints } from './platform/process/crash-point.ts';
import { AlreadyRunning, claimInstance } from './platform/process/instance-lock.ts';
import type { Log } from './platform/process/log.ts';
import { createLog } from './platform/process/log.ts';
import { registerReference } from './platform/reference/reference.ts';
import { createStream } from './platform/stream/stream.ts';
import { pruneSteps } from './prune.ts';
import { createScreening } from './screening.ts';
import type { Server } from './server.ts';
import { createServer } from './server.ts';
import type { RunningTrading } from './trading.ts';
import { startTrading } from './trading.ts';

const walletDist = join(import.meta.dirname, '../../wallet/dist');
/** Everything stops within this time, or the process ends without it. */
const stopTimeoutMs = 15_000;
/** How often companies outside are asked about what is open there; what an event tells of is asked for at once. */
const partnersEveryMs = 1000;

/** Started by scripts/run.mjs while the pages are still being built, and told when they are there. */
const pagesAreBuilt = process.argv.includes('--pages-follow')
  ? new Promise<void>((resolve) => void process.once('message', () => resolve()))
  : Promise.resolve();

/** Things to stop, last started first. */
const started: (() => Promise<void> | void)[] = [];

type Running = { readonly address: string; readonly hasLocalChain: boolean };

async function start(config: Config): Promise<Running> {
  const lock = claimInstance(config.dataDirectory);
  started.push(lock.release);
  const database = await startDatabase(config, {
    onNotice: (sentence) => console.log(sentence),
    onUnexpectedExit: (reason) => void end(1, `The database ended by itself: ${reason}`),
  });
  started.push(database.stop);
  if (config.crashPoints !== undefined)
    armCrashPoints(config.crashPoints, join(config.dataDirectory, 'crash-points.txt'));
  const log = createLog(config.logLevel);
  const clock = movedClock(config.clockOffsetMs);
  const databases = openDatabases(database.appUrl);
  started.push(async () => await databases.close());

  const chains = await startChains({
    config,
    databases,
    database,
    clock,
    log,
    onNotice: (sentence) => console.log(sentence),
    onUnexpectedExit: (reason) => void end(1, `The local chain ended by itself: ${reason}`),
  });
  started.push(chains.stop);
  const companies = startCompanies(config, { clock, onNotice: (sentence) => console.log(sentence) });
  started.push(companies.stop);
  const trading = await startTrading({ config, db: databases.main, clock, log });
  started.push(trading.stop);
  let address = config.publicUrl;
  const outside = { databases, clock, log, chains: chains.ports, trading, companies };
  const server = await createModules(config, outside, () => {
    if (address === undefined) throw new Error('the address is not known yet');
    return address;
  });
  const partners = partnersOf(config, { databases, clock, log, server });
  const { jobs, gateway, identity, security } = server;
  await server.messages.seedContent();
  const demo = createDemo({ mode: config.mode, db: databases.main, clock });
  if (config.isDemoSeeded) await demo.seed({ identity, security });
  await trading.open(identity);
  if (config.processRoles.includes('jobs')) {
    const prune = async () => void (await pruneOnce(databases.main, pruneSteps, clock()));
    const handlers = { ...jobs, prune };
    const running = await startJobs({ ownerUrl: database.ownerUrl, handlers, cron: jobSchedule, log });
    started.push(async () => await running.stop());
    started.push(async () => await server.exports.stop());
    const rounds = partners.start();
    started.push(async () => await rounds.stop());
  }
  let isStreamLive = () => false;
  const isApi = config.processRoles.includes('api');
  const addressOf = createAddressOf(config.trustedProxies);
  const health = async () => await healthOf(databases.main, !isApi || isStreamLive());
  const metrics = createMetrics([...Object.keys(contract), uploadFile.path, hookPath]);
  const { links } = config;
  const { answered } = metrics;
  const app = await createHttp({ gateway, health, servesApi: isApi, addressOf, answered, links, log });
  started.push(async () => await app.close());
  const running = { chains, companies, trading, databases, database, server, partners, demo };
  if (isApi) isStreamLive = await serveApi(app, { ...running, config, clock, addressOf, metrics, log });
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as AddressInfo;
  address ??= `http://localhost:${port}`;
  await companies.listenAt(`http://127.0.0.1:${port}`);
  lock.announce(address);
  return { address, hasLocalChain: chains.demo !== undefined };
}

/** The rounds of companies outside, and the door for their events. */
function partnersOf(
  config: Config,
  { databases, clock, log, server }: Pick<ServedParts, 'databases' | 'clock' | 'log' | 'server'>,
): Partners {
  return createPartners({
    db: databases.main,
    clock,
    log,
    secretKey: secretKey(config),
    partners: server.partners,
    everyMs: partnersEveryMs,
  });
}

type ServedParts = {
  readonly config: Config;
  readonly clock: Clock;
  readonly chains: RunningChains;
  readonly companies: RunningCompanies;
  readonly trading: RunningTrading;
  readonly databases: Databases;
  readonly database: StartedDatabase;
  readonly server: Server;
  readonly partners: Partners;
  readonly demo: Demo;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly metrics: Metrics;
  readonly log: Log;
};

/** Everything of the role `api` beside the calls: reference, demo pages, the wallet, live updates. Answers whether these live. */
async function serveApi(app: FastifyInstance, parts: ServedParts): Promise<() => boolean> {
  const { config, clock, chains, companies, trading, databases, database, server, demo } = parts;
  const { addressOf, metrics, log } = parts;
  const { files, gateway } = server;
  await parts.partners.register(app, metrics.answered);
  registerReference(app, server);
  const { answered } = metrics;
  await files.register(app, { gateway, addressOf, answered });
  // Before the server waits for the requests that wait for a picture.
  started.push(async () => await files.stop());
  if (config.mode === 'demo') {
    const { demo: partner, demoCards: cards } = companies;
    await demo.register(app, { chain: chains.demo, partner, cards });
  }
  const stream = await createStream({
    db: databases.main,
    databaseUrl: database.appUrl,
    findSession: createFindSession(server.sessions),
    cookies: server.cookies,
    clock,
    addressOf,
    channels: trading.markets.channels,
    log,
  });
  started.push(async () => await stream.stop());
  metrics.register(app, () => stream.load());
  await pagesAreBuilt;
  await registerPages(app, { dist: walletDist, gateway });
  stream.attach(app.server);
  return () => stream.isLive();
}

/** The modules with the ways out of the program: real where settings name them, on this machine in a demo. */
async function createModules(
  config: Config,
  {
    databases,
    clock,
    log,
    chains,
    trading,
    companies,
  }: {
    readonly databases: Databases;
    readonly clock: Clock;
    readonly log: Log;
    readonly chains: ChainPorts;
    readonly trading: RunningTrading;
    readonly companies: RunningCompanies;
  },
  publicAddress: () => string,
): Promise<Server> {
  let smtpUrl = config.smtpUrl;
  if (smtpUrl === undefined) {
    const demoMail = await startDemoMailServer(databases.main, clock);
    started.push(async () => await demoMail.close());
    smtpUrl = demoMail.url;
  }
  const mailer = createSmtpMailer({
    url: smtpUrl,
    from: config.mailFrom ?? 'Marigold demo <demo@marigold.example>',
  });
  started.push(() => mailer.close());
  return createServer({
    mode: config.mode,
    databases,
    limits: createLimits(databases.pool, clock),
    clock,
    log,
    apiSecret: config.apiSecret,
    secretKey: secretKey(config),
    rateSources: createHttpRateSources(config.ratesUrls),
    fileStore: createDiskFiles({
      folder: join(config.dataDirectory, 'files'),
      secretKey: secretKey(config),
      clock,
    }),
    countryOf: config.geoFile === undefined ? undefined : readCountryTable(config.geoFile),
    isSecure: config.publicUrl?.startsWith('https:') === true,
    links: config.links,
    appOrigins: config.appOrigins,
    companies: companies.companies,
    cardCompanies: companies.cardIssuers,
    keeping: config.keeping,
    screening: createScreening(config),
    chains,
    exchange: trading.exchange,
    markets: trading.markets,
    publicAddress,
    mailer,
    smsSender:
      config.smsUrl === undefined
        ? createDemoSms(databases.main, clock)
        : createHttpSms({ url: config.smsUrl, token: config.smsToken }),
    smsDailyMax: config.smsDailyMax,
    humanCheck: config.asksForWork ? createAltchaCheck(secretKey(config)) : noHumanCheck,
  });
}

/** Says that no money here is real, and how to come in. */
function sayDemo(config: Config, address: string, hasChain: boolean): void {
  console.log('Demo mode: no money here is real, and this database never becomes a production one.');
  console.log(`Mail and SMS: ${address}/dev/inbox   Demo money: ${address}/dev/faucet`);
  if (hasChain) console.log(`Local chain: ${address}/dev/chain`);
  console.log(`Demo companies: ${address}/dev/partners`);
  if (!config.isDemoSeeded) return;
  for (const line of listDemoLogins()) console.log(`  ${line}`);
}

let isEnding = false;

/** Stops everything in the opposite order and leaves with the code; a second call changes nothing. */
async function end(code: number, reason?: string): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  if (reason !== undefined) console.error(reason);
  setTimeout(() => process.exit(code === 0 ? 1 : code), stopTimeoutMs).unref();
  for (const stop of started.toReversed()) {
    try {
      await stop();
    } catch (error) {
      console.error(`Something did not stop: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
// The job worker reports the end of a job through a promise that nobody listens to (completeJob of graphile-worker): when
// the database goes away in that moment, the outage must not become the end of the program. The worker hears of it too.
process.on('unhandledRejection', (reason) => {
  if (!isOutage(reason)) void end(1, `A defect: ${reason instanceof Error ? reason.stack : String(reason)}`);
});
// The launcher is gone without a word; nobody else would ever stop us.
process.once('disconnect', () => void end(0));

try {
  const config = readConfig(process.env);
  const { address, hasLocalChain } = await start(config);
  if (config.mode === 'demo') sayDemo(config, address, hasLocalChain);
  console.log(`Marigold is ready: ${address}`);
} catch (error) {
  const isExpected = error instanceof ConfigurationError || error instanceof AlreadyRunning;
  await end(
    1,
    isExpected
      ? error.message
      : `Marigold could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
}

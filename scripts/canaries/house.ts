/** A whole server over HTTP beside a demo company, with everything that both print gathered. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

import { contract } from '@marigold/contract/contract';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';

import { createMusepayIssuer } from '../../apps/server/src/adapters/card-issuer/musepay.ts';
import { createSumsubProvider } from '../../apps/server/src/adapters/identity-provider/sumsub.ts';
import type { IssuingKeys } from '../../apps/server/src/adapters/partner-simulator/card-company-file.ts';
import { ensureIssuingKeys } from '../../apps/server/src/adapters/partner-simulator/card-company-file.ts';
import type { IssuingCompany } from '../../apps/server/src/adapters/partner-simulator/card-company.ts';
import { createIssuingCompany } from '../../apps/server/src/adapters/partner-simulator/card-company.ts';
import type { CompanyKeys } from '../../apps/server/src/adapters/partner-simulator/company-file.ts';
import { ensureCompanyKeys } from '../../apps/server/src/adapters/partner-simulator/company-file.ts';
import { startCompanyServer } from '../../apps/server/src/adapters/partner-simulator/company-server.ts';
import type { Company } from '../../apps/server/src/adapters/partner-simulator/company.ts';
import { createCompany } from '../../apps/server/src/adapters/partner-simulator/company.ts';
import type { PartnerPanel } from '../../apps/server/src/adapters/partner-simulator/panel-client.ts';
import { createPartnerPanel } from '../../apps/server/src/adapters/partner-simulator/panel-client.ts';
import type { CardCompanies } from '../../apps/server/src/modules/card/port.ts';
import type { IdentityCompanies } from '../../apps/server/src/modules/kyc/port.ts';
import { hookPath } from '../../apps/server/src/modules/partner/port.ts';
import { createPartnerRound } from '../../apps/server/src/modules/partner/round.ts';
import { createPartners } from '../../apps/server/src/modules/partner/service.ts';
import { outboxChannel } from '../../apps/server/src/platform/database/outbox.ts';
import { createHttp } from '../../apps/server/src/platform/http/http.ts';
import { createMetrics } from '../../apps/server/src/platform/http/metrics.ts';
import { registerPages } from '../../apps/server/src/platform/http/pages.ts';
import { createAddressOf } from '../../apps/server/src/platform/process/caller-address.ts';
import type { Log } from '../../apps/server/src/platform/process/log.ts';
import { createLog } from '../../apps/server/src/platform/process/log.ts';
import { registerReference } from '../../apps/server/src/platform/reference/reference.ts';
import { startTestApi, type TestApi } from '../../apps/server/testing/api.ts';
import type { TestCluster } from '../../apps/server/testing/cluster.ts';
import { databaseOf } from '../../apps/server/testing/database.ts';
import { testSecretKey } from '../../apps/server/testing/session-cookies.ts';
import { printWords } from './card-people.ts';
import type { Places } from './places.ts';
import { startTalkative, type Talkative } from './talkative.ts';

const cache = join(import.meta.dirname, '../../.cache');
/** How often the company may need to get its events across. */
const turnsMax = 100_000;

export type House = {
  readonly api: TestApi;
  readonly places: Places;
  /** What the program logs, everything. */
  readonly log: Log;
  /** The origin of the program. */
  readonly address: string;
  readonly company: Company;
  readonly keys: CompanyKeys;
  /** What of the company issues cards. */
  readonly issuing: IssuingCompany;
  /** What stands between the house and that. */
  readonly talkative: Talkative;
  readonly panel: PartnerPanel;
  /** The company's events reach the house, and the house asks what became of everything that is due. */
  readonly pass: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openHouse(cluster: TestCluster, places: Places): Promise<House> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'canaries-'));
  const keys = ensureCompanyKeys(folder);
  const cardKeys = ensureIssuingKeys(folder);
  const log = createLog('trace', { write: (line) => places.add('logs', line) });
  const clock = () => api.clock.now();
  let [origin, cardOrigin] = ['', ''];
  const api: TestApi = await startTestApi({
    database: await databaseOf(cluster),
    log,
    companies: companiesAt(keys, { url: () => origin, clock }),
    cardCompanies: issuersAt(cardKeys, { url: () => cardOrigin, clock }),
  });
  const shared = { folder, checkMs: 4000, retryMs: [0, 0], clock, chance: Math.random };
  const company = createCompany({ ...shared, keys });
  const faults = () => company.state.faults;
  const issuing = createIssuingCompany({ ...shared, keys: cardKeys, faults, print: printWords });
  const server = await startCompanyServer(company, 0, issuing);
  const talkative = await startTalkative(issuing.world, server.url);
  [origin, cardOrigin] = [server.url, talkative.url];
  const { app, address } = await serve(api, { log, dist: pagesIn(folder) });
  const stopListening = await listenOn(api, places);
  const panel = createPartnerPanel(() => origin, keys.panelToken);
  await panel.sendEventsTo(`${address}/hooks/democompany`);
  await panel.cards.sendEventsTo(`${address}/hooks/democards`);
  return {
    api,
    places,
    log,
    address,
    company,
    keys,
    issuing,
    talkative,
    panel,
    async pass() {
      // What is due happens first, then its events leave.
      await issuing.tick();
      const isWaiting = () => company.state.deliveries.length > 0 || issuing.state.deliveries.length > 0;
      for (let turns = 0; turns < turnsMax && isWaiting(); turns += 1) {
        await company.tick();
        await issuing.tick();
        await turn();
      }
      for (const { work } of api.server.partners)
        await createPartnerRound({ db: api.databases.main, clock, log }, work).pass();
    },
    async close() {
      await stopListening();
      await app.close();
      await talkative.close();
      await server.close();
      await api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function companiesAt(
  { appToken, secretKey, webhookSecret }: CompanyKeys,
  at: { readonly url: () => string; readonly clock: () => number },
): IdentityCompanies {
  const port = createSumsubProvider({
    appToken,
    secretKey,
    webhookSecret,
    ...at,
    levelName: (level) => `demo-level-${level}`,
  });
  const promise = { requestValidForMs: null, readLagMs: null };
  const company = {
    id: 'democompany',
    name: 'Demo Identity',
    contentId: 'kyc-demo-company',
    way: 'page',
    port,
    promise,
  } as const;
  return new Map([[company.id, company]]);
}

function issuersAt(
  { partnerId, ours, theirs }: IssuingKeys,
  at: { readonly url: () => string; readonly clock: () => number },
): CardCompanies {
  const port = createMusepayIssuer({
    ...at,
    partnerId,
    mailDomain: 'holders.invalid',
    privateKey: createPrivateKey(ours.privateKey),
    platformKey: createPublicKey(theirs.publicKey),
  });
  const company = {
    id: 'democards',
    name: 'Demo Cards',
    contentId: 'card-demo-company',
    port,
    promise: { requestValidForMs: null, readLagMs: null },
    isDemo: true,
  } as const;
  return new Map([[company.id, company]]);
}

/** What PostgreSQL itself wrote down, where the server is the check's own. */
export function readDatabaseLog(places: Places): void {
  const clusters = join(cache, 'test-clusters');
  for (const name of readdirSync(clusters).filter((one) => one.startsWith(`${process.pid}-`)))
    places.add('log of the database', readFileSync(join(clusters, name, 'postgres.log'), 'utf8'));
}

/** In place of the wallet, of which no file is about anybody. */
function pagesIn(folder: string): string {
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Marigold</title>');
  return dist;
}

/** What main.ts serves. */
async function serve(
  { server, databases, clock }: TestApi,
  { log, dist }: { readonly log: Log; readonly dist: string },
): Promise<{ app: FastifyInstance; address: string }> {
  const metrics = createMetrics([...Object.keys(contract), hookPath]);
  const { answered } = metrics;
  const { gateway } = server;
  const health = async () => await Promise.resolve({ live: true, ready: true, parts: {} } as const);
  const app = await createHttp({ gateway, health, answered, log });
  const partners = createPartners({
    db: databases.main,
    clock: () => clock.now(),
    log,
    secretKey: testSecretKey,
    partners: server.partners,
    everyMs: 1000,
  });
  await partners.register(app, answered);
  registerReference(app, server);
  await server.files.register(app, { gateway, addressOf: createAddressOf([]), answered });
  metrics.register(app, () => ({ clients: 0, bufferedBytes: 0 }));
  await registerPages(app, { dist, gateway });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, address };
}

/** What every process of the program hears when something is announced. */
async function listenOn({ ownerUrl }: TestApi, places: Places): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  client.on('notification', ({ payload = '' }) => places.add('announcements on their way', payload));
  await client.query(`listen ${outboxChannel}`);
  return async () => await client.end();
}

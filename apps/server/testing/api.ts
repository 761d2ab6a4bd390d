/**
 * A whole server on a fresh database, called through its gateway as a client calls it: real envelopes, real sessions,
 * real SQL. People are registered with the code that the mail carried.
 */
import { randomUUID } from 'node:crypto';

import { createFakeChain, type FakeChain } from '@marigold/chain/testing/fake-chain';
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireFields, WireOutput } from '@marigold/contract/endpoint';
import type { AppRequest } from '@marigold/contract/envelope';
import { signRequest } from '@marigold/contract/envelope';
import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import { parseUnits } from '@marigold/money/amount';
import type { ScreeningList } from '@marigold/partners/screening-port';
import { sql } from 'kysely';

import { noHumanCheck } from '../src/adapters/puzzle/none.ts';
import { findAsset } from '../src/modules/asset/views.ts';
import type { CardCompanies } from '../src/modules/card/port.ts';
import type { HumanCheck } from '../src/modules/human/port.ts';
import type { IdentityCompanies } from '../src/modules/kyc/port.ts';
import type { Markets } from '../src/modules/market/service.ts';
import { createMarkets } from '../src/modules/market/service.ts';
import { seedContent } from '../src/modules/message/seed-content.ts';
import { demoRateSource } from '../src/modules/rate/demo-source.ts';
import { refreshRates } from '../src/modules/rate/refresh.ts';
import type { Exchange } from '../src/modules/trade/port.ts';
import type { RunningExchange } from '../src/modules/trade/service.ts';
import { createExchange } from '../src/modules/trade/service.ts';
import { listLatestTrades } from '../src/modules/trade/views.ts';
import type { Databases } from '../src/platform/database/database.ts';
import { openDatabases, queryable } from '../src/platform/database/database.ts';
import type { GatewayAnswer } from '../src/platform/http/answer.ts';
import { md5Hex } from '../src/platform/http/envelope.ts';
import { createLimits, type Limits } from '../src/platform/http/limits.ts';
import { type Clock, systemClock } from '../src/platform/process/clock.ts';
import { createLog, type Log } from '../src/platform/process/log.ts';
import { createServer, type Server } from '../src/server.ts';
import type { TestDatabase } from './database.ts';
import { testDatabase } from './database.ts';
import { silentCompanies, testKeeping } from './kyc.ts';
import type { Mailbox } from './mailbox.ts';
import { createMailbox } from './mailbox.ts';
import { createMemoryFiles } from './memory-files.ts';
import { offlineExchange } from './offline-exchange.ts';
import type { AnyRefusalCode } from './refusal-code.ts';
import { cookieOf, createDeviceCookies, type DeviceCookies, testSecretKey } from './session-cookies.ts';
import { silentIssuers } from './silent-issuers.ts';
import { testAppOrigin } from './soft-authenticator.ts';
import { unlimited } from './unlimited.ts';

export const demoSecret = 'marigold-demo';
export const goodPassword = 'Marigold7!';
export const goodPayPassword = '258036';

export type CallAnswer<P extends Path> =
  | { readonly ok: true; readonly code: 200; readonly msg: string; readonly data: WireOutput<Contract[P]> }
  | {
      readonly ok: false;
      readonly code: number;
      readonly msg: string;
      readonly data: {
        readonly refusal: AnyRefusalCode;
        readonly field?: string;
        readonly facts?: Record<string, unknown>;
      };
    };

export type TestCallOptions = {
  readonly token?: string | undefined;
  /** In place of the bearer of `token`: the header as it stands. */
  readonly authorization?: string;
  readonly deviceId?: string;
  /** In place of the cookies that a browser with this token on this device would send; empty: none. */
  readonly cookie?: string;
  readonly requestId?: string;
  readonly language?: string;
  readonly address?: string;
  /** What else the envelope says, whatever its type: clients are others' programs. It is signed as it stands. */
  readonly client?: Readonly<Record<string, unknown>>;
};

export type TestLogin = Pick<TestCallOptions, 'client'> & {
  readonly deviceId?: string;
  readonly password?: string;
  readonly address?: string;
  readonly trust?: boolean;
  readonly remember?: boolean;
};

export type TestPerson = {
  readonly token: string;
  readonly username: string;
  readonly email: string;
  readonly id: string;
};

export type TestApi = {
  readonly server: Server;
  readonly databases: Databases;
  readonly ownerUrl: string;
  /** The chain `eth` as handlers reach it; nothing reads it by itself. */
  readonly chain: FakeChain;
  /** The books, where the test asked for them. */
  readonly exchange: Exchange;
  /** An index price of now for every market: orders need one, and nothing makes them by itself here. */
  setIndex(symbol: string, price: string): Promise<void>;
  /** The clock of the server: real time plus what a test moved it on. */
  readonly clock: { now(): number; move(ms: number): void };
  /** Fresh rates at the server's clock: a test that moved it on needs them. */
  refreshRates(): Promise<void>;
  raw(path: string, data: unknown, options?: TestCallOptions): Promise<GatewayAnswer>;
  /** Makes one call; a requestId is made where the contract wants one and none is given. */
  call<P extends Path>(
    path: P,
    input: WireFields<Contract[P]>,
    options?: TestCallOptions,
  ): Promise<CallAnswer<P>>;
  codeFor(email: string): Promise<string>;
  /** Both halves of a session as a request carries them. */
  headers(token: string): Promise<{ readonly authorization: string; readonly cookie: string }>;
  /** Signs somebody in on a device, with the code that a new one is asked for; answers the bearer. */
  login(person: Pick<TestPerson, 'username' | 'email'>, how?: TestLogin): Promise<string>;
  /** Registers a person, with a payment password unless told otherwise. */
  person(name?: string, options?: { payPassword?: boolean }): Promise<TestPerson>;
  /** Credits a person by an ordinary journal. */
  credit(person: TestPerson, currency: string, amount: string): Promise<void>;
  available(person: TestPerson, currency: string): Promise<string>;
  /** The last mail or SMS to an address, waited for by asking the job queue, never by sleeping. */
  lastMail(to: string): Promise<string>;
  close(): Promise<void>;
};

export type TestApiOptions = {
  readonly limits?: 'on' | 'off';
  readonly smsDailyMax?: number;
  /** Without, nobody is asked for work. */
  readonly humanCheck?: HumanCheck;
  /** Runs the books of every market in this process; without, they are away. */
  readonly books?: boolean;
  /** Who verifies identities; without, somebody who answers nobody. */
  readonly companies?: IdentityCompanies;
  /** Who issues cards; without, somebody who answers nobody. */
  readonly cardCompanies?: CardCompanies;
  /** With which list people are compared before they are approved; without, with none. */
  readonly screening?: ScreeningList;
  /** A database that outlives this server, for a program that is started again; without, it has one of its own. */
  readonly database?: TestDatabase;
  /** Where it logs; without, nowhere unless TEST_LOG names a level. */
  readonly log?: Log;
  /** What `clock` of the server begins with; without, the clock of the machine. */
  readonly startClock?: Clock;
};

export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const standing = await standUp(options);
  const { database, databases, clock, chain, exchange, server, mailbox } = standing;
  const api: TestApi = {
    server,
    databases,
    ownerUrl: database.ownerUrl,
    chain,
    exchange,
    setIndex: async (symbol, price) => await setIndex(standing, symbol, price),
    clock,
    refreshRates: async () => await refreshNow(standing),
    raw: async (path, data, how) => await callRaw(standing, path, data, how),
    call: async (path, input, how) => await callTyped(standing, path, input, how),
    lastMail: mailbox.last,
    codeFor: async (email) => await codeFor(api, email),
    headers: async (token) => ({
      authorization: `Bearer ${token}`,
      cookie: (await cookieOf(databases.main, token)) ?? '',
    }),
    login: async (person, how) => await logIn(api, person, how),
    person: async (name, how) => await register(api, name, { ...how, isTrading: options.books === true }),
    credit: async (person, currency, amount) => await credit(databases, person, currency, amount),
    async available(person, currency) {
      const answer = await api.call('wallet/asset/list', {}, { token: person.token });
      if (!answer.ok) throw new Error(answer.msg);
      return answer.data.list.find((row) => row.currency === currency)?.available ?? 'none';
    },
    close: async () => await takeDown(standing, { isStored: options.database !== undefined }),
  };
  return api;
}

/** A server and what it stands on. */
type Standing = Pick<TestApi, 'server' | 'databases' | 'chain' | 'exchange' | 'clock'> & {
  readonly database: TestDatabase;
  readonly log: Log;
  readonly markets: Markets;
  /** The books of this process, where the test asked for them. */
  readonly running: RunningExchange | undefined;
  readonly mailbox: Mailbox;
  readonly devices: DeviceCookies;
};

async function standUp(options: TestApiOptions): Promise<Standing> {
  const { limits, books = false, startClock = systemClock } = options;
  const database = options.database ?? (await testDatabase());
  const databases = openDatabases(database.appUrl);
  let moved = 0;
  const clock = { now: () => startClock() + moved, move: (ms: number) => void (moved += ms) };
  const chosen: Limits = limits === 'on' ? createLimits(databases.pool, clock.now) : unlimited;
  const mailbox = createMailbox(database.ownerUrl, () => server.jobs);
  const log = options.log ?? createLog(process.env['TEST_LOG'] ?? 'silent');
  const chain = createFakeChain();
  const shared = { db: databases.main, clock: clock.now, log };
  const running = books
    ? await createExchange({ ...shared, secretKey: testSecretKey, runsBooks: true })
    : undefined;
  const exchange = running?.exchange ?? offlineExchange;
  const markets = createMarkets({ ...shared, feed: exchange.feed, listTrades: listLatestTrades });
  if (books) await markets.start();
  const server: Server = createServer({
    mode: 'demo',
    databases,
    limits: chosen,
    clock: clock.now,
    log,
    apiSecret: demoSecret,
    secretKey: testSecretKey,
    rateSources: [demoRateSource],
    fileStore: createMemoryFiles(),
    isSecure: false,
    links: { frameHosts: ['help.example'], messagingHosts: ['t.me'], wrapperOrigin: undefined },
    appOrigins: [testAppOrigin],
    publicAddress: () => 'http://localhost:8787',
    mailer: mailbox,
    smsSender: mailbox,
    smsDailyMax: options.smsDailyMax ?? 1000,
    humanCheck: options.humanCheck ?? noHumanCheck,
    companies: options.companies ?? silentCompanies,
    cardCompanies: options.cardCompanies ?? silentIssuers,
    keeping: testKeeping,
    screening: options.screening,
    chains: { chain: (code) => (code === 'eth' ? chain : undefined) },
    exchange,
    markets,
  });
  const devices = createDeviceCookies();
  const parts = { server, database, databases, clock, log, chain, exchange };
  const standing = { ...parts, running, markets, mailbox, devices };
  await refreshNow(standing);
  await seedContent(databases.main);
  return standing;
}

type Calling = Pick<Standing, 'server' | 'clock' | 'databases' | 'devices'>;

/** `isStored`: the database is the test's own and outlives the server. */
async function takeDown(
  { running, markets, server, databases, database }: Standing,
  { isStored }: { readonly isStored: boolean },
): Promise<void> {
  await running?.stop();
  await markets.stop();
  await server.files.stop();
  await databases.close();
  if (!isStored) await database.drop();
}

async function refreshNow({ databases, log, clock }: Standing): Promise<void> {
  await refreshRates({ db: databases.main, sources: [demoRateSource], log }, clock.now());
}

async function setIndex({ databases, clock }: Standing, symbol: string, price: string): Promise<void> {
  await sql`
    insert into app.index_price (symbol, price, sources, seen_at)
    values (${symbol}, ${price}, 1, ${new Date(clock.now())})
    on conflict (symbol) do update set price = excluded.price, seen_at = excluded.seen_at`.execute(
    databases.main,
  );
}

async function callRaw(
  { server, clock, databases, devices }: Calling,
  path: string,
  data: unknown,
  options: TestCallOptions = {},
): Promise<GatewayAnswer> {
  const { token, deviceId = 'test-device-0001' } = options;
  const half = token === undefined ? undefined : await cookieOf(databases.main, token);
  const own = [half, devices.of(deviceId)].filter((cookie) => cookie !== undefined).join('; ');
  const answer = await server.gateway.handle({
    method: 'POST',
    path,
    body: envelope({
      deviceId,
      time: clock.now(),
      data,
      ...options.client,
    }),
    query: {},
    languageHeader: options.language,
    authorization: options.authorization ?? (token === undefined ? undefined : `Bearer ${token}`),
    cookie: options.cookie ?? own,
    address: options.address ?? '127.0.0.1',
  });
  devices.keep(deviceId, answer.cookies);
  return answer;
}

async function callTyped<P extends Path>(
  standing: Calling,
  path: P,
  input: WireFields<Contract[P]>,
  options: TestCallOptions = {},
): Promise<CallAnswer<P>> {
  const { contract } = await import('@marigold/contract/contract');
  const data = contract[path].idempotent ? { ...input, requestId: options.requestId ?? randomUUID() } : input;
  const answer = await callRaw(standing, path, data, options);
  return { ...answer.body.data, ok: answer.body.data.code === 200 } as CallAnswer<P>;
}

async function codeFor(api: TestApi, email: string): Promise<string> {
  const answer = await api.call('user/code/send', { scene: 'register', email });
  if (!answer.ok) throw new Error(`code refused: ${answer.msg}`);
  return /\b(\d{6})\b/.exec(await api.lastMail(email))?.[1] ?? '';
}

async function logIn(
  api: TestApi,
  { username, email }: Pick<TestPerson, 'username' | 'email'>,
  { password = goodPassword, trust, remember, ...from }: TestLogin = {},
): Promise<string> {
  const remembered = remember === undefined ? {} : { remember };
  const answer = await api.call('user/login', { account: username, password, ...remembered }, from);
  if (!answer.ok) throw new Error(`not logged in: ${JSON.stringify(answer)}`);
  if ('token' in answer.data) return answer.data.token;
  const { ticket } = answer.data.need;
  const sent = await api.call('user/login/send', { ticket, method: 'email' }, from);
  if (!sent.ok) throw new Error(`no code: ${sent.msg}`);
  const code = /\b(\d{6})\b/.exec(await api.lastMail(email))?.[1] ?? '';
  const trusting = trust === undefined ? {} : { trust };
  const entered = await api.call('user/login/second', { ticket, code, ...trusting }, from);
  if (!entered.ok) throw new Error(`not logged in: ${JSON.stringify(entered)}`);
  return entered.data.token;
}

/** `isTrading`: whoever has a payment password has entered it for trading too. */
async function register(
  api: TestApi,
  name = `p${randomUUID().replaceAll('-', '').slice(0, 14)}`,
  { payPassword = true, isTrading }: { readonly payPassword?: boolean; readonly isTrading: boolean },
): Promise<TestPerson> {
  const email = `${name.toLowerCase()}@example.com`;
  const input = {
    username: name,
    email,
    password: goodPassword,
    confirm: goodPassword,
    code: await api.codeFor(email),
  };
  const answer = await api.call('user/register', input, { deviceId: `device-${name}` });
  if (!answer.ok) throw new Error(`not registered: ${JSON.stringify(answer)}`);
  const token = answer.data.token ?? '';
  if (payPassword) {
    const set = { loginPassword: goodPassword, newPassword: goodPayPassword, confirm: goodPayPassword };
    const done = await api.call('user/paypwd/set', set, { token });
    if (!done.ok) throw new Error(`no payment password: ${JSON.stringify(done)}`);
    if (isTrading) await api.call('trade/confirm', { payPassword: goodPayPassword }, { token });
  }
  const found = await sql<{ id: string }>`select id from app.person where username = ${name}`.execute(
    api.databases.main,
  );
  return { token, username: name, email, id: found.rows[0]?.id ?? '' };
}

async function credit(
  { main }: Databases,
  person: TestPerson,
  currency: string,
  amount: string,
): Promise<void> {
  const asset = await findAsset(main, currency);
  const units = asset === undefined ? undefined : parseUnits(amount, asset.scale);
  if (asset === undefined || units === undefined) throw new Error(`no such amount: ${amount} ${currency}`);
  const ledger = queryable(main);
  const from = await openAccount(ledger, { owner: null, assetId: asset.ledgerId, kind: 'demo' });
  const to = await openAccount(ledger, { owner: person.id, assetId: asset.ledgerId, kind: 'available' });
  const postings = [{ from, to, assetId: asset.ledgerId, units }];
  const key = `credit-${randomUUID()}`;
  await post(ledger, { scope: 'test', key, kind: 'demo', reference: null, postings });
}

function envelope(client: Pick<AppRequest, 'deviceId' | 'time' | 'data'>): string {
  const appRequest: AppRequest = {
    appVersion: '1.5.6',
    deviceType: 'h5',
    deviceModel: 'test',
    deviceBrand: 'test',
    osName: 'test',
    ...client,
  };
  const apiSign = signRequest(appRequest, demoSecret, md5Hex);
  return JSON.stringify({ data: Buffer.from(JSON.stringify({ appRequest, apiSign })).toString('base64') });
}

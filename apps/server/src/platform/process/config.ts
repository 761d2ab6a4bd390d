/** Everything that can be set from outside, in one schema over the environment; every problem is told at once. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import * as z from 'zod';

import { areProxies } from './caller-address.ts';
import type { CrashPoints } from './crash-point.ts';
import { databaseProblems, isDatabaseUrl } from './database-address.ts';
import { type HostPort, isEveryAddress, readHostPort } from './host-port.ts';
import { identityKeyList, identityYears, type IdentityKeeping } from './identity-keys.ts';
import { type MusepayAccount, musepayOf, musepayProblems } from './musepay-settings.ts';
import { screeningOf, screeningProblems, type ScreeningSettings } from './screening-settings.ts';
import { type SumsubAccount, sumsubOf, sumsubProblems } from './sumsub-settings.ts';

/** The parts of the program; one process runs all of them unless ROLES says otherwise. */
export const processRoles = ['api', 'jobs', 'watch', 'send', 'engine'] as const;
export type ProcessRole = (typeof processRoles)[number];

/** The secret of the request envelope that the specification's clients carry: public by nature, unfit for production. */
export const demoApiSecret = 'marigold-demo';

const databaseUrl = z
  .string()
  .refine(isDatabaseUrl, 'must look like postgres://user:password@host:port/database');
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** Addresses that are asked for the same thing, each once. */
const httpUrlList = z
  .string()
  .transform((list) => [...new Set(list.split(',').map((url) => url.trim()))])
  .pipe(z.array(httpUrl).max(20, 'must be at most 20 addresses'));

/** A list of host names in lower case, each with a port where it has one of its own. */
const hostList = z
  .string()
  .transform((list) => list.split(',').map((host) => host.trim()))
  .pipe(
    z
      .array(z.string().regex(/^([a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}(:\d{1,5})?$/, 'must be a list of hosts'))
      .max(50, 'must be at most 50 hosts'),
  );

const place = z
  .string()
  .regex(/^[a-z0-9.:[\]-]{1,253}:\d{1,5}$/i, 'must be a host and a port')
  .transform(readHostPort)
  .refine(({ port }) => port <= 65_535, 'must have a port of at most 65535');

const schema = z.object({
  MODE: z.enum(['demo', 'production'], { error: 'must be demo or production' }).default('demo'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be at most 65535')
    .default(8787),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  DEMO: z.enum(['0', '1'], { error: 'must be 1 or 0' }).optional(),
  ROLES: z
    .string()
    .transform((list) => list.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(processRoles, { error: `must be a list of ${processRoles.join(', ')}` })).min(1))
    .default([...processRoles]),
  PUBLIC_URL: httpUrl.optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((proxy) => proxy.trim()))
    .refine(areProxies, 'must be a list of addresses or networks such as 10.0.0.0/8')
    .default([]),
  API_SECRET: z.string().min(8, 'must have at least 8 characters').default(demoApiSecret),
  SECRET_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  MAIL_FROM: z.string().regex(/@/, 'must be an e-mail address, with or without a name').optional(),
  GEO_FILE: z.string().optional(),
  SMS_URL: httpUrl.optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_DAILY_MAX: z
    .string()
    .regex(/^\d{1,7}$/, 'must be a number of SMS of at most 7 digits')
    .transform(Number)
    .default(1000),
  HUMAN_CHECK: z.enum(['altcha', 'none'], { error: 'must be altcha or none' }).default('altcha'),
  RATES_URL: httpUrlList.default([]),
  INDEX_URLS: httpUrlList.default([]),
  ETH_RPC_URLS: httpUrlList.default([]),
  ETH_NETWORK_ID: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, 'must be a number')
    .transform(BigInt)
    .optional(),
  LOCAL_CHAIN: z.enum(['0', '1'], { error: 'must be 1 or 0' }).optional(),
  SIGNER_KEYSTORE: z.string().optional(),
  SIGNER_PASSPHRASE_FILE: z.string().optional(),
  SUMSUB_URL: httpUrl.default('https://api.sumsub.com'),
  SUMSUB_APP_TOKEN: z.string().optional(),
  SUMSUB_SECRET_KEY: z.string().optional(),
  SUMSUB_WEBHOOK_SECRET: z.string().optional(),
  SUMSUB_LEVEL: z.string().max(100).optional(),
  MUSEPAY_URL: httpUrl.default('https://api.musepay.io'),
  MUSEPAY_PARTNER_ID: z.string().max(100).optional(),
  MUSEPAY_PRIVATE_KEY_FILE: z.string().optional(),
  MUSEPAY_PUBLIC_KEY_FILE: z.string().optional(),
  MUSEPAY_MAIL_DOMAIN: z
    .string()
    .regex(/^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/, 'must be a domain such as holders.example.com')
    .optional(),
  IDENTITY_KEYS: identityKeyList.default([]),
  KEEP_IDENTITY_YEARS: identityYears.default(5),
  SCREENING: z.enum(['company'], { error: 'must be company, or not set' }).optional(),
  YENTE_URL: httpUrl.optional(),
  YENTE_DATASET: z
    .string()
    .regex(/^[a-z0-9_]{1,60}$/, 'must be the name of a data set')
    .default('sanctions'),
  ENGINE_LISTEN: place.optional(),
  ENGINE_ADDRESS: place
    .refine(({ port }) => port > 0, 'must have the port that others dial')
    .refine(({ host }) => !isEveryAddress(host), 'must be an address that others can dial')
    .optional(),
  LIQUIDITY: z.enum(['0', '1'], { error: 'must be 1 or 0' }).optional(),
  CRASH_POINTS: z
    .string()
    .regex(
      /^[a-z.-]+:(0|1|0\.\d+)(,[a-z.-]+:(0|1|0\.\d+))*$/,
      'must be a list such as call.before-commit:0.05',
    )
    .transform(
      (list) => new Map(list.split(',').map((one) => [one.split(':')[0] ?? '', Number(one.split(':')[1])])),
    )
    .optional(),
  CLOCK_OFFSET_MS: z
    .string()
    .regex(/^\d{1,12}$/, 'must be a number of milliseconds of at most 12 digits')
    .transform(Number)
    .default(0),
  LINK_FRAME_HOSTS: hostList.default([]),
  LINK_MESSAGING_HOSTS: hostList.default(['t.me', 'telegram.me', 'wa.me']),
  WRAPPER_ORIGIN: httpUrl
    .refine((url) => URL.canParse(url) && new URL(url).origin === url, 'must be an origin without a path')
    .optional(),
  PASSKEY_APP_ORIGINS: z
    .string()
    .transform((list) => [...new Set(list.split(',').map((origin) => origin.trim()))])
    .pipe(
      z
        .array(
          z
            .string()
            .regex(
              /^android:apk-key-hash:[\w-]{43}$/,
              'must be a list such as android:apk-key-hash: and the 43 characters of a SHA-256',
            ),
        )
        .max(10, 'must be at most 10 apps'),
    )
    .default([]),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be a level such as info or warn',
    })
    .default('warn'),
});

export interface Config {
  readonly mode: 'demo' | 'production';
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDirectory: string;
  /** Undefined: the embedded server. */
  readonly externalDatabase: { readonly appUrl: string; readonly ownerUrl: string } | undefined;
  /** Whether demo users and their opening journals are made: the embedded demo database, or DEMO=1. */
  readonly isDemoSeeded: boolean;
  readonly processRoles: readonly ProcessRole[];
  /** Without a slash at the end. Undefined until the port is known. */
  readonly publicUrl: string | undefined;
  /** Proxies whose X-Forwarded-For counts; empty: the socket's own address does. */
  readonly trustedProxies: readonly string[];
  readonly apiSecret: string;
  /** As given; `secretKey()` makes one for a demo. */
  readonly givenSecretKey: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  /** Which country a network belongs to (country-table.ts). */
  readonly geoFile: string | undefined;
  readonly smsUrl: string | undefined;
  readonly smsToken: string | undefined;
  /** How many SMS leave in a day, to whomever; 0: none. */
  readonly smsDailyMax: number;
  /** Whether browsers are asked for work in a flood; always in production. */
  readonly asksForWork: boolean;
  /** Where rates come from; empty in a demo, which makes its own. */
  readonly ratesUrls: readonly string[];
  /** Where index prices of markets come from; empty: the rates say them, or in a demo a walk around these. */
  readonly indexUrls: readonly string[];
  readonly links: LinkRules;
  /** Native apps that may use passkeys of this program, as Android names them. */
  readonly appOrigins: readonly string[];
  /** The company that verifies identities; undefined: the one of a demo, or none. */
  readonly sumsub: SumsubAccount | undefined;
  /** The company that issues cards; undefined: the one of a demo, or none. */
  readonly musepay: MusepayAccount | undefined;
  /** How long identities are kept, and what wraps their keys. */
  readonly keeping: IdentityKeeping;
  /** With which list of sanctioned persons people are compared. */
  readonly screening: ScreeningSettings;
  readonly chains: ChainSettings;
  readonly trading: TradingSettings;
  /** Where a demo is to die now and then (platform/crash-point.ts). */
  readonly crashPoints: CrashPoints | undefined;
  /** How far the clock of a demo is ahead of the machine's; 0 in production. */
  readonly clockOffsetMs: number;
  readonly logLevel: string;
}

/** How the books of this process are reached and filled. */
export type TradingSettings = {
  /** Where the books of this process listen; undefined: a socket file in the data directory. */
  readonly listen: HostPort | undefined;
  /** Where others dial to reach what listens; undefined: there. */
  readonly address: HostPort | undefined;
  /** A demo market maker with money of its own. */
  readonly hasLiquidity: boolean;
};

/** Where the chains are and who signs (docs/operating.md "Chains"). */
export type ChainSettings = {
  /** JSON-RPC addresses of Ethereum; none: no chain, or the local one of a demo. */
  readonly ethUrls: readonly string[];
  /** Undefined: whatever the first node said when it was first asked, and nothing else from then on. */
  readonly ethNetworkId: bigint | undefined;
  /** A chain of our own beside the program: only in a demo. */
  readonly isLocal: boolean;
  /** Absolute paths of the sealed keys and of the file with their passphrase. */
  readonly keystore: string | undefined;
  readonly passphraseFile: string | undefined;
};

/** What the wallet may show and talk to that is not ours (reliability.md 7.3, 7.4). */
export type LinkRules = {
  /** Hosts whose pages may be shown in a frame, over https. */
  readonly frameHosts: readonly string[];
  /** Hosts of messaging services, opened outside of the app. */
  readonly messagingHosts: readonly string[];
  /** The one origin that may show the wallet in a frame; undefined: nobody. */
  readonly wrapperOrigin: string | undefined;
};

/** A start that cannot go on until somebody changes the settings; the message lists every problem. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[];
  constructor(title: string, problems: readonly string[]) {
    super([`${title}:`, ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

/** Reads the settings; an empty variable counts as not set. Throws ConfigurationError with all problems. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  ) as Record<string, string>;
  const parsed = schema.safeParse(given);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}.`),
    ...problemsBetween(given),
  ];
  if (!parsed.success || problems.length > 0) {
    throw new ConfigurationError('Marigold cannot start with these settings', [...new Set(problems)]);
  }
  const { data } = parsed;
  const { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl } = data;
  const externalDatabase = appUrl === undefined || ownerUrl === undefined ? undefined : { appUrl, ownerUrl };
  const isDemoSeeded =
    data.MODE === 'demo' && (externalDatabase === undefined ? data.DEMO !== '0' : data.DEMO === '1');
  return {
    mode: data.MODE,
    port: data.PORT,
    host: data.HOST,
    dataDirectory: resolve(data.DATA_DIR),
    externalDatabase,
    isDemoSeeded,
    processRoles: data.ROLES,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    trustedProxies: data.TRUSTED_PROXIES,
    apiSecret: data.API_SECRET,
    givenSecretKey: data.SECRET_KEY,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    geoFile: data.GEO_FILE === undefined ? undefined : resolve(data.GEO_FILE),
    smsUrl: data.SMS_URL,
    smsToken: data.SMS_TOKEN,
    smsDailyMax: data.SMS_DAILY_MAX,
    asksForWork: data.HUMAN_CHECK !== 'none',
    ratesUrls: data.RATES_URL,
    indexUrls: data.INDEX_URLS,
    links: {
      frameHosts: data.LINK_FRAME_HOSTS,
      messagingHosts: data.LINK_MESSAGING_HOSTS,
      wrapperOrigin: data.WRAPPER_ORIGIN,
    },
    appOrigins: data.PASSKEY_APP_ORIGINS,
    sumsub: sumsubOf(data),
    musepay: musepayOf(data),
    keeping: { keys: data.IDENTITY_KEYS, years: data.KEEP_IDENTITY_YEARS },
    screening: screeningOf(data),
    chains: {
      ethUrls: data.ETH_RPC_URLS,
      ethNetworkId: data.ETH_NETWORK_ID,
      isLocal: data.MODE === 'demo' && data.ETH_RPC_URLS.length === 0 && data.LOCAL_CHAIN !== '0',
      keystore: data.SIGNER_KEYSTORE === undefined ? undefined : resolve(data.SIGNER_KEYSTORE),
      passphraseFile:
        data.SIGNER_PASSPHRASE_FILE === undefined ? undefined : resolve(data.SIGNER_PASSPHRASE_FILE),
    },
    trading: {
      listen: data.ENGINE_LISTEN,
      address: data.ENGINE_ADDRESS,
      hasLiquidity: isDemoSeeded && data.LIQUIDITY !== '0',
    },
    crashPoints: data.CRASH_POINTS,
    clockOffsetMs: data.CLOCK_OFFSET_MS,
    logLevel: data.LOG_LEVEL,
  };
}

/** What is wrong between variables that are each fine alone. */
function problemsBetween(given: Record<string, string>): string[] {
  const problems = databaseProblems(given);
  if (given['MODE'] === 'production' && given['DEMO'] === '1')
    problems.push('DEMO=1 cannot go with MODE=production.');
  for (const name of ['LIQUIDITY', 'CRASH_POINTS', 'CLOCK_OFFSET_MS'])
    if (given['MODE'] === 'production' && given[name] !== undefined && given[name] !== '0')
      problems.push(`${name} cannot go with MODE=production.`);
  if (given['MODE'] === 'production' && given['HUMAN_CHECK'] === 'none')
    problems.push('HUMAN_CHECK=none cannot go with MODE=production.');
  if (given['MODE'] === 'production' && given['LOCAL_CHAIN'] === '1')
    problems.push('LOCAL_CHAIN=1 cannot go with MODE=production.');
  problems.push(...sumsubProblems(given), ...musepayProblems(given), ...screeningProblems(given));
  if ((given['SIGNER_KEYSTORE'] === undefined) !== (given['SIGNER_PASSPHRASE_FILE'] === undefined))
    problems.push('SIGNER_KEYSTORE and SIGNER_PASSPHRASE_FILE go together.');
  const { ENGINE_LISTEN: listen, ENGINE_ADDRESS: dialled } = given;
  if (listen === undefined && dialled !== undefined) problems.push('ENGINE_ADDRESS needs ENGINE_LISTEN.');
  if (listen !== undefined && dialled === undefined && isEveryAddress(readHostPort(listen).host))
    problems.push(
      `ENGINE_ADDRESS is missing: nobody can dial ${listen}, so it must say the host and the port of this machine.`,
    );
  if (given['SMS_TOKEN'] !== undefined && given['SMS_URL'] === undefined)
    problems.push('SMS_TOKEN needs SMS_URL.');
  return problems;
}

/**
 * The key of all digests that must not be guessable (request digests, code hashes). Given, or in a demo made once and
 * kept in DATA_DIR, readable by us alone.
 */
export function secretKey(config: Config): string {
  if (config.givenSecretKey !== undefined) return config.givenSecretKey;
  if (config.mode === 'production') throw new Error('SECRET_KEY is required in production.');
  const file = join(config.dataDirectory, 'secret-key');
  mkdirSync(config.dataDirectory, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}

/** What keeps a deployment from being one that people's money may be trusted to. */
import { demoApiSecret, type Config } from '../process/config.ts';
import type { DeploymentMode } from './migrate.ts';

export interface DatabaseFacts {
  /** PostgreSQL's server_version_num, for example 180004. */
  readonly versionNumber: number;
  /** Undefined while nothing was migrated. */
  readonly deploymentMode: DeploymentMode | undefined;
  /** As the program's own login sees them, because a role or a database may carry settings of its own. */
  readonly settings: Readonly<Record<'fsync' | 'full_page_writes' | 'synchronous_commit', string>>;
}

export interface ProductionFacts {
  readonly config: Config;
  /** Undefined where there is no database yet. */
  readonly database: DatabaseFacts | undefined;
  /** Names of parts that only pretend, for example `sms`. */
  readonly simulators?: readonly string[];
}

/** Every reason not to start in production, as whole sentences; empty when there is none. */
export function productionProblems({ config, database, simulators = [] }: ProductionFacts): string[] {
  const off = Object.entries(database?.settings ?? {}).filter(([, value]) => value === 'off');
  const rows: readonly (readonly [boolean, string])[] = [
    [
      database?.deploymentMode === 'demo',
      'The database holds demo data: it was made by a demo start and never becomes a production database.',
    ],
    ...off.map(([name]) => [true, `The database is not durable: ${name} is off.`] as const),
    [config.apiSecret === demoApiSecret, 'API_SECRET is the public demo secret.'],
    [config.apiSecret.length < 16, 'API_SECRET must have at least 16 characters.'],
    [config.givenSecretKey === undefined, 'SECRET_KEY is missing.'],
    [
      Buffer.byteLength(config.givenSecretKey ?? ' '.repeat(32)) < 32,
      'SECRET_KEY must have at least 32 bytes.',
    ],
    [config.publicUrl === undefined, 'PUBLIC_URL is missing.'],
    [config.publicUrl?.startsWith('http:') === true, 'PUBLIC_URL must be an https address.'],
    [config.smtpUrl === undefined, 'SMTP_URL is missing: codes could not be sent by e-mail.'],
    [config.mailFrom === undefined, 'MAIL_FROM is missing.'],
    [config.smsUrl === undefined, 'SMS_URL is missing: codes could not be sent by SMS.'],
    [config.ratesUrls.length === 0, 'RATES_URL is missing: limits need rates from a real source.'],
    [
      config.chains.ethUrls.length === 1,
      'ETH_RPC_URLS names one provider: two are needed, so that none is believed alone.',
    ],
    [
      config.chains.ethUrls.length > 0 && config.chains.ethNetworkId === undefined,
      'ETH_NETWORK_ID is missing.',
    ],
    [
      config.chains.ethUrls.length > 0 && config.chains.keystore === undefined,
      'SIGNER_KEYSTORE is missing: nobody could sign.',
    ],
    ...simulators.map((name) => [true, `The ${name} part is a simulator.`] as const),
  ];
  return rows.filter(([isProblem]) => isProblem).map(([, sentence]) => sentence);
}

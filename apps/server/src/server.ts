import { createAuditor } from './modules/audit/service.ts';
import { createBills } from './modules/bill/service.ts';
import { createAppConfig } from './modules/config/service.ts';
/**
 * The program put together: modules on the platform, a handler for every row of the contract. Reads top-down; main.ts
 * starts it around a real database, tests around theirs.
 */
import type { Mailer, SmsSender } from './modules/identity/port.ts';
import type { Identity } from './modules/identity/service.ts';
import { createIdentity } from './modules/identity/service.ts';
import type { RateSource } from './modules/rate/port.ts';
import { createRates, refreshRates } from './modules/rate/service.ts';
import type { Security } from './modules/security/service.ts';
import { createSecurity } from './modules/security/service.ts';
import { createTransfers } from './modules/transfer/service.ts';
import { createWallet } from './modules/wallet/service.ts';
import type { Handlers } from './platform/call.ts';
import type { Clock } from './platform/clock.ts';
import type { Databases } from './platform/database.ts';
import type { Gateway } from './platform/gateway.ts';
import { createGateway } from './platform/gateway.ts';
import type { JobHandlers } from './platform/jobs.ts';
import type { Limits } from './platform/limits.ts';
import type { Log } from './platform/log.ts';
import { findSession } from './platform/session.ts';

export type ServerDependencies = {
  readonly mode: 'demo' | 'production';
  readonly databases: Databases;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
  /** Secret of the envelope's format check (protocol.md). */
  readonly apiSecret: string;
  /** Keys digests and peppers passwords. */
  readonly secretKey: string;
  readonly rateSource: RateSource;
  /** How mails and SMS leave the program. */
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
};

export type Server = {
  readonly gateway: Gateway;
  /** What the job queue runs for the modules. */
  readonly jobs: JobHandlers;
  readonly identity: Identity;
  readonly security: Security;
};

export function createServer(dependencies: ServerDependencies): Server {
  const { mode, databases, limits, clock, log, apiSecret, secretKey, rateSource, mailer, smsSender } =
    dependencies;

  const identity = createIdentity({ secretKey, limits, mailer, smsSender });
  const security = createSecurity({ secretKey, limits });
  const auditor = createAuditor({ db: databases.main, log, clock });
  const handlers: Handlers = {
    ...createAppConfig({ mode }),
    ...createRates(),
    ...identity.handlers,
    ...security.handlers,
    ...createWallet(),
    ...createBills(),
    ...createTransfers({ security }),
  };

  return {
    identity,
    security,
    gateway: createGateway({ databases, handlers, limits, findSession, clock, apiSecret, secretKey, log }),
    jobs: {
      ...identity.jobs,
      audit: async () => void (await auditor.auditOnce()),
      rates: async () => await refreshRates(databases.main, rateSource, clock()),
    },
  };
}

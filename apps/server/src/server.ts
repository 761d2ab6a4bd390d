import type { ScreeningList } from '@marigold/partners/screening-port';

import { createAuditor } from './modules/audit/service.ts';
import type { BillFacts } from './modules/bill/service.ts';
import { createBills } from './modules/bill/service.ts';
import type { CardCompanies } from './modules/card/port.ts';
import { createCards } from './modules/card/service.ts';
import type { ChainPorts } from './modules/chain/port.ts';
import { createChains } from './modules/chain/service.ts';
import { createConfig } from './modules/config/service.ts';
import { createDeposits } from './modules/deposit/service.ts';
import { depositBillFacts, depositCaseFacts } from './modules/deposit/views.ts';
import type { Exports } from './modules/export/service.ts';
import { createExports } from './modules/export/service.ts';
import type { FileStore } from './modules/file/port.ts';
import type { Files } from './modules/file/service.ts';
import { createFiles } from './modules/file/service.ts';
import type { HumanCheck } from './modules/human/port.ts';
import { createHuman } from './modules/human/service.ts';
import type { IdentityDependencies, IdentityService } from './modules/identity/service.ts';
import { createIdentity } from './modules/identity/service.ts';
import { voidLoginTickets } from './modules/identity/views.ts';
import type { IdentityCompanies } from './modules/kyc/port.ts';
import { createKyc } from './modules/kyc/service.ts';
import { createPersonalLimits } from './modules/limit/service.ts';
import type { Markets } from './modules/market/service.ts';
/**
 * The program put together: modules on the platform, a handler for every row of the contract. Reads top-down; main.ts
 * starts it around a real database, tests around theirs.
 */
import type { Mailer, SmsSender } from './modules/message/port.ts';
import type { Messages } from './modules/message/service.ts';
import { createMessages } from './modules/message/service.ts';
import type { Partner } from './modules/partner/service.ts';
import { createPasskeys } from './modules/passkey/service.ts';
import { createPayees, removeNewPayees } from './modules/payee/service.ts';
import { payoutBillFacts, payoutCaseFacts, payoutOutflow } from './modules/payout/views.ts';
import { listBrokenPurchases, purchaseOutflow } from './modules/purchase/views.ts';
import type { RateSource } from './modules/rate/port.ts';
import { createRates } from './modules/rate/service.ts';
import { createRisks } from './modules/risk/service.ts';
import type { Security } from './modules/security/service.ts';
import { createSecurity } from './modules/security/service.ts';
import { hasPaymentPasswordSql, voidChallenges } from './modules/security/views.ts';
import type { Shield } from './modules/shield/service.ts';
import { createShield } from './modules/shield/service.ts';
import { createSpending, type Spending } from './modules/spending/service.ts';
import { tradeFrozenUntil } from './modules/spending/views.ts';
import type { Exchange } from './modules/trade/port.ts';
import { createTakeOrdersBack, createTrade } from './modules/trade/service.ts';
import { listBrokenOrders, listTradedPairs, orderBillFacts } from './modules/trade/views.ts';
import { createTransfers, transferSubjects } from './modules/transfer/service.ts';
import { paidPeople, transferOutflow } from './modules/transfer/views.ts';
import { createWallet } from './modules/wallet/service.ts';
import type { Database, Databases } from './platform/database/database.ts';
import type { Handlers } from './platform/http/call.ts';
import type { Cookies } from './platform/http/cookies.ts';
import { createCookies } from './platform/http/cookies.ts';
import type { Gateway, GatewayDependencies } from './platform/http/gateway.ts';
import { createGateway } from './platform/http/gateway.ts';
import type { Limits } from './platform/http/limits.ts';
import { createSessionHalves } from './platform/http/session-half.ts';
import { createSessionFinder, type SessionDependencies } from './platform/http/session.ts';
import { forgetDevices } from './platform/http/trusted-device.ts';
import type { JobHandlers } from './platform/jobs/jobs.ts';
import type { Clock } from './platform/process/clock.ts';
import { systemClock } from './platform/process/clock.ts';
import type { LinkRules } from './platform/process/config.ts';
import type { CountryOf } from './platform/process/country-table.ts';
import type { IdentityKeeping } from './platform/process/identity-keys.ts';
import type { Log } from './platform/process/log.ts';

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
  /** Asked all at once; none is believed alone where there are two or more. Without any the demo source is asked. */
  readonly rateSources: readonly RateSource[];
  /** How mails and SMS leave the program. */
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
  /** How many SMS leave in a day. */
  readonly smsDailyMax: number;
  /** Who makes and checks work puzzles. */
  readonly humanCheck: HumanCheck;
  /** Where the bytes of files lie. */
  readonly fileStore: FileStore;
  /** The address of this program as mails name it, without a slash at the end. */
  readonly publicAddress: () => string;
  /** Of network addresses, where an operator brought a table. */
  readonly countryOf?: CountryOf | undefined;
  /** Pages come over https. */
  readonly isSecure: boolean;
  readonly links: LinkRules;
  /** Native apps whose passkeys are ours, as Android names them. */
  readonly appOrigins: readonly string[];
  /** Who verifies identities. */
  readonly companies: IdentityCompanies;
  /** Who issues cards. */
  readonly cardCompanies: CardCompanies;
  readonly keeping: IdentityKeeping;
  /** With which list people are compared before they are approved; undefined: with none here. */
  readonly screening: ScreeningList | undefined;
  /** The chains that are configured. */
  readonly chains: ChainPorts;
  /** The books, wherever they run. */
  readonly exchange: Exchange;
  /** What everybody may see of them. */
  readonly markets: Pick<Markets, 'handlers'>;
};

export type Server = {
  readonly gateway: Gateway;
  /** What the job queue runs for the modules. */
  readonly jobs: JobHandlers;
  readonly files: Files;
  readonly identity: IdentityService;
  readonly security: Security;
  /** How sessions are found, for whoever lets connections in. */
  readonly sessions: SessionDependencies;
  readonly cookies: Cookies;
  readonly exports: Exports;
  readonly messages: Messages;
  /** What companies outside do for the modules. */
  readonly partners: readonly Partner[];
  /** The version of the app that the reference names. */
  readonly version: string;
};

/** What bills borrow from the business objects that they tell of. */
export const billFacts: BillFacts = {
  order: orderBillFacts,
  payout: payoutBillFacts,
  deposit: depositBillFacts,
};

/** Whatever leaves accounts. */
const outflows = [transferOutflow, payoutOutflow, purchaseOutflow];

/** What cases of risk are about, as its owners tell it. */
const caseFacts = { deposits: depositCaseFacts, payouts: payoutCaseFacts };

export function createServer(dependencies: ServerDependencies): Server {
  const { mode, databases, clock, log, secretKey, rateSources, mailer } = dependencies;
  const { fileStore, isSecure, links, publicAddress, chains, exchange, markets } = dependencies;

  const files = createFiles({ db: databases.main, store: fileStore, secretKey, clock, log });
  const cookies = createCookies({ isSecure, isFramed: links.wrapperOrigin !== undefined });
  const halves = createSessionHalves(secretKey);
  const human = createHuman({ check: dependencies.humanCheck, limits: dependencies.limits });
  const identity = identityOf(dependencies, { halves, refuseFlood: human.refuseFlood });
  const { smsBudget } = identity;
  const security = createSecurity({ ...dependencies, smsBudget, payments: transferSubjects });
  const shield = shieldOf(dependencies, security);
  const spending = createSpending({ outflows, ...security });
  const db = databases.main;
  const personalLimits = createPersonalLimits({ db, spending, clock, ...security });
  const exports = createExports({ db, files, billFacts, security, mailer, clock, log, publicAddress });
  const messages = createMessages({ db, clock });
  const config = createConfig({ mode, links });
  const rates = createRates({ db, sources: rateSources, clock, log });
  const risks = createRisks({ db, facts: caseFacts, listPairs: listTradedPairs, clock });
  const outside = companiesOf(dependencies, { ...security, db, files, spending });
  const handlers: Handlers = {
    ...config.handlers,
    ...rates.handlers,
    ...createChains(),
    ...human.handlers,
    ...identity.handlers,
    ...security.handlers,
    ...shield.handlers,
    ...personalLimits.handlers,
    ...createPasskeys({ ...dependencies, ...security }),
    ...createWallet({ db }),
    ...createDeposits({ chains }),
    ...createBills(billFacts),
    ...exports.handlers,
    ...createPayees({ chains, paidPeople }),
    ...messages.handlers,
    ...createTransfers({ spending, chains }),
    ...risks.handlers,
    ...outside.handlers,
    ...markets.handlers,
    ...createTrade({ ...security, db, exchange, clock }),
  };

  const sessions = { facts: { tradeFrozenUntil }, halves, ...identity.sessionEvents };
  return {
    files,
    sessions,
    cookies,
    identity,
    security,
    exports,
    messages,
    partners: outside.partners,
    version: config.version,
    gateway: gatewayOf(dependencies, { handlers, sessions, cookies, findPhone: outside.findPhone }),
    jobs: {
      ...files.jobs,
      ...identity.jobs,
      ...shield.jobs,
      ...personalLimits.jobs,
      ...exports.jobs,
      ...messages.jobs,
      ...rates.jobs,
      ...risks.jobs,
      ...outside.jobs,
      ...auditJob(db, log),
    },
  };
}

/** What companies outside do for people: they verify who somebody is, and issue cards. */
function companiesOf(
  dependencies: ServerDependencies,
  parts: Security & { readonly db: Database; readonly files: Files; readonly spending: Spending },
) {
  const kyc = createKyc({ ...dependencies, ...parts });
  const cards = createCards({ ...dependencies, ...parts });
  return {
    handlers: { ...kyc.handlers, ...cards.handlers },
    jobs: { ...kyc.jobs, ...cards.jobs },
    partners: [...kyc.partners, ...cards.partners],
    findPhone: kyc.findPhone,
  };
}

function auditJob(db: Database, log: Log): JobHandlers {
  const lists = [listBrokenOrders, listBrokenPurchases];
  // The books stamp their audits themselves: whether the nightly one is due is asked of the same clock, or it always were.
  const auditor = createAuditor({ db, log, clock: systemClock, lists });
  return { audit: async () => void (await auditor.auditOnce()) };
}

function identityOf(
  dependencies: ServerDependencies,
  parts: Pick<IdentityDependencies, 'halves' | 'refuseFlood'>,
): IdentityService {
  const { main: db } = dependencies.databases;
  const userFacts = { hasPayPassword: hasPaymentPasswordSql };
  return createIdentity({ ...dependencies, ...parts, db, userFacts, voidChallenges });
}

/** What stops a thief, with everything that the other modules let go of for it. */
function shieldOf({ secretKey, databases, exchange }: ServerDependencies, security: Security): Shield {
  return createShield({
    secretKey,
    checkVerification: security.checkVerification,
    takeOrdersBack: createTakeOrdersBack({ db: databases.main, exchange }),
    removeNewPayees,
    forgetTrust: async (db, userId) => await forgetDevices(db, { userId }),
    voidLogins: voidLoginTickets,
  });
}

function gatewayOf(
  dependencies: ServerDependencies,
  parts: Pick<GatewayDependencies, 'handlers' | 'cookies' | 'findPhone'> & {
    readonly sessions: SessionDependencies;
  },
): Gateway {
  const { databases, limits, clock, countryOf, apiSecret, links, publicAddress, secretKey, log } =
    dependencies;
  const { handlers, cookies, sessions, findPhone } = parts;
  return createGateway({
    databases,
    handlers,
    limits,
    findSession: createSessionFinder(databases.main, sessions),
    findPhone,
    cookies,
    countryOf,
    ownOrigin: links.wrapperOrigin === undefined ? undefined : publicAddress,
    clock,
    apiSecret,
    secretKey,
    log,
  });
}

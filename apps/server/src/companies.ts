/**
 * Who verifies identities and who issues cards: the companies that settings name, or in a demo ones of our own beside the
 * program, which speak as those are documented to. main.ts starts them early and nothing waits for them: until they answer,
 * wishes wait.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createMusepayIssuer } from './adapters/card-issuer/musepay.ts';
import { createSumsubProvider } from './adapters/identity-provider/sumsub.ts';
import { ensureIssuingKeys } from './adapters/partner-simulator/card-company-file.ts';
import { ensureCompanyKeys } from './adapters/partner-simulator/company-file.ts';
import { levelNameOf } from './adapters/partner-simulator/company.ts';
import type { CardPanel, PartnerPanel } from './adapters/partner-simulator/panel-client.ts';
import { createPartnerPanel } from './adapters/partner-simulator/panel-client.ts';
import type { PartnerSimulator } from './adapters/partner-simulator/start.ts';
import { startPartnerSimulator } from './adapters/partner-simulator/start.ts';
import type { CardCompanies, CardCompany } from './modules/card/port.ts';
import type { DemoPartner } from './modules/demo/port.ts';
import type { IdentityCompanies } from './modules/kyc/port.ts';
import type { Clock } from './platform/process/clock.ts';
import { type Config, ConfigurationError } from './platform/process/config.ts';

export type RunningCompanies = {
  readonly companies: IdentityCompanies;
  readonly cardIssuers: CardCompanies;
  /** The demo company as /dev reaches it; undefined where there is none that verifies identities. */
  readonly demo: DemoPartner | undefined;
  /** The one that issues cards, in the same way. */
  readonly demoCards: CardPanel | undefined;
  /** Where events of demo companies go from now on: the program's own address, once it is known. */
  readonly listenAt: (address: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Nobody promised how long a request stays valid, or how far what is read lags: nothing is concluded from silence. */
const promise = { requestValidForMs: null, readLagMs: null } as const;
/** Where a demo company that has not begun would be: nobody answers there. */
const nowhere = 'http://127.0.0.1:1';
/** The demo companies tell again sooner than the real ones: Sumsub after 5 minutes and up to 18 hours, MusePay after 2 to 64. */
const demoRetryMs = [5000, 15_000, 60_000, 300_000];

/** Throws ConfigurationError where a key of MusePay cannot be read. */
export function startCompanies(
  config: Config,
  { clock, onNotice }: { readonly clock: Clock; readonly onNotice: (sentence: string) => void },
): RunningCompanies {
  const { mode, sumsub, musepay, processRoles } = config;
  const real: RunningCompanies = {
    companies: sumsub === undefined ? new Map() : new Map([['sumsub', sumsubCompany(sumsub, clock)]]),
    cardIssuers: musepay === undefined ? new Map() : new Map([['musepay', musepayCompany(musepay, clock)]]),
    demo: undefined,
    demoCards: undefined,
    listenAt: async () => await Promise.resolve(),
    stop: async () => await Promise.resolve(),
  };
  // Their keys lie in one data directory: a demo that is cut into processes has none.
  const mayHaveDemo = mode === 'demo' && processRoles.includes('api') && processRoles.includes('jobs');
  if (!mayHaveDemo || (sumsub !== undefined && musepay !== undefined)) return real;
  const made = startDemoCompanies(config, { clock, onNotice });
  return {
    ...made,
    ...(sumsub === undefined ? {} : { companies: real.companies, demo: undefined }),
    ...(musepay === undefined ? {} : { cardIssuers: real.cardIssuers, demoCards: undefined }),
  };
}

function sumsubCompany(account: NonNullable<Config['sumsub']>, clock: Clock) {
  const { url, level, ...keys } = account;
  const port = createSumsubProvider({ ...keys, url: () => url, clock, levelName: () => level });
  return { id: 'sumsub', name: 'Sumsub', contentId: 'kyc-sumsub', way: 'page', port, promise } as const;
}

function musepayCompany(account: NonNullable<Config['musepay']>, clock: Clock): CardCompany {
  const { url, partnerId, mailDomain, privateKeyFile, publicKeyFile } = account;
  const port = createMusepayIssuer({
    url: () => url,
    partnerId,
    mailDomain,
    privateKey: keyFrom('MUSEPAY_PRIVATE_KEY_FILE', privateKeyFile, createPrivateKey),
    platformKey: keyFrom('MUSEPAY_PUBLIC_KEY_FILE', publicKeyFile, createPublicKey),
    clock,
  });
  return { id: 'musepay', name: 'MusePay', contentId: 'card-musepay', promise, port, isDemo: false };
}

function keyFrom(setting: string, path: string, read: (pem: Buffer) => KeyObject): KeyObject {
  try {
    return read(readFileSync(path));
  } catch {
    throw new ConfigurationError('Marigold cannot start with these settings', [
      `${setting} names no file with a key in PEM that can be read.`,
    ]);
  }
}

function startDemoCompanies(
  config: Config,
  { clock, onNotice }: { readonly clock: Clock; readonly onNotice: (sentence: string) => void },
): RunningCompanies {
  const folder = join(config.dataDirectory, 'demo-company');
  const { panelToken, ...keys } = ensureCompanyKeys(folder);
  let running: PartnerSimulator | undefined;
  let address: string | undefined;
  const sendAddress = async () => {
    if (address === undefined) return;
    await running?.panel.sendEventsTo(`${address}/hooks/democompany`);
    await running?.panel.cards.sendEventsTo(`${address}/hooks/democards`);
  };
  const starting = startPartnerSimulator({
    mode: config.mode,
    folder,
    retryMs: demoRetryMs,
    clockOffsetMs: config.clockOffsetMs,
    onNotice,
  })
    .then(async (simulator) => {
      running = simulator;
      await sendAddress();
    })
    .catch((error: unknown) => onNotice(error instanceof Error ? error.message : String(error)));
  const url = () => running?.url() ?? nowhere;
  const port = createSumsubProvider({
    ...keys,
    url,
    clock,
    levelName: (level) => levelNameOf({ level }),
  });
  const company = {
    id: 'democompany',
    name: 'Demo Identity',
    contentId: 'kyc-demo-company',
    way: 'page',
    port,
    promise,
  } as const;
  return {
    companies: new Map([[company.id, company]]),
    cardIssuers: new Map([['democards', demoIssuer(folder, url, clock)]]),
    demo: demoOf(() => running?.panel),
    demoCards: createPartnerPanel(url, panelToken).cards,
    async listenAt(own) {
      address = own;
      await sendAddress().catch(() => undefined);
    },
    async stop() {
      await starting;
      await running?.stop();
    },
  };
}

function demoIssuer(folder: string, url: () => string, clock: Clock): CardCompany {
  const { partnerId, ours, theirs } = ensureIssuingKeys(folder);
  const port = createMusepayIssuer({
    url,
    partnerId,
    mailDomain: 'holders.invalid',
    privateKey: createPrivateKey(ours.privateKey),
    platformKey: createPublicKey(theirs.publicKey),
    clock,
  });
  const names = { id: 'democards', name: 'Demo Cards', contentId: 'card-demo-company' };
  return { ...names, promise, port, isDemo: true };
}

/** Each call throws while the company has not begun. */
function demoOf(panel: () => PartnerPanel | undefined): DemoPartner {
  const begun = () => {
    const one = panel();
    if (one === undefined) throw new Error('The demo company has not begun');
    return one;
  };
  return {
    state: async () => await begun().state(),
    decide: async (applicant, decision) => await begun().decide(applicant, decision),
    setFaults: async (faults, answerDelayMs) => await begun().setFaults(faults, answerDelayMs),
  };
}

/**
 * Who verifies identities: the company that settings name, or in a demo one of our own beside the program, which speaks
 * as that company is documented to. main.ts starts it early and nothing waits for it: until it answers, wishes wait.
 */
import { join } from 'node:path';

import { createSumsubProvider } from './adapters/identity-provider/sumsub.ts';
import { ensureCompanyKeys } from './adapters/partner-simulator/company-file.ts';
import { levelNameOf } from './adapters/partner-simulator/company.ts';
import type { PartnerPanel } from './adapters/partner-simulator/panel-client.ts';
import type { PartnerSimulator } from './adapters/partner-simulator/start.ts';
import { startPartnerSimulator } from './adapters/partner-simulator/start.ts';
import type { DemoPartner } from './modules/demo/port.ts';
import type { IdentityCompanies } from './modules/kyc/port.ts';
import type { Clock } from './platform/process/clock.ts';
import type { Config } from './platform/process/config.ts';

export type RunningCompanies = {
  readonly companies: IdentityCompanies;
  /** The demo company as /dev reaches it; undefined where there is none. */
  readonly demo: DemoPartner | undefined;
  /** Where its events go from now on: the program's own address, once it is known. */
  readonly listenAt: (address: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Nobody promised how long a request stays valid, or how far what is read lags: nothing is concluded from silence. */
const promise = { requestValidForMs: null, readLagMs: null } as const;
/** Where a demo company that has not begun would be: nobody answers there. */
const nowhere = 'http://127.0.0.1:1';
/** The demo company tells again sooner than the real one, whose page says 5 minutes, 1, 5 and 18 hours. */
const demoRetryMs = [5000, 15_000, 60_000, 300_000];

const none: RunningCompanies = {
  companies: new Map(),
  demo: undefined,
  listenAt: async () => await Promise.resolve(),
  stop: async () => await Promise.resolve(),
};

export function startCompanies(
  config: Config,
  { clock, onNotice }: { readonly clock: Clock; readonly onNotice: (sentence: string) => void },
): RunningCompanies {
  const { mode, sumsub, processRoles } = config;
  if (sumsub !== undefined)
    return { ...none, companies: new Map([['sumsub', sumsubCompany(sumsub, clock)]]) };
  // Its keys lie in one data directory: a demo that is cut into processes has none.
  if (mode !== 'demo' || !processRoles.includes('api') || !processRoles.includes('jobs')) return none;
  return startDemoCompany(config, { clock, onNotice });
}

function sumsubCompany(account: NonNullable<Config['sumsub']>, clock: Clock) {
  const { url, level, ...keys } = account;
  const port = createSumsubProvider({ ...keys, url: () => url, clock, levelName: () => level });
  return { id: 'sumsub', name: 'Sumsub', contentId: 'kyc-sumsub', way: 'page', port, promise } as const;
}

function startDemoCompany(
  config: Config,
  { clock, onNotice }: { readonly clock: Clock; readonly onNotice: (sentence: string) => void },
): RunningCompanies {
  const folder = join(config.dataDirectory, 'demo-company');
  const { panelToken: _, ...keys } = ensureCompanyKeys(folder);
  let running: PartnerSimulator | undefined;
  let address: string | undefined;
  const sendAddress = async () => {
    if (address !== undefined) await running?.panel.sendEventsTo(`${address}/hooks/democompany`);
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
  const port = createSumsubProvider({
    ...keys,
    url: () => running?.url() ?? nowhere,
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
    demo: demoOf(() => running?.panel),
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

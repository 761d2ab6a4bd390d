/** The demo company at work: its world on the disk, its checks in time, its events on their way to the house. */
import { randomBytes } from 'node:crypto';

import type { Chance, IdentityFaults } from '@marigold/partners/simulator/identity-faults';
import { drawEventCopies, noIdentityFaults } from '@marigold/partners/simulator/identity-faults';
import type {
  CheckedApplicant,
  IdentityEvent,
  IdentityWorld,
} from '@marigold/partners/simulator/identity-world';
import { createIdentityWorld, findChecked, moveOn } from '@marigold/partners/simulator/identity-world';
import { signedHeaders } from '@marigold/partners/simulator/signed-headers';
import { sumsubEvent } from '@marigold/partners/simulator/sumsub-shapes';

import type { CompanyDelivery, CompanyKeys, CompanyPage, CompanyState } from './company-file.ts';
import { readCompanyState, writeCompanyState } from './company-file.ts';

export type CompanySettings = {
  /** Where its state lies; it exists. */
  readonly folder: string;
  readonly keys: CompanyKeys;
  /** How long a check takes when nobody decides otherwise. */
  readonly checkMs: number;
  /** After how long an event that was not taken is sent again, each time; then never. */
  readonly retryMs: readonly number[];
  readonly clock: () => number;
  readonly chance: Chance;
};

/** The levels of its dashboard. */
export const companyLevels: ReadonlyMap<string, 2 | 3> = new Map([
  ['demo-level-2', 2],
  ['demo-level-3', 3],
]);

/** Sumsub sends an event again after 5 minutes, 1, 5 and 18 hours (docs.sumsub.com/docs/webhook-manager). */
export const documentedRetryMs: readonly number[] = [5, 60, 300, 1080].map((minutes) => minutes * 60_000);

const deliveryTimeoutMs = 5000;
const pagesMax = 1000;
const deliveriesMax = 10_000;

export type Company = {
  readonly world: IdentityWorld;
  readonly settings: CompanySettings;
  readonly state: CompanyState;
  /** Epoch milliseconds of the company's clock. */
  readonly now: () => number;
  /** Everything that changes the company: it is on the disk when this answers. */
  readonly change: <Value>(work: () => Value) => Value;
  /** Lets what is due happen. */
  readonly tick: () => Promise<void>;
};

export function createCompany(settings: CompanySettings): Company {
  const { folder, keys, checkMs, clock } = settings;
  const state = readCompanyState(folder) ?? {
    applicants: [],
    pages: [],
    deliveries: [],
    faults: noIdentityFaults,
    answerDelayMs: 0,
    webhookUrl: null,
  };
  const world = createIdentityWorld({ checkMs, applicants: state.applicants });
  const now = () => clock() + state.faults.clockOffMs;
  let isSending = false;

  function change<Value>(work: () => Value): Value {
    const value = work();
    for (const event of world.events.splice(0)) state.deliveries.push(...copiesOf(event));
    // Whoever gets no answer for days gets no more than this.
    state.deliveries.splice(0, state.deliveries.length - deliveriesMax);
    state.applicants = [...world.byRef.values()];
    writeCompanyState(folder, state);
    return value;
  }

  function copiesOf(event: IdentityEvent): CompanyDelivery[] {
    return drawEventCopies(state.faults, settings.chance).flatMap(({ delayMs, key, about }) => {
      const others = [...world.byRef.values()].filter(({ ref }) => ref !== event.about.ref);
      const row = about === 'itself' ? event.about : others[Math.floor(settings.chance() * others.length)];
      if (row === undefined) return [];
      const raw = sumsubEvent({ ...event, about: row }, levelNameOf(row));
      return [{ raw: key === 'right' ? raw : forged(raw), key, attempts: 0, dueAt: clock() + delayMs }];
    });
  }

  async function sendDue(): Promise<void> {
    const due = state.deliveries.filter(({ dueAt }) => dueAt <= clock());
    const { webhookUrl } = state;
    if (due.length === 0 || webhookUrl === null) return;
    for (const delivery of due) {
      const isTaken = await sendEvent(webhookUrl, delivery, keys);
      const waitMs = settings.retryMs[delivery.attempts];
      delivery.attempts += 1;
      if (isTaken || waitMs === undefined) state.deliveries.splice(state.deliveries.indexOf(delivery), 1);
      else delivery.dueAt = clock() + waitMs;
    }
    writeCompanyState(folder, state);
  }

  return {
    world,
    settings,
    state,
    now,
    change,
    async tick() {
      if ([...world.waiting].some(({ dueAt }) => dueAt !== null && dueAt <= now()))
        change(() => moveOn(world, now()));
      if (isSending) return;
      isSending = true;
      try {
        await sendDue();
      } finally {
        isSending = false;
      }
    },
  };
}

/** A forger promises what is wished for. */
function forged(raw: string): string {
  return raw.replace('"RED"', '"GREEN"');
}

/** True when the house took it. */
async function sendEvent(url: string, { raw, key }: CompanyDelivery, keys: CompanyKeys): Promise<boolean> {
  const bytes = Buffer.from(raw);
  const secret = key === 'right' ? keys.webhookSecret : 'a key that somebody guessed';
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: signedHeaders(bytes, secret),
      body: bytes,
      redirect: 'error',
      signal: AbortSignal.timeout(deliveryTimeoutMs),
    });
    await response.body?.cancel();
    // Who refuses a forged one has read it.
    return response.ok || key === 'wrong';
  } catch {
    return false;
  }
}

export function levelNameOf({ level }: Pick<CheckedApplicant, 'level'>): string {
  return `demo-level-${level}`;
}

/** A link to the page of an applicant, good for so long. */
export function issuePage(company: Company, ref: string, ttlMs: number): CompanyPage {
  const page = { token: randomBytes(24).toString('base64url'), ref, expires: company.now() + ttlMs };
  const { pages } = company.state;
  pages.push(page);
  pages.splice(0, pages.length - pagesMax);
  return page;
}

/** Whose page it is; undefined where the link is over or was never made. */
export function applicantOfPage(company: Company, token: string): CheckedApplicant | undefined {
  const page = company.state.pages.find((one) => one.token === token);
  if (page === undefined || page.expires <= company.now()) return undefined;
  return findChecked(company.world, { ref: page.ref });
}

export function setFaults(company: Company, faults: Partial<IdentityFaults>): void {
  company.state.faults = { ...company.state.faults, ...faults };
}

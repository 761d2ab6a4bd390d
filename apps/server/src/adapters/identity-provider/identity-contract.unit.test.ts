/** What every way to a company promises: the one in memory, and Sumsub's interface spoken with the demo company. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { HostedStart, HostedProvider } from '@marigold/partners/identity-port';
import { hostedItems, itemsOfLevel2 } from '@marigold/partners/kyc-states';
import type { IdentityFaults } from '@marigold/partners/simulator/identity-faults';
import { noIdentityFaults } from '@marigold/partners/simulator/identity-faults';
import type { IdentityDecision, IdentityPlan } from '@marigold/partners/simulator/identity-world';
import {
  createIdentityWorld,
  decideCheck,
  findChecked,
  giveItems,
} from '@marigold/partners/simulator/identity-world';
import { samplePersonOf } from '@marigold/partners/simulator/samples';
import { signedHeaders } from '@marigold/partners/simulator/signed-headers';
import { createSimulatedProvider } from '@marigold/partners/testing/simulated-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { promisesOfIdentity, answerValue } from '../../../testing/identity-contract.ts';
import { ensureCompanyKeys } from '../partner-simulator/company-file.ts';
import { startCompanyServer } from '../partner-simulator/company-server.ts';
import { createCompany } from '../partner-simulator/company.ts';
import { createPartnerPanel } from '../partner-simulator/panel-client.ts';
import { createSumsubProvider } from './sumsub.ts';

type Harness = {
  readonly provider: HostedProvider;
  /** The key that the company signs its events with. */
  readonly eventKey: string;
  /** Its person sends in what is asked, and the company's time passes. */
  readonly live: (applicant: string, plan: IdentityPlan) => Promise<void>;
  readonly decide: (applicant: string, decision: IdentityDecision) => Promise<void>;
  readonly break: (faults: Partial<IdentityFaults>) => Promise<void>;
  readonly stop: () => Promise<void>;
};

async function inMemory(): Promise<Harness> {
  let now = Date.UTC(2026, 0, 1);
  const faults = { ...noIdentityFaults };
  const world = createIdentityWorld({ checkMs: 1000 });
  const provider = createSimulatedProvider({
    world,
    faults,
    chance: Math.random,
    now: () => now,
    eventKey: 'the key',
  });
  const rowOf = (applicant: string) => {
    const row = findChecked(world, { applicant });
    if (row === undefined) throw new Error('nobody is there');
    return row;
  };
  return {
    provider,
    eventKey: 'the key',
    live: async (applicant, plan) => {
      const row = rowOf(applicant);
      giveItems(world, row, { read: samplePersonOf(row.ref), now, plan });
      now += 1000;
      provider.advance();
    },
    decide: async (applicant, decision) => decideCheck(world, rowOf(applicant), decision, (now += 1000)),
    break: async (changes) => void Object.assign(faults, noIdentityFaults, changes),
    stop: async () => undefined,
  };
}

/** The adapter of Sumsub over real HTTP. */
async function overHttp(): Promise<Harness> {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-company-'));
  const keys = ensureCompanyKeys(folder);
  let passedMs = 0;
  const clock = () => Date.now() + passedMs;
  const company = createCompany({ folder, keys, checkMs: 1000, retryMs: [], clock, chance: Math.random });
  const server = await startCompanyServer(company, 0);
  const panel = createPartnerPanel(() => server.url, keys.panelToken);
  return {
    provider: createSumsubProvider({
      ...keys,
      url: () => server.url,
      clock,
      timeoutMs: 1000,
      levelName: (level) => `demo-level-${level}`,
    }),
    eventKey: keys.webhookSecret,
    live: async (applicant, plan) => {
      await panel.submit(applicant, plan);
      passedMs += 1000;
      await company.tick();
    },
    decide: async (applicant, decision) => {
      passedMs += 1000;
      await panel.decide(applicant, decision);
    },
    break: async (faults) => void (await panel.setFaults(faults)),
    stop: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

let last = 0;
/** Somebody new: the tests of a harness share one company. */
function wish(change: Partial<HostedStart> = {}): HostedStart {
  last += 1;
  return {
    requestId: `request-${last}`,
    applicant: `applicant-${last}`,
    level: 2,
    items: itemsOfLevel2,
    returnUrl: 'https://wallet.example/back',
    language: 'en',
    ...change,
  };
}

describe.each([
  ['in memory', inMemory],
  ['Sumsub over HTTP', overHttp],
])('a company that verifies identities: %s', (_name, create) => {
  let harness: Harness;
  let provider: HostedProvider;
  beforeAll(async () => {
    harness = await create();
    ({ provider } = harness);
  });
  afterAll(async () => await harness.stop());

  promisesOfIdentity(() => ({
    provider,
    async newcomer() {
      const start = wish();
      const begin = async () => answerValue(await provider.start(start)).ref;
      return await Promise.resolve({ applicant: start.applicant, begin });
    },
  }));

  it('begins on a page of its own, once for an applicant whose start has another name', async () => {
    const start = wish();
    const first = answerValue(await provider.start(start));
    expect(answerValue(await provider.start({ ...start, requestId: 'another' })).ref).toBe(first.ref);
    expect(first.url).toMatch(/^https?:\/\//);
    expect(first.expires).toBeGreaterThan(Date.UTC(2026, 0, 1));
    const found = answerValue(await provider.find({ applicant: start.applicant }));
    expect(found).toMatchObject({ phase: 'open', outcome: null, decidedAt: null, read: null });
  });

  it('approves, and says what was read and when', async () => {
    const start = wish();
    await provider.start(start);
    await harness.live(start.applicant, { kind: 'passes' });
    const found = answerValue(await provider.find(start));
    expect(found).toMatchObject({ phase: 'done', outcome: 'passed' });
    expect(found.read).toEqual(samplePersonOf(found.ref));
    expect(found.decidedAt).toBeGreaterThan(0);
    const accepted = found.items.filter(({ verdict }) => verdict === 'accepted').map(({ item }) => item);
    expect(accepted.toSorted()).toEqual(itemsOfLevel2.toSorted());
  });

  it('asks single items again, in our words and in its own, and goes on with the same applicant', async () => {
    const start = wish();
    const { ref } = answerValue(await provider.start(start));
    const words = 'Bitte noch einmal.';
    await harness.live(start.applicant, { kind: 'again', items: ['liveness'], label: 'faceHidden', words });
    const found = answerValue(await provider.find(start));
    expect(found).toMatchObject({ phase: 'done', outcome: 'again' });
    expect(found.items.filter(({ verdict }) => verdict === 'again')).toEqual([
      { item: 'liveness', verdict: 'again', label: 'faceHidden', words },
    ]);
    expect(found.items.find(({ item }) => item === 'names')?.verdict).toBe('accepted');
    expect(answerValue(await provider.start({ ...start, items: ['liveness'] })).ref).toBe(ref);
    await harness.live(start.applicant, { kind: 'passes' });
    const later = answerValue(await provider.find(start));
    expect(later.outcome).toBe('passed');
    expect(later.decidedAt).toBeGreaterThan(found.decidedAt ?? Infinity);
  });

  it('asks for the proof of an address at level 3 alone', async () => {
    const start = wish({ level: 3, items: hostedItems.filter((item) => item !== 'idBack') });
    await provider.start(start);
    const found = answerValue(await provider.find(start));
    expect(found.items.map(({ item }) => item)).toContain('addressProof');
  });

  it('refuses for good, and begins nothing for the same applicant again', async () => {
    const start = wish();
    await provider.start(start);
    await harness.live(start.applicant, { kind: 'final', label: 'other' });
    expect(answerValue(await provider.find(start))).toMatchObject({ phase: 'done', outcome: 'final' });
    expect(await provider.start(start)).toEqual({ is: 'refused', reason: 'final', isFinal: true });
  });

  it('waits for a person, whose decision counts, and takes an approval back', async () => {
    const start = wish();
    await provider.start(start);
    await harness.live(start.applicant, { kind: 'held' });
    expect(answerValue(await provider.find(start))).toMatchObject({ phase: 'held', outcome: null });
    await harness.decide(start.applicant, { to: 'passed' });
    const passed = answerValue(await provider.find(start));
    expect(passed.outcome).toBe('passed');
    await harness.decide(start.applicant, { to: 'final', label: 'other', words: null });
    const revoked = answerValue(await provider.find(start));
    expect(revoked.outcome).toBe('final');
    expect(revoked.decidedAt).toBeGreaterThan(passed.decidedAt ?? Infinity);
  });

  it('may stay silent for ever', async () => {
    const start = wish();
    await provider.start(start);
    await harness.live(start.applicant, { kind: 'silent' });
    await harness.live(start.applicant, { kind: 'passes' }).catch(() => undefined);
    expect(answerValue(await provider.find(start))).toMatchObject({ phase: 'checking', outcome: null });
  });

  it('signs its events, and nobody else can', () => {
    const raw = Buffer.from(JSON.stringify({ type: 'applicantReviewed', externalUserId: 'applicant-1' }));
    const headers = signedHeaders(raw, harness.eventKey);
    expect(provider.readEvent(raw, headers)).toEqual({ about: { applicant: 'applicant-1' } });
    expect(provider.readEvent(raw, signedHeaders(raw, 'another company'))).toBeUndefined();
    expect(provider.readEvent(raw, { ...headers, 'x-payload-digest': '00'.repeat(32) })).toBeUndefined();
    expect(provider.readEvent(raw, {})).toBeUndefined();
    expect(provider.readEvent(Buffer.from(`${raw.toString()} `), headers)).toBeUndefined();
  });

  it.each(['requestLost', 'answerLost', 'effectLate', 'tooMany', 'broken', 'html'] as const)(
    'says nothing when it cannot be heard: %s',
    async (fault) => {
      const start = wish();
      const { ref } = answerValue(await provider.start(start));
      await harness.break({ [fault]: 1 });
      expect(await provider.start(wish())).toEqual({ is: 'unknown' });
      expect(await provider.find({ ref })).toEqual({ is: 'unknown' });
      expect(await provider.erase(ref)).toEqual({ is: 'unknown' });
      await harness.break({});
    },
  );

  it('has one applicant though each of our calls arrives twice, or its answer was lost', async () => {
    const start = wish();
    await harness.break({ sentTwice: 1 });
    const { ref } = answerValue(await provider.start(start));
    await harness.break({ answerLost: 1 });
    expect(await provider.start(start)).toEqual({ is: 'unknown' });
    await harness.break({});
    expect(answerValue(await provider.start(start)).ref).toBe(ref);
  });

  it('is taken at its word when it forgets somebody for a while', async () => {
    const start = wish();
    await provider.start(start);
    await harness.break({ forgotten: 1 });
    expect(await provider.find(start)).toEqual({ is: 'absent' });
    await harness.break({});
  });
});

/** The two ways to a company that issues cards, each with what its tests do to it: in memory, and MusePay over HTTP. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CardIssuer } from '@marigold/partners/card-port';
import type { HookHeaders } from '@marigold/partners/identity-port';
import type { CardWorld, HolderDecision, OpeningDecision } from '@marigold/partners/simulator/card-world';
import { createCardWorld, decideCard, decideHolder } from '@marigold/partners/simulator/card-world';
import { decideOpening, moveParcel, type ParcelState } from '@marigold/partners/simulator/card-world';
import type { IdentityFaults } from '@marigold/partners/simulator/identity-faults';
import { noIdentityFaults } from '@marigold/partners/simulator/identity-faults';
import { signedHeaders } from '@marigold/partners/simulator/signed-headers';
import { createSimulatedIssuer } from '@marigold/partners/testing/simulated-issuer';

import { signatureBy } from '../src/adapters/card-issuer/musepay-signature.ts';
import { createMusepayIssuer } from '../src/adapters/card-issuer/musepay.ts';
import { ensureIssuingKeys } from '../src/adapters/partner-simulator/card-company-file.ts';
import { createIssuingCompany } from '../src/adapters/partner-simulator/card-company.ts';
import { ensureCompanyKeys } from '../src/adapters/partner-simulator/company-file.ts';
import { startCompanyServer } from '../src/adapters/partner-simulator/company-server.ts';
import { createCompany } from '../src/adapters/partner-simulator/company.ts';
import { createPartnerPanel } from '../src/adapters/partner-simulator/panel-client.ts';

export type IssuerHarness = {
  readonly issuer: CardIssuer;
  readonly world: CardWorld;
  /** The headers of an event, by the company's key or by another one. */
  readonly sign: (raw: Buffer, by: 'company' | 'another') => HookHeaders;
  readonly pass: (ms: number) => Promise<void>;
  readonly decideHolder: (applicant: string, decision: HolderDecision) => Promise<unknown>;
  readonly decideOpening: (requestId: string, decision: OpeningDecision) => Promise<unknown>;
  readonly moveParcel: (requestId: string, to: ParcelState) => Promise<unknown>;
  readonly decideCard: (cardRef: string, to: 'suspended' | 'restored' | 'closed') => Promise<unknown>;
  readonly break: (faults: Partial<IdentityFaults>) => Promise<void>;
  /** Everything that left the company beside its answers. */
  readonly leaks: () => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** How long each check of them takes. */
export const issuerCheckMs = 1000;

/** The issuer of the server's tests and of simulations. */
export async function issuerInMemory(): Promise<IssuerHarness> {
  let now = Date.UTC(2026, 0, 1);
  const faults = { ...noIdentityFaults };
  const world = createCardWorld({ checkMs: issuerCheckMs });
  const issuer = createSimulatedIssuer({ world, faults, now: () => now, eventKey: 'the key' });
  const events: string[] = [];
  const hear = () => void events.push(...issuer.takeEvents().map(({ raw }) => raw.toString()));
  const there = <Row>(row: Row | undefined): Row => {
    if (row === undefined) throw new Error('nobody is there');
    return row;
  };
  return {
    issuer,
    world,
    sign: (raw, by) => signedHeaders(raw, by === 'company' ? 'the key' : 'another'),
    pass: async (ms) => {
      now += ms;
      hear();
    },
    decideHolder: async (applicant, decision) =>
      decideHolder(world, there(world.holders.get(applicant)), decision, now),
    decideOpening: async (requestId, decision) =>
      decideOpening(world, there(world.openings.get(requestId)), decision, now),
    moveParcel: async (requestId, to) => moveParcel(world, there(world.openings.get(requestId)), to, now),
    decideCard: async (cardRef, to) => decideCard(world, there(world.cards.get(cardRef)), to, now),
    break: async (changes) => void Object.assign(faults, noIdentityFaults, changes),
    leaks: async () => {
      hear();
      return await Promise.resolve(events.join('\n'));
    },
    stop: async () => undefined,
  };
}

/** The adapter of MusePay over real HTTP. */
export async function musepayOverHttp(): Promise<IssuerHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-company-'));
  const keys = ensureIssuingKeys(folder);
  const companyKeys = ensureCompanyKeys(folder);
  let passedMs = 0;
  const clock = () => Date.now() + passedMs;
  const shared = { folder, checkMs: issuerCheckMs, retryMs: [], clock, chance: Math.random };
  const company = createCompany({ ...shared, keys: companyKeys });
  const cards = createIssuingCompany({ ...shared, keys, faults: () => company.state.faults });
  const server = await startCompanyServer(company, 0, cards);
  const panel = createPartnerPanel(() => server.url, companyKeys.panelToken);
  const signers: Readonly<Record<'company' | 'another', KeyObject>> = {
    company: createPrivateKey(keys.theirs.privateKey),
    another: createPrivateKey(keys.ours.privateKey),
  };
  const pass = async (ms: number) => {
    passedMs += ms;
    await cards.tick();
  };
  return {
    issuer: createMusepayIssuer({
      url: () => server.url,
      partnerId: keys.partnerId,
      privateKey: createPrivateKey(keys.ours.privateKey),
      platformKey: createPublicKey(keys.theirs.publicKey),
      mailDomain: 'holders.example',
      clock,
      timeoutMs: 1000,
    }),
    world: cards.world,
    sign: (raw, by) => ({ sign: signatureBy(signers[by], raw) }),
    pass,
    decideHolder: panel.cards.decideHolder,
    decideOpening: panel.cards.decideOpening,
    moveParcel: panel.cards.moveParcel,
    decideCard: panel.cards.decideCard,
    break: async (faults) => void (await panel.setFaults(faults)),
    leaks: async () =>
      [JSON.stringify(await panel.cards.state()), ...cards.state.deliveries.map(({ raw }) => raw)].join('\n'),
    stop: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The same issuer, with each of its answers in a row. */
export function recordedIssuer(issuer: CardIssuer, answers: unknown[]): CardIssuer {
  return new Proxy(issuer, {
    get(target, name: keyof CardIssuer) {
      const method = target[name] as (...given: readonly unknown[]) => unknown;
      return (...given: readonly unknown[]) => {
        const answer = method(...given);
        void Promise.resolve(answer).then((value) => answers.push(value));
        return answer;
      };
    },
  });
}

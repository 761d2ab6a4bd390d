/** The demo company that issues cards at work: its world on the disk, what is due in time, its events on their way. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

import { minuteMs } from '@marigold/money/spans';
import type { CardWorld, CardWorldEvent } from '@marigold/partners/simulator/card-world';
import { createCardWorld, moveCards } from '@marigold/partners/simulator/card-world';
import type { Chance, IdentityFaults } from '@marigold/partners/simulator/identity-faults';
import { drawEventCopies } from '@marigold/partners/simulator/identity-faults';
import { musepayEvent } from '@marigold/partners/simulator/musepay-shapes';

import { signatureBy } from '../card-issuer/musepay-signature.ts';
import type { IssuingKeys, IssuingState } from './card-company-file.ts';
import { readIssuingState, writeIssuingState } from './card-company-file.ts';
import type { CompanyDelivery } from './company-file.ts';

export type IssuingSettings = {
  /** Where its state lies; it exists. */
  readonly folder: string;
  readonly keys: IssuingKeys;
  /** How long each check takes when nobody decides otherwise. */
  readonly checkMs: number;
  /** After how long an event that was not taken is sent again, each time; then never. */
  readonly retryMs: readonly number[];
  readonly clock: () => number;
  readonly chance: Chance;
  /** What is printed on its cards; numbers of the test range where absent. */
  readonly print?: CardWorld['print'];
  /** Those of the whole process: there is one line to it. */
  readonly faults: () => IdentityFaults;
};

/** MusePay sends an event after 0, 2, 4 … 64 minutes (webhook/README.md); the first of them is no wait. */
export const musepayRetryMs: readonly number[] = [2, 4, 8, 16, 32, 64].map((minutes) => minutes * minuteMs);

const deliveryTimeoutMs = 5000;
const deliveriesMax = 10_000;

export type IssuingCompany = {
  readonly world: CardWorld;
  readonly settings: IssuingSettings;
  readonly state: IssuingState;
  /** The house's key, by which its requests are known. */
  readonly partnerKey: KeyObject;
  /** The nonces of requests that may still come again, each with its moment. */
  readonly nonces: Map<string, number>;
  /** Epoch milliseconds of the company's clock. */
  readonly now: () => number;
  /** Everything that changes the company: it is on the disk when this answers. */
  readonly change: <Value>(work: () => Value) => Value;
  /** Lets what is due happen. */
  readonly tick: () => Promise<void>;
};

export function createIssuingCompany(settings: IssuingSettings): IssuingCompany {
  const { folder, keys, checkMs, clock, faults, chance, print } = settings;
  const state = readIssuingState(folder) ?? {
    holders: [],
    openings: [],
    cards: [],
    deliveries: [],
    plans: { holder: { kind: 'passes' }, opening: { kind: 'opens' } },
    webhookUrl: null,
  };
  const world = createCardWorld({ checkMs, ...state, ...(print !== undefined && { print }) });
  const now = () => clock() + faults().clockOffMs;
  const signers = {
    right: createPrivateKey(keys.theirs.privateKey),
    // The house's own key is a wrong one for an event.
    wrong: createPrivateKey(keys.ours.privateKey),
  };
  const sent: CardWorldEvent[] = [];
  let isSending = false;

  function change<Value>(work: () => Value): Value {
    const value = work();
    for (const event of world.events.splice(0)) state.deliveries.push(...copiesOf(event));
    // Whoever gets no answer for days gets no more than this.
    state.deliveries.splice(0, state.deliveries.length - deliveriesMax);
    state.holders = [...world.holders.values()];
    state.openings = [...world.openings.values()];
    state.cards = [...world.cards.values()];
    writeIssuingState(folder, state);
    return value;
  }

  function copiesOf(event: CardWorldEvent): CompanyDelivery[] {
    const others = sent.filter(({ ref }) => ref !== event.ref);
    sent.push(event);
    sent.splice(0, sent.length - 50);
    return drawEventCopies(faults(), chance).flatMap(({ delayMs, key, about, isOld }) => {
      const drawn = others[Math.floor(chance() * others.length)];
      const chosen = about === 'another' ? drawn : isOld ? (drawn ?? event) : event;
      if (chosen === undefined) return [];
      return [{ raw: musepayEvent(chosen), key, attempts: 0, dueAt: clock() + delayMs }];
    });
  }

  async function sendDue(): Promise<void> {
    const due = state.deliveries.filter(({ dueAt }) => dueAt <= clock());
    const { webhookUrl } = state;
    if (due.length === 0 || webhookUrl === null) return;
    for (const delivery of due) {
      const isTaken = await postEvent(webhookUrl, delivery, signers[delivery.key]);
      const waitMs = settings.retryMs[delivery.attempts];
      delivery.attempts += 1;
      if (isTaken || waitMs === undefined) state.deliveries.splice(state.deliveries.indexOf(delivery), 1);
      else delivery.dueAt = clock() + waitMs;
    }
    writeIssuingState(folder, state);
  }

  return {
    world,
    settings,
    state,
    partnerKey: createPublicKey(keys.ours.publicKey),
    nonces: new Map(),
    now,
    change,
    async tick() {
      if ([...world.waiting].some(({ dueAt }) => dueAt !== null && dueAt <= now()))
        change(() => moveCards(world, now()));
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

/** True when the house took it. */
async function postEvent(url: string, { raw, key }: CompanyDelivery, signer: KeyObject): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', sign: signatureBy(signer, raw) },
      body: raw,
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

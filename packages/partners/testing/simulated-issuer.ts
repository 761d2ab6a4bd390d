/** The company that issues cards in the memory of tests and simulations: its port, with every fault that it may have. */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { formatUnits } from '@marigold/money/amount';
import { minuteMs } from '@marigold/money/spans';

import type { CardFacts, CardIssuer, CardName, FoundHolder, FoundOpening } from '../src/card-port.ts';
import type { HookHeaders, PartnerAnswer } from '../src/identity-port.ts';
import type {
  CardRow,
  CardWorld,
  CardWorldEvent,
  HolderRow,
  OpeningRow,
} from '../src/simulator/card-world.ts';
import {
  beginActivation,
  createCardWorld,
  giveHolder,
  moveCards,
  setCardState,
  takeOpening,
} from '../src/simulator/card-world.ts';
import type { Chance, IdentityFaults } from '../src/simulator/identity-faults.ts';
import { drawCallFault, drawEventCopies, drawMs } from '../src/simulator/identity-faults.ts';
import { isDrawn, lateMsMax, noIdentityFaults } from '../src/simulator/identity-faults.ts';
import { musepayEvent } from '../src/simulator/musepay-shapes.ts';
import { signedHeaders } from '../src/simulator/signed-headers.ts';
import type { SignedEvent } from './simulated-provider.ts';
import { createTimeline } from './timeline.ts';

export type SimulatedIssuerDependencies = {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A new one where absent, whose checks take a minute. */
  readonly world?: CardWorld;
  /** Those of identities without `statusBack`: what was refused is not issued later. May be changed on the way. */
  readonly faults?: IdentityFaults;
  readonly chance?: Chance;
  readonly eventKey?: string;
};

export type SimulatedIssuer = CardIssuer & {
  /** What it knows and decides; tests decide by the functions of card-world.ts. */
  readonly world: CardWorld;
  /** Lets what is due happen: late effects, decisions, parcels. */
  readonly advance: () => void;
  /** The events that have arrived by now, in the order of their arrival. Each is handed out once. */
  readonly takeEvents: () => readonly SignedEvent[];
  /** When something happens next by itself, or undefined. */
  readonly nextAt: () => number | undefined;
};

/** Within this span what is hidden comes back at a drawn moment. */
const forgottenMsMax = 30 * minuteMs;
/** Sent again as old: at most so many of the newest. */
const eventsRemembered = 50;
/** Whatever has a rate happens each time, and at once. */
const always: Chance = () => 0;

export function createSimulatedIssuer(dependencies: SimulatedIssuerDependencies): SimulatedIssuer {
  const { now, world = createCardWorld({ checkMs: minuteMs }), chance = always } = dependencies;
  const { faults = noIdentityFaults, eventKey = 'the key of the simulated issuer' } = dependencies;
  const later = createTimeline<() => void>();
  const hiddenUntil = new Map<string, number>();
  const post = createPost({ world, faults, chance, eventKey });
  const companyNow = () => now() + faults.clockOffMs;

  function advance(): void {
    for (const effect of later.take(now())) effect();
    moveCards(world, companyNow());
    post.sendNew(now());
  }

  /** One call over a bad line: `effect` is what the company does with the wish. */
  async function over<Value>(effect: () => PartnerAnswer<Value>): Promise<PartnerAnswer<Value>> {
    advance();
    const fault = drawCallFault(faults, chance);
    const lost = { is: 'unknown' } as const;
    if (fault === 'requestLost' || fault === 'tooMany' || fault === 'broken' || fault === 'html') return lost;
    if (fault === 'effectLate') {
      later.add(now() + drawMs(lateMsMax, chance), () => void effect());
      return lost;
    }
    const first = effect();
    const answer = fault === 'sentTwice' ? effect() : first;
    // The company's event is often faster than its own answer.
    advance();
    return await Promise.resolve(fault === 'answerLost' ? lost : answer);
  }

  function isHidden(ref: string): boolean {
    if ((hiddenUntil.get(ref) ?? 0) > now()) return true;
    if (!isDrawn(faults.forgotten, chance)) return false;
    hiddenUntil.set(ref, now() + drawMs(forgottenMsMax, chance));
    return true;
  }

  function found<Row extends { readonly ref: string }, Value>(
    row: Row | undefined,
    read: (row: Row) => Value,
  ): PartnerAnswer<Value> {
    return row === undefined || isHidden(row.ref) ? { is: 'absent' } : { is: 'done', value: read(row) };
  }

  const onCard = (name: CardName, change: (row: CardRow) => boolean) => (): PartnerAnswer<null> => {
    const row = cardByName(world, name);
    if (row === undefined) return { is: 'absent' };
    return change(row)
      ? { is: 'done', value: null }
      : { is: 'refused', reason: `card-${row.state}`, isFinal: false };
  };

  return {
    holder: async (request) =>
      await over(() => {
        const ids = { ref: newRef('h', world.holders.size), now: companyNow() };
        return { is: 'done', value: holderOf(giveHolder(world, request, ids)) };
      }),
    findHolder: async ({ applicant }) => await over(() => found(world.holders.get(applicant), holderOf)),
    open: async ({ mailTo, requestId, holderRef, product }) =>
      await over(() => {
        const number = world.openings.size;
        const ids = { ref: newRef('o', number), cardRef: newRef('c', number), now: companyNow() };
        const take = takeOpening(world, { requestId, holderRef, product, isMailed: mailTo !== null }, ids);
        // A double is answered by what is there.
        const row = take.is === 'taken' ? take.row : world.openings.get(requestId);
        if (row?.holderRef === holderRef) return { is: 'done', value: openingOf(row) };
        if (row !== undefined) return { is: 'unknown' };
        return { is: 'refused', reason: take.is === 'refused' ? take.reason : '', isFinal: false };
      }),
    findOpening: async ({ requestId, holderRef }) =>
      await over(() => {
        const row = world.openings.get(requestId);
        return found(row?.holderRef === holderRef ? row : undefined, openingOf);
      }),
    find: async (name) => await over(() => found(cardByName(world, name), cardFactsOf)),
    activate: async (name) => await over(onCard(name, (row) => beginActivation(world, row, companyNow()))),
    setState: async (name, to) =>
      await over(onCard(name, (row) => setCardState(world, row, to, companyNow()))),
    readEvent: (raw, headers) => readIssuerEvent(raw, headers, eventKey),
    world,
    advance,
    takeEvents: () => {
      advance();
      return post.take(now());
    },
    nextAt: () => {
      const decisions = [...world.waiting].flatMap(({ dueAt }) =>
        dueAt === null ? [] : [dueAt - faults.clockOffMs],
      );
      const moments = [later.firstAt(), post.firstAt(), ...decisions].filter((at) => at !== undefined);
      return moments.length === 0 ? undefined : Math.min(...moments);
    },
  };
}

function cardByName(world: CardWorld, { cardRef, holderRef }: CardName): CardRow | undefined {
  const row = world.cards.get(cardRef);
  return row?.holderRef === holderRef ? row : undefined;
}

/** How far the check of a holder is, as whoever may ask is answered. */
function holderOf({ ref, phase, fields }: HolderRow): FoundHolder {
  return { ref, phase, fields: [...fields] };
}

/** How far the company is with a card, as whoever may ask is answered. */
function openingOf({ requestId, phase, futureCardRef, reason, parcel }: OpeningRow): FoundOpening {
  return { requestId, phase, cardRef: phase === 'opened' ? futureCardRef : null, reason, parcel };
}

/** A card as whoever may ask is answered: without its number, its code and its PIN. */
function cardFactsOf(row: CardRow): CardFacts {
  const decimal = (cents: number) => formatUnits(BigInt(cents), 2);
  return {
    cardRef: row.ref,
    state: row.state,
    last4: row.last4,
    expiry: row.expiry,
    currency: row.currency,
    balance: decimal(row.balanceCents),
    available: decimal(row.availableCents),
    dailyLimit: decimal(row.dailyLimitCents),
    dailyLeft: decimal(row.dailyLeftCents),
  };
}

function newRef(kind: string, count: number): string {
  return kind + (count + 1).toString(16).padStart(12, '0');
}

type Post = {
  /** Sends what happened since. */
  readonly sendNew: (now: number) => void;
  readonly take: (now: number) => readonly SignedEvent[];
  readonly firstAt: () => number | undefined;
};

/** The way of events from the company to the house. */
function createPost({
  world,
  faults,
  chance,
  eventKey,
}: Required<Pick<SimulatedIssuerDependencies, 'world' | 'faults' | 'chance' | 'eventKey'>>): Post {
  const waiting = createTimeline<SignedEvent>();
  const sent: CardWorldEvent[] = [];
  const drawn = (): CardWorldEvent | undefined => sent[Math.floor(chance() * sent.length)];

  function send(event: CardWorldEvent, now: number): void {
    for (const copy of drawEventCopies(faults, chance)) {
      const chosen = copy.isOld || copy.about === 'another' ? drawn() : event;
      if (copy.about === 'another' && chosen?.ref === event.ref) continue;
      const raw = Buffer.from(musepayEvent(chosen ?? event));
      const key = copy.key === 'right' ? eventKey : 'a key that somebody guessed';
      const at = now + copy.delayMs;
      waiting.add(at, { at, raw, headers: signedHeaders(raw, key) });
    }
  }

  return {
    sendNew(now) {
      for (const event of world.events.splice(0)) {
        send(event, now);
        sent.push(event);
        if (sent.length > eventsRemembered) sent.shift();
      }
    },
    take: (now) => waiting.take(now),
    firstAt: () => waiting.firstAt(),
  };
}

function readIssuerEvent(
  raw: Buffer,
  headers: HookHeaders,
  key: string,
): ReturnType<CardIssuer['readEvent']> {
  const right = createHmac('sha256', key).update(raw).digest();
  const given = headers['x-payload-digest'];
  const bytes = Buffer.from(typeof given === 'string' ? given : '', 'hex');
  if (bytes.length !== right.length || !timingSafeEqual(bytes, right)) return undefined;
  const { data = {} } = JSON.parse(raw.toString('utf8')) as { data?: Readonly<Record<string, unknown>> };
  const { request_id: opening, cardId: card, user_xid: applicant } = data;
  if (typeof opening === 'string') return { about: { opening } };
  if (typeof card === 'string') return { about: { card } };
  return { about: typeof applicant === 'string' ? { applicant } : null };
}

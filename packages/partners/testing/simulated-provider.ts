/** The company in the memory of a simulation: its port, with every fault that its network and its own house may have. */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { hourMs, minuteMs } from '@marigold/money/spans';

import type {
  FoundReview,
  HookHeaders,
  HostedStart,
  HostedProvider,
  PartnerAnswer,
} from '../src/identity-port.ts';
import type { Chance, IdentityFaults } from '../src/simulator/identity-faults.ts';
import { drawCallFault, drawEventCopies, drawMs } from '../src/simulator/identity-faults.ts';
import { isDrawn, lateMsMax } from '../src/simulator/identity-faults.ts';
import type { CheckedApplicant, IdentityEvent, IdentityWorld } from '../src/simulator/identity-world.ts';
import {
  beginCheck,
  decideCheck,
  eraseChecked,
  findChecked,
  moveOn,
} from '../src/simulator/identity-world.ts';
import { signedHeaders } from '../src/simulator/signed-headers.ts';
import { sumsubEvent } from '../src/simulator/sumsub-shapes.ts';
import { createTimeline } from './timeline.ts';

/** An event on its way: what stands in the body of the request, and its headers. */
export type SignedEvent = { readonly at: number; readonly raw: Buffer; readonly headers: HookHeaders };

export type SimulatedProviderDependencies = {
  readonly world: IdentityWorld;
  readonly faults: IdentityFaults;
  readonly chance: Chance;
  /** Epoch milliseconds of the simulation. */
  readonly now: () => number;
  readonly eventKey?: string;
};

export type SimulatedProvider = HostedProvider & {
  /** Lets what is due happen: late effects, decisions. */
  readonly advance: () => void;
  /** The events that have arrived by now, in the order of their arrival. Each is handed out once. */
  readonly takeEvents: () => readonly SignedEvent[];
  /** When something happens next by itself, or undefined. */
  readonly nextAt: () => number | undefined;
};

const pageMs = 30 * minuteMs;
/** Within these spans what is hidden and what is changed back comes at a drawn moment. */
const forgottenMsMax = 30 * minuteMs;
const statusBackMsMax = 2 * hourMs;
/** Sent again as old: at most so many of the newest. */
const eventsRemembered = 50;

export function createSimulatedProvider(dependencies: SimulatedProviderDependencies): SimulatedProvider {
  const { world, faults, chance, now, eventKey = 'the key of the simulated company' } = dependencies;
  const later = createTimeline<() => void>();
  const hiddenUntil = new Map<string, number>();
  const post = createPost({ world, faults, chance, eventKey });
  const companyNow = () => now() + faults.clockOffMs;

  function advance(): void {
    for (const effect of later.take(now())) effect();
    moveOn(world, companyNow());
    for (const event of post.sendNew(now())) {
      const { about } = event;
      if (event.type !== 'applicantReviewed' || about.outcome !== 'final') continue;
      if (!isDrawn(faults.statusBack, chance)) continue;
      const row = world.byRef.get(about.ref);
      const back = () =>
        void (row?.outcome === 'final' && decideCheck(world, row, { to: 'passed' }, companyNow()));
      later.add(now() + drawMs(statusBackMsMax, chance), back);
    }
  }

  /** One call over a bad line: `effect` is what the company does with the wish. */
  function over<Value>(effect: () => PartnerAnswer<Value>): PartnerAnswer<Value> {
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
    return fault === 'answerLost' ? lost : answer;
  }

  function isHidden(row: CheckedApplicant): boolean {
    if ((hiddenUntil.get(row.ref) ?? 0) > now()) return true;
    if (!isDrawn(faults.forgotten, chance)) return false;
    hiddenUntil.set(row.ref, now() + drawMs(forgottenMsMax, chance));
    return true;
  }

  return {
    start: async (start) => over(() => startAt(world, start, { companyNow, now, chance })),
    find: async (name) =>
      over(() => {
        const row = findChecked(world, name);
        if (row === undefined || isHidden(row)) return { is: 'absent' };
        return { is: 'done', value: reviewOf(row) };
      }),
    erase: async (ref) =>
      over(() => {
        const row = findChecked(world, { ref });
        if (row !== undefined) eraseChecked(world, row, companyNow());
        return { is: 'done', value: null };
      }),
    readEvent: (raw, headers) => readSignedEvent(raw, headers, eventKey),
    advance,
    takeEvents: () => post.take(now()),
    nextAt: () => {
      const decisions = [...world.waiting].flatMap(({ dueAt }) =>
        dueAt === null ? [] : [dueAt - faults.clockOffMs],
      );
      const moments = [later.firstAt(), post.firstAt(), ...decisions].filter((at) => at !== undefined);
      return moments.length === 0 ? undefined : Math.min(...moments);
    },
  };
}

function startAt(
  world: IdentityWorld,
  start: HostedStart,
  { companyNow, now, chance }: { companyNow: () => number; now: () => number; chance: Chance },
): PartnerAnswer<{ ref: string; url: string; expires: number }> {
  const known = findChecked(world, start);
  if (known?.outcome === 'final') return { is: 'refused', reason: 'final', isFinal: true };
  const row = beginCheck(world, start, { ref: newRef(world), now: companyNow() });
  const token = Math.floor(chance() * Number.MAX_SAFE_INTEGER).toString(36);
  return {
    is: 'done',
    value: { ref: row.ref, url: `https://company.example/p/${token}`, expires: now() + pageMs },
  };
}

/** How far it is, as whoever may ask is answered. */
export function reviewOf(row: CheckedApplicant): FoundReview {
  const { ref, phase, outcome, items, read, decidedAt } = row;
  return { ref, phase, outcome, items: [...items], read: phase === 'done' ? read : null, decidedAt };
}

function newRef(world: IdentityWorld): string {
  return (world.byRef.size + 1).toString(16).padStart(24, '0');
}

type Post = {
  /** Sends what happened since; answers what that was. */
  readonly sendNew: (now: number) => readonly IdentityEvent[];
  readonly take: (now: number) => readonly SignedEvent[];
  readonly firstAt: () => number | undefined;
};

/** The way of events from the company to the house. */
function createPost({
  world,
  faults,
  chance,
  eventKey,
}: Pick<SimulatedProviderDependencies, 'world' | 'faults' | 'chance'> & { eventKey: string }): Post {
  const waiting = createTimeline<SignedEvent>();
  const sent: IdentityEvent[] = [];

  function another(event: IdentityEvent): CheckedApplicant | undefined {
    const people = [...world.byRef.values()];
    const drawn = people[Math.floor(chance() * people.length)];
    return drawn?.ref === event.about.ref ? undefined : drawn;
  }

  function send(event: IdentityEvent, now: number): void {
    for (const copy of drawEventCopies(faults, chance)) {
      const other = copy.about === 'another' ? another(event) : undefined;
      if (copy.about === 'another' && other === undefined) continue;
      const old = copy.isOld ? (sent[Math.floor(chance() * sent.length)] ?? event) : event;
      // A forger promises what is wished for; nobody may believe it.
      const about =
        copy.key === 'wrong' ? ({ ...old.about, outcome: 'passed' } as const) : (other ?? old.about);
      const raw = Buffer.from(sumsubEvent({ ...old, about }, `level-${about.level}`));
      const key = copy.key === 'right' ? eventKey : 'a key that somebody guessed';
      const at = now + copy.delayMs;
      waiting.add(at, { at, raw, headers: signedHeaders(raw, key) });
    }
  }

  return {
    sendNew(now) {
      const fresh = world.events.splice(0);
      for (const event of fresh) {
        send(event, now);
        sent.push(event);
        if (sent.length > eventsRemembered) sent.shift();
      }
      return fresh;
    },
    take: (now) => waiting.take(now),
    firstAt: () => waiting.firstAt(),
  };
}

function readSignedEvent(
  raw: Buffer,
  headers: HookHeaders,
  key: string,
): ReturnType<HostedProvider['readEvent']> {
  const right = createHmac('sha256', key).update(raw).digest();
  const sent = headers['x-payload-digest'];
  const given = Buffer.from(typeof sent === 'string' ? sent : '', 'hex');
  if (headers['x-payload-digest-alg'] !== 'HMAC_SHA256_HEX') return undefined;
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const { externalUserId } = JSON.parse(raw.toString('utf8')) as { externalUserId?: unknown };
  return { about: typeof externalUserId === 'string' ? { applicant: externalUserId } : null };
}

/**
 * A company of the world of identities: the simulated one, with what its people decide drawn from the seed, days on which it
 * answers nobody, copies of its own that lag behind, and answers about somebody else. What it did is written down beside it.
 */
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';
import type { FoundReview, HostedProvider, ItemVerdict, ReadFields } from '@marigold/partners/identity-port';
import { hostedItems, type KycItem } from '@marigold/partners/kyc-states';
import { type IdentityFaults, noIdentityFaults } from '@marigold/partners/simulator/identity-faults';
import {
  type CheckedApplicant,
  createIdentityWorld,
  decideCheck,
  findChecked,
  giveItems,
  type IdentityWorld,
  itemsToGive,
} from '@marigold/partners/simulator/identity-world';
import {
  createSimulatedProvider,
  reviewOf,
  type SignedEvent,
} from '@marigold/partners/testing/simulated-provider';

import type { HostedCompany } from '../../../apps/server/src/modules/kyc/port.ts';
import type { Random } from '../../../chaos/random.ts';

/** What one of its people does about a check. `short`: passed by a score, with something missing. `vague`: again, without a word what. */
export type CompanyDeed = 'passed' | 'short' | 'again' | 'vague' | 'final' | 'held';

/** What becomes of somebody: for each time that they send something in, what is decided one after the other. */
export type Destiny = readonly (readonly CompanyDeed[])[];

export type CompanyVerdict = {
  readonly at: number;
  readonly outcome: FoundReview['outcome'];
  /** Asked once more. */
  readonly again: readonly KycItem[];
  readonly accepted: readonly KycItem[];
  readonly read: ReadFields | null;
};

/** What the company did about somebody, in order; kept beside it, so that no answer of it can lie about that. */
export type CompanyTruth = {
  readonly row: CheckedApplicant;
  readonly verdicts: readonly CompanyVerdict[];
};

/** An answer that reached a worker. */
export type HeardAnswer = {
  readonly provider: string;
  readonly applicant: string;
  readonly at: number;
  /** To what, and what it was. */
  readonly answer: string;
};

export type SimCompany = {
  readonly id: string;
  readonly identity: HostedCompany;
  /** Over a line of one worker: it hears `heard` and nothing else. */
  readonly lineOf: (heard: HeardAnswer[]) => HostedCompany;
  readonly truthOf: (applicant: string) => CompanyTruth | undefined;
  /** Its person sends in what is requested. */
  readonly submit: (applicant: string, read: ReadFields) => boolean;
  readonly destine: (applicant: string, destiny: Destiny) => void;
  /** Lets its people decide what is due; answers its events that arrive now. */
  readonly live: () => readonly SignedEvent[];
  /** Answers nobody until then. */
  readonly beSilentFor: (ms: number) => void;
  readonly calm: () => void;
  /** Whoever asks waits for this first. */
  meanwhile: (applicant: string) => Promise<void>;
  /** Whether the house has written down that name of somebody. */
  isRefKnown: (applicant: string, ref: string) => Promise<boolean>;
};

type Due = { readonly at: number; readonly applicant: string; readonly deeds: readonly CompanyDeed[] };

const snapshotsMost = 12;

/** What was true of everybody, written down before anybody can be told of it. */
function createBook(world: IdentityWorld) {
  const verdicts = new Map<string, CompanyVerdict[]>();
  const snapshots = new Map<string, FoundReview[]>();
  return {
    verdictsOf: (applicant: string): readonly CompanyVerdict[] => verdicts.get(applicant) ?? [],
    snapshotsOf: (applicant: string): readonly FoundReview[] => snapshots.get(applicant) ?? [],
    note(applicant: string): void {
      const row = findChecked(world, { applicant });
      if (row === undefined) return;
      const seen = snapshots.get(applicant) ?? [];
      snapshots.set(applicant, seen);
      const last = seen.at(-1);
      if (last?.phase === row.phase && last.outcome === row.outcome && last.decidedAt === row.decidedAt)
        return;
      seen.push(reviewOf(row));
      if (seen.length > snapshotsMost) seen.shift();
      if (row.phase !== 'done' || row.decidedAt === null) return;
      const named = (wanted: ItemVerdict['verdict']): KycItem[] =>
        row.items.filter(({ verdict }) => verdict === wanted).map(({ item }) => item);
      const { decidedAt: at, outcome, read } = row;
      const made = { at, outcome, again: named('again'), accepted: named('accepted'), read };
      verdicts.set(applicant, [...(verdicts.get(applicant) ?? []), made]);
    },
  };
}

type Deciding = { readonly random: Random; readonly at: number };

function doDeed(
  world: IdentityWorld,
  row: CheckedApplicant,
  deed: CompanyDeed,
  { random, at }: Deciding,
): void {
  const [label, words] = ['blurred', 'Please hold it still.'] as const;
  if (deed === 'held') decideCheck(world, row, { to: 'held' }, at);
  else if (deed === 'final') decideCheck(world, row, { to: 'final', label, words }, at);
  else if (deed === 'passed' || deed === 'short') decideCheck(world, row, { to: 'passed' }, at);
  else {
    const items = deed === 'vague' ? [] : requestedAgain(row, random);
    decideCheck(world, row, { to: 'again', items, label, words }, at);
  }
  if (deed !== 'short') return;
  const lost = random.pick(['names', 'idNumber', 'idFront', 'liveness', 'expiry'] as const);
  row.items = row.items.map((one) => (one.item === lost ? { ...one, verdict: 'open' } : one));
}

type Working = {
  readonly world: IdentityWorld;
  readonly book: ReturnType<typeof createBook>;
  readonly random: Random;
  readonly now: () => number;
  readonly companyNow: () => number;
};

/** The people of the company: they take what is sent in, and decide it later. */
function createDesk({ world, book, random, now, companyNow }: Working) {
  const destinies = new Map<string, Destiny>();
  let due: Due[] = [];
  return {
    destine: (applicant: string, destiny: Destiny) => void destinies.set(applicant, destiny),
    submit(applicant: string, read: ReadFields): boolean {
      const row = findChecked(world, { applicant });
      // Whoever was refused before is shown no page; what nobody asks nobody can give.
      if (row === undefined || itemsToGive(row).length === 0) return false;
      if (!giveItems(world, row, { read, now: companyNow(), plan: { kind: 'silent' } })) return false;
      book.note(applicant);
      const deeds = destinies.get(applicant)?.[row.rounds - 1] ?? ['passed'];
      due.push({ applicant, at: now() + drawSpan(random), deeds });
      return true;
    },
    decideDue(): void {
      const [ready, rest] = [due.filter(({ at }) => at <= now()), due.filter(({ at }) => at > now())];
      due = rest;
      for (const { applicant, deeds } of ready) {
        const [deed, ...later] = deeds;
        const row = findChecked(world, { applicant });
        if (row === undefined || deed === undefined) continue;
        doDeed(world, row, deed, { random, at: companyNow() });
        book.note(applicant);
        if (later.length > 0) due.push({ applicant, at: now() + drawSpan(random), deeds: later });
      }
    },
  };
}

export function createSimCompany(
  id: string,
  { random, now }: { readonly random: Random; readonly now: () => number },
): SimCompany {
  const world = createIdentityWorld({ checkMs: hourMs });
  const faults: { -readonly [Name in keyof IdentityFaults]: number } = drawFaults(random);
  const extra = { lagging: 0.08, elsewhere: 0.04 };
  const { clockOffMs } = faults;
  const core = createSimulatedProvider({ world, faults, chance: () => random.next(), now, eventKey: id });
  const book = createBook(world);
  const desk = createDesk({ world, book, random, now, companyNow: () => now() + clockOffMs });
  let silentUntil = 0;
  const isSilent = (): boolean => now() < silentUntil;
  const unknown = { is: 'unknown' } as const;

  function advance(): void {
    core.advance();
    for (const applicant of world.byApplicant.keys()) book.note(applicant);
  }

  /** The truth, or what a copy that lags still says of it. */
  function read(applicant: string, value: FoundReview): FoundReview {
    const seen = book.snapshotsOf(applicant);
    // Of whoever was approved the house asks once for each event, so what was withdrawn is answered as it is.
    const isWithdrawn = value.outcome === 'final' && seen.some(({ outcome }) => outcome === 'passed');
    const isLagging = seen.length > 0 && !isWithdrawn && random.chance(extra.lagging);
    return isLagging ? pickCopy(random, seen, value) : value;
  }

  function portOf(heard: HeardAnswer[]): HostedProvider {
    const hear = <Answer extends { readonly is: string }>(
      applicant: string,
      answer: Answer,
      call = 'find',
    ): Answer => {
      const { is } = answer;
      if (is !== 'unknown') heard.push({ provider: id, applicant, at: now(), answer: `${call} ${is}` });
      return answer;
    };
    return {
      ...core,
      async start(wish) {
        if (isSilent()) return unknown;
        const answer = await core.start(wish);
        book.note(wish.applicant);
        return hear(wish.applicant, answer, 'start');
      },
      async find(name) {
        const applicant = 'applicant' in name ? name.applicant : (world.byRef.get(name.ref)?.applicant ?? '');
        if (isSilent()) return unknown;
        const answer = await core.find(name);
        book.note(applicant);
        await company.meanwhile(applicant);
        if (answer.is !== 'done') return hear(applicant, answer);
        const { ref } = answer.value;
        // Adapters answer of nobody else; the house itself looks once it knows how the company calls somebody.
        const isOther = random.chance(extra.elsewhere) && (await company.isRefKnown(applicant, ref));
        const other = isOther ? reviewOf(random.pick([...world.byRef.values()])) : undefined;
        return hear(applicant, { is: 'done' as const, value: other ?? read(applicant, answer.value) });
      },
    };
  }

  const lineOf = (heard: HeardAnswer[]): HostedCompany => ({
    id,
    name: id,
    contentId: `kyc-${id}`,
    way: 'page',
    promise: { requestValidForMs: null, readLagMs: null },
    port: portOf(heard),
  });

  const company: SimCompany = {
    id,
    identity: lineOf([]),
    lineOf,
    meanwhile: async () => await Promise.resolve(),
    isRefKnown: async () => await Promise.resolve(false),
    truthOf(applicant) {
      const row = findChecked(world, { applicant });
      return row === undefined ? undefined : { row, verdicts: book.verdictsOf(applicant) };
    },
    submit: (applicant, read) => desk.submit(applicant, read),
    destine: desk.destine,
    live() {
      advance();
      desk.decideDue();
      advance();
      return isSilent() ? [] : core.takeEvents();
    },
    beSilentFor: (ms) => void (silentUntil = now() + ms),
    calm() {
      silentUntil = 0;
      Object.assign(faults, noIdentityFaults, { clockOffMs });
      Object.assign(extra, { lagging: 0, elsewhere: 0 });
    },
  };
  return company;
}

/** The worst of what a copy can say is a verdict that was followed by another. */
function pickCopy(
  random: Random,
  seen: readonly FoundReview[],
  { decidedAt: last }: FoundReview,
): FoundReview {
  const old = seen.filter(({ phase, decidedAt }) => phase === 'done' && decidedAt !== last);
  return random.pick(old.length > 0 && random.chance(0.7) ? old : seen);
}

/** One to three of what is not accepted, and now and then something beside it that was accepted before. */
function requestedAgain({ items, rounds }: CheckedApplicant, random: Random): KycItem[] {
  const [good, open] = [
    items.filter(({ verdict }) => verdict === 'accepted'),
    items.filter(({ verdict }) => verdict !== 'accepted'),
  ];
  const requested = random
    .shuffled(open)
    .slice(0, 1 + random.below(3))
    .map(({ item }) => item);
  const old = rounds > 1 && good.length > 0 && random.chance(0.4) ? [random.pick(good).item] : [];
  return [...requested, ...old].filter((item) => isHosted.has(item));
}

const isHosted: ReadonlySet<string> = new Set(hostedItems);

function drawSpan(random: Random): number {
  return random.chance(0.1) ? dayMs : minuteMs + random.below(3 * hourMs);
}

function drawFaults(random: Random): IdentityFaults {
  const rate = (most: number): number => (random.chance(0.2) ? 0 : random.next() * most);
  return {
    answerLost: rate(0.15),
    requestLost: rate(0.1),
    sentTwice: rate(0.1),
    effectLate: rate(0.08),
    tooMany: rate(0.1),
    broken: rate(0.08),
    html: rate(0.05),
    forgotten: rate(0.05),
    eventNever: rate(0.4),
    eventThrice: rate(0.3),
    eventLate: rate(0.3),
    eventOfAnother: rate(0.2),
    eventForged: rate(0.2),
    eventOld: rate(0.2),
    statusBack: rate(0.3),
    clockOffMs: random.pick([-hourMs, 0, hourMs]),
  };
}

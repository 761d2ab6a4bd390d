/**
 * What happens inside a company that verifies identities: its applicants, what is asked of each, and what it decides. No
 * clock, no chance, no I/O: moments (epoch milliseconds) and ids come in, and events that it would send are put into a row.
 */
import type { FoundReview, ItemVerdict, ReadFields, ReviewName } from '../identity-port.ts';
import type { KycItem, KycLabel } from '../kyc-states.ts';

/**
 * How a check ends. `held`: one of its people has to look. `silent`: it never ends. What is asked `again` is asked once;
 * the second time it passes. `revokeAfterMs`: an approved one is refused for good so long afterwards.
 */
export type IdentityPlan = {
  readonly kind: 'passes' | 'again' | 'final' | 'held' | 'silent';
  readonly items?: readonly KycItem[];
  readonly label?: KycLabel;
  readonly words?: string;
  readonly revokeAfterMs?: number;
};

/** What one of its people decides. */
export type IdentityDecision =
  | { readonly to: 'passed' }
  | { readonly to: 'held' }
  | { readonly to: 'silent' }
  | { readonly to: 'final'; readonly label: KycLabel; readonly words: string | null }
  | {
      readonly to: 'again';
      readonly items: readonly KycItem[];
      readonly label: KycLabel;
      readonly words: string | null;
    };

export type CheckedApplicant = {
  /** The company's own id. */
  readonly ref: string;
  /** Ours. */
  readonly applicant: string;
  level: 2 | 3;
  language: string;
  returnUrl: string;
  phase: FoundReview['phase'];
  outcome: FoundReview['outcome'];
  items: ItemVerdict[];
  read: ReadFields | null;
  /** Why all of it was refused; null unless it was. */
  reason: { readonly label: KycLabel; readonly words: string | null } | null;
  decidedAt: number | null;
  /** When the check decides or is revoked by itself; null: it does not. */
  dueAt: number | null;
  plan: IdentityPlan;
  /** How often its person sent something in. */
  rounds: number;
  isErased: boolean;
};

export type IdentityEventType =
  | 'applicantCreated'
  | 'applicantPending'
  | 'applicantReviewed'
  | 'applicantOnHold'
  | 'applicantDeactivated';

/** An event as it was when it happened. */
export type IdentityEvent = {
  readonly type: IdentityEventType;
  readonly at: number;
  readonly about: CheckedApplicant;
};

export type IdentityWorld = {
  readonly byApplicant: Map<string, CheckedApplicant>;
  readonly byRef: Map<string, CheckedApplicant>;
  /** Those about whom something becomes due by itself. */
  readonly waiting: Set<CheckedApplicant>;
  /** How long a check takes when nobody decides otherwise. */
  readonly checkMs: number;
  /** What happened and was not sent yet; whoever sends it empties the row. */
  readonly events: IdentityEvent[];
};

export function createIdentityWorld({
  checkMs,
  applicants = [],
}: {
  readonly checkMs: number;
  readonly applicants?: readonly CheckedApplicant[];
}): IdentityWorld {
  return {
    byApplicant: new Map(applicants.filter((row) => !row.isErased).map((row) => [row.applicant, row])),
    byRef: new Map(applicants.map((row) => [row.ref, row])),
    waiting: new Set(applicants.filter(({ dueAt }) => dueAt !== null)),
    checkMs,
    events: [],
  };
}

/** Whom the company knows by that name, or undefined; whoever was erased is unknown. */
export function findChecked(world: IdentityWorld, name: ReviewName): CheckedApplicant | undefined {
  const found = 'ref' in name ? world.byRef.get(name.ref) : world.byApplicant.get(name.applicant);
  return found?.isErased === true ? undefined : found;
}

export type CheckStart = {
  readonly applicant: string;
  readonly level: 2 | 3;
  readonly items: readonly KycItem[];
  readonly returnUrl: string;
  readonly language: string;
};

/** Begins a check, or goes on with it under what is new in `start`; `ref` names an applicant who was not there. */
export function beginCheck(
  world: IdentityWorld,
  start: CheckStart,
  { ref, now, plan = { kind: 'passes' } }: { ref: string; now: number; plan?: IdentityPlan },
): CheckedApplicant {
  const known = findChecked(world, start);
  if (known !== undefined) {
    const { language, returnUrl, level } = start;
    Object.assign(known, { language, returnUrl, level });
    const missing = start.items.filter((item) => known.items.every((row) => row.item !== item));
    known.items.push(...missing.map(openItem));
    // What was approved is open again for what was never asked of it, as for the proof of an address.
    if (known.outcome === 'passed' && missing.length > 0) {
      Object.assign(known, { phase: 'open', outcome: null });
      setDue(world, known, null);
    }
    return known;
  }
  const made: CheckedApplicant = {
    ref,
    applicant: start.applicant,
    level: start.level,
    language: start.language,
    returnUrl: start.returnUrl,
    phase: 'open',
    outcome: null,
    items: start.items.map(openItem),
    read: null,
    reason: null,
    decidedAt: null,
    dueAt: null,
    plan,
    rounds: 0,
    isErased: false,
  };
  world.byApplicant.set(made.applicant, made);
  world.byRef.set(ref, made);
  emit(world, 'applicantCreated', made, now);
  return made;
}

function openItem(item: KycItem): ItemVerdict {
  return { item, verdict: 'open', label: null, words: null };
}

/** What its person is asked for now: nothing while the company checks or when all is decided. */
export function itemsToGive({ phase, outcome, items }: CheckedApplicant): readonly KycItem[] {
  if (phase !== 'open' && outcome !== 'again') return [];
  return items.filter(({ verdict }) => verdict !== 'accepted').map(({ item }) => item);
}

/** Its person sent in everything that was asked. False where nothing was. */
export function giveItems(
  world: IdentityWorld,
  row: CheckedApplicant,
  { read, now, plan = row.plan }: { read: ReadFields; now: number; plan?: IdentityPlan },
): boolean {
  const given = itemsToGive(row);
  if (given.length === 0) return false;
  if (
    read.idType === 'idCard' &&
    given.includes('idFront') &&
    row.items.every(({ item }) => item !== 'idBack')
  )
    row.items.push(openItem('idBack'));
  row.plan = plan;
  row.read = read;
  row.phase = 'checking';
  row.outcome = null;
  row.reason = null;
  row.rounds += 1;
  row.items = row.items.map((item) => (given.includes(item.item) ? openItem(item.item) : item));
  setDue(world, row, plan.kind === 'silent' ? null : now + world.checkMs);
  emit(world, 'applicantPending', row, now);
  return true;
}

/** Decides what is due at `now`, in the order in which it became due. */
export function moveOn(world: IdentityWorld, now: number): void {
  const due = [...world.waiting].flatMap((row) =>
    row.dueAt === null || row.dueAt > now ? [] : [{ row, at: row.dueAt }],
  );
  for (const { row, at } of due.toSorted((one, other) => one.at - other.at))
    decideCheck(world, row, plannedDecision(row), at);
}

function setDue(world: IdentityWorld, row: CheckedApplicant, at: number | null): void {
  row.dueAt = at;
  if (at === null) world.waiting.delete(row);
  else world.waiting.add(row);
}

function plannedDecision({ plan, phase, outcome, rounds, items }: CheckedApplicant): IdentityDecision {
  const label = plan.label ?? 'other';
  const words = plan.words ?? null;
  if (phase === 'done' && outcome === 'passed') return { to: 'final', label, words };
  if (plan.kind === 'held') return { to: 'held' };
  if (plan.kind === 'final') return { to: 'final', label, words };
  if (plan.kind === 'again' && rounds === 1) {
    const known = items.filter(({ verdict }) => verdict !== 'accepted').map(({ item }) => item);
    const named = (plan.items ?? known).filter((item) => known.includes(item));
    return { to: 'again', items: named.length === 0 ? known : named, label, words };
  }
  return { to: 'passed' };
}

/** A decision takes effect, whatever was decided before: the latest one counts. */
export function decideCheck(
  world: IdentityWorld,
  row: CheckedApplicant,
  decision: IdentityDecision,
  at: number,
): void {
  setDue(world, row, null);
  if (decision.to === 'silent') {
    row.plan = { kind: 'silent' };
    return;
  }
  if (decision.to === 'held') {
    Object.assign(row, { phase: 'held', outcome: null, decidedAt: null });
    emit(world, 'applicantOnHold', row, at);
    return;
  }
  row.phase = 'done';
  row.outcome = decision.to;
  row.decidedAt = at;
  row.reason = decision.to === 'passed' ? null : { label: decision.label, words: decision.words };
  if (decision.to === 'passed') {
    row.items = row.items.map(({ item }) => ({ item, verdict: 'accepted', label: null, words: null }));
    if (row.plan.revokeAfterMs !== undefined) setDue(world, row, at + row.plan.revokeAfterMs);
  }
  if (decision.to === 'again') {
    const { items, label, words } = decision;
    // A company may ask for what was never asked before.
    const fresh = items.filter((item) => row.items.every((known) => known.item !== item));
    row.items.push(...fresh.map(openItem));
    row.items = row.items.map((known) =>
      items.includes(known.item)
        ? { item: known.item, verdict: 'again', label, words }
        : { item: known.item, verdict: 'accepted', label: null, words: null },
    );
  }
  emit(world, 'applicantReviewed', row, at);
}

/** The company forgets what it knows of an applicant; its own id stays taken. */
export function eraseChecked(world: IdentityWorld, row: CheckedApplicant, now: number): void {
  row.isErased = true;
  row.read = null;
  setDue(world, row, null);
  // The same id of ours may come again: then as somebody who was never there.
  if (world.byApplicant.get(row.applicant) === row) world.byApplicant.delete(row.applicant);
  emit(world, 'applicantDeactivated', row, now);
}

function emit(world: IdentityWorld, type: IdentityEventType, row: CheckedApplicant, at: number): void {
  world.events.push({ type, at, about: { ...row, items: [...row.items] } });
}

/**
 * What happens inside a company that issues cards: its holders, the openings of cards, the cards and the parcels in which
 * it mails them. No clock, no chance, no I/O: moments (epoch milliseconds) and ids come in, and events that it would send are
 * put into a row.
 */
import { mayFollow } from '@marigold/money/states';

import type { CardEventSubject, CardFacts, FoundHolder, FoundOpening } from '../card-port.ts';
import { cardDeliveryStates, type HolderField, holderFields } from '../card-states.ts';
import { type CardSecrets, expiryOf, secretsOf } from './card-numbers.ts';

/** How the check of a holder ends. `rejected`: so often (once where it is not named), then it passes. `silent`: never. */
export type HolderPlan = {
  readonly kind: 'passes' | 'rejected' | 'silent';
  readonly fields?: readonly HolderField[];
  readonly tries?: number;
};

/** How an opening ends, and what becomes of its parcel where it has one; `waits`: nobody sends it by itself. */
export type OpeningPlan = {
  readonly kind: 'opens' | 'refused' | 'silent';
  readonly reason?: string;
  readonly parcel?: 'arrives' | 'returns' | 'gets-lost' | 'waits';
};

export type HolderDecision =
  | { readonly to: 'passed' | 'silent' }
  | { readonly to: 'rejected'; readonly fields: readonly HolderField[] };

export type OpeningDecision =
  | { readonly to: 'opening' | 'opened' | 'silent' }
  | { readonly to: 'refused'; readonly reason: string };

export type ParcelState = NonNullable<FoundOpening['parcel']>['state'];

export type HolderRow = {
  readonly kind: 'holder';
  /** The company's own id. */
  readonly ref: string;
  /** Ours. */
  readonly applicant: string;
  phase: FoundHolder['phase'];
  fields: HolderField[];
  /** The requests that were taken; the same one again is no next try. */
  requests: string[];
  tries: number;
  plan: HolderPlan;
  /** When something happens by itself; null: it does not. */
  dueAt: number | null;
};

export type OpeningRow = {
  readonly kind: 'opening';
  readonly ref: string;
  readonly requestId: string;
  readonly holderRef: string;
  readonly product: string;
  readonly isMailed: boolean;
  /** The id that the card gets when it is opened. */
  readonly futureCardRef: string;
  phase: FoundOpening['phase'];
  reason: string | null;
  parcel: FoundOpening['parcel'];
  plan: OpeningPlan;
  dueAt: number | null;
};

/** Amounts are whole cents. */
export type CardRow = {
  readonly kind: 'card';
  readonly ref: string;
  readonly holderRef: string;
  readonly product: string;
  readonly isPlastic: boolean;
  readonly last4: string;
  /** YYYY-MM. */
  readonly expiry: string;
  readonly currency: string;
  readonly secrets: CardSecrets;
  state: CardFacts['state'];
  /** What a suspended one was before. */
  stateBefore: CardFacts['state'] | null;
  balanceCents: number;
  availableCents: number;
  dailyLimitCents: number;
  dailyLeftCents: number;
  dueAt: number | null;
};

/** An event as it was when it happened; `ref` is the company's own id of what it is about. */
export type CardWorldEvent = {
  readonly at: number;
  readonly about: CardEventSubject;
  readonly ref: string;
  readonly phase: HolderRow['phase'] | OpeningRow['phase'] | CardRow['state'];
};

type CardWorldRow = HolderRow | OpeningRow | CardRow;

export type CardWorld = {
  readonly holders: Map<string, HolderRow>;
  readonly openings: Map<string, OpeningRow>;
  readonly cards: Map<string, CardRow>;
  /** Those about which something becomes due by itself. */
  readonly waiting: Set<CardWorldRow>;
  /** How long each check takes when nobody decides otherwise; a parcel lies and travels twice as long. */
  readonly checkMs: number;
  /** What is printed on the card that is made as the `serial`th. */
  readonly print: (serial: number) => CardSecrets;
  /** What happened and was not sent yet; whoever sends it empties the row. */
  readonly events: CardWorldEvent[];
};

const usualLimitCents = 500_000;

export function createCardWorld({
  checkMs,
  print = secretsOf,
  holders = [],
  openings = [],
  cards = [],
}: {
  readonly checkMs: number;
  readonly print?: CardWorld['print'];
  readonly holders?: readonly HolderRow[];
  readonly openings?: readonly OpeningRow[];
  readonly cards?: readonly CardRow[];
}): CardWorld {
  return {
    holders: new Map(holders.map((row) => [row.applicant, row])),
    openings: new Map(openings.map((row) => [row.requestId, row])),
    cards: new Map(cards.map((row) => [row.ref, row])),
    waiting: new Set([...holders, ...openings, ...cards].filter(({ dueAt }) => dueAt !== null)),
    checkMs,
    print,
    events: [],
  };
}

/**
 * Takes somebody's data for a check. What runs or has passed goes on; after a rejection it is the next try, unless that
 * request was taken before (null: it has no id). `ref` names a holder who was not there.
 */
export function giveHolder(
  world: CardWorld,
  { applicant, requestId }: { readonly applicant: string; readonly requestId: string | null },
  { ref, now, plan }: { ref: string; now: number; plan?: HolderPlan },
): HolderRow {
  const known = world.holders.get(applicant);
  const isKnownRequest = requestId !== null && known?.requests.includes(requestId);
  if (known !== undefined && (known.phase !== 'rejected' || isKnownRequest)) return known;
  const row: HolderRow = known ?? {
    kind: 'holder',
    ref,
    applicant,
    phase: 'checking',
    fields: [],
    requests: [],
    tries: 0,
    plan: { kind: 'passes' },
    dueAt: null,
  };
  world.holders.set(applicant, row);
  if (requestId !== null) row.requests.push(requestId);
  Object.assign(row, { phase: 'checking', fields: [], tries: row.tries + 1, plan: plan ?? row.plan });
  setDue(world, row, row.plan.kind === 'silent' ? null : now + world.checkMs);
  emitHolder(world, row, now);
  return row;
}

/** One of its people, or the time, decides about a holder; false where nothing is checked. */
export function decideHolder(
  world: CardWorld,
  row: HolderRow,
  decision: HolderDecision,
  at: number,
): boolean {
  if (row.phase !== 'checking') return false;
  setDue(world, row, null);
  if (decision.to === 'silent') return true;
  row.phase = decision.to;
  row.fields = decision.to === 'rejected' ? [...decision.fields] : [];
  emitHolder(world, row, at);
  return true;
}

export type OpeningStart = {
  readonly requestId: string;
  readonly holderRef: string;
  readonly product: string;
  readonly isMailed: boolean;
};

/**
 * `double`: this request was taken before. `holder`: nobody by that id, or who has not passed. `product`: its holder has one
 * or is getting one.
 */
export type OpeningTake =
  | { readonly is: 'taken'; readonly row: OpeningRow }
  | { readonly is: 'refused'; readonly reason: 'double' | 'holder' | 'product' };

/** Takes the wish for a card. `ref` names the opening, `cardRef` the card that comes of it. */
export function takeOpening(
  world: CardWorld,
  start: OpeningStart,
  ids: { ref: string; cardRef: string; now: number; plan?: OpeningPlan },
): OpeningTake {
  if (world.openings.has(start.requestId)) return { is: 'refused', reason: 'double' };
  const holder = [...world.holders.values()].find(({ ref }) => ref === start.holderRef);
  if (holder?.phase !== 'passed') return { is: 'refused', reason: 'holder' };
  const isSecond = [...world.openings.values()].some(
    ({ holderRef, product, phase }) =>
      holderRef === start.holderRef && product === start.product && phase !== 'refused',
  );
  if (isSecond) return { is: 'refused', reason: 'product' };
  const { plan = { kind: 'opens' }, ref, cardRef: futureCardRef, now } = ids;
  const row: OpeningRow = {
    kind: 'opening',
    ref,
    ...start,
    futureCardRef,
    phase: 'approval',
    reason: null,
    parcel: null,
    plan,
    dueAt: null,
  };
  world.openings.set(row.requestId, row);
  setDue(world, row, plan.kind === 'silent' ? null : now + world.checkMs);
  emitOpening(world, row, now);
  return { is: 'taken', row };
}

/** Decides about a card that is not there yet; false where it is, or was refused. */
export function decideOpening(
  world: CardWorld,
  row: OpeningRow,
  decision: OpeningDecision,
  at: number,
): boolean {
  if (row.phase !== 'approval' && row.phase !== 'opening') return false;
  if (row.phase === 'opening' && (decision.to === 'refused' || decision.to === 'opening')) return false;
  setDue(world, row, null);
  if (decision.to === 'silent') return true;
  row.phase = decision.to;
  if (decision.to === 'refused') row.reason = decision.reason;
  if (decision.to === 'opening') setDue(world, row, at + world.checkMs);
  if (decision.to === 'opened') {
    makeCard(world, row, at);
    if (row.isMailed) layParcel(world, row, at);
  }
  emitOpening(world, row, at);
  return true;
}

/** What happens to a parcel; false where it cannot follow on what it is, or nothing is mailed. */
export function moveParcel(world: CardWorld, row: OpeningRow, to: ParcelState, at: number): boolean {
  const { parcel } = row;
  if (parcel === null || !mayFollow(cardDeliveryStates, parcel.state, to)) return false;
  if (to === 'preparing') layParcel(world, row, at);
  else {
    const isShipped = to === 'shipped';
    const carried = isShipped ? { carrier: 'Demo Post', tracking: `DP-${row.ref}` } : {};
    row.parcel = { ...parcel, ...carried, state: to };
    // It comes back once; what is sent again arrives.
    if (to === 'returned') row.plan = { ...row.plan, parcel: 'arrives' };
    setDue(world, row, isShipped && row.plan.parcel !== 'waits' ? at + 2 * world.checkMs : null);
  }
  emitOpening(world, row, at);
  return true;
}

/** Begins to make a card active. Twice is the same as once; false where it never can be. */
export function beginActivation(world: CardWorld, row: CardRow, now: number): boolean {
  if (row.state === 'pendingActive' && row.dueAt === null) setDue(world, row, now + activationMs(world));
  return row.state === 'pendingActive' || row.state === 'active' || row.state === 'locked';
}

/** Locks a card or ends that. Twice is the same as once; false where it is neither active nor locked. */
export function setCardState(world: CardWorld, row: CardRow, to: 'active' | 'locked', at: number): boolean {
  if (row.state !== 'active' && row.state !== 'locked') return false;
  if (row.state !== to) changeCard(world, row, to, at);
  return true;
}

/** One of its people stops a card, gives it back, or ends it; false where that cannot follow on what it is. */
export function decideCard(
  world: CardWorld,
  row: CardRow,
  to: 'suspended' | 'restored' | 'closed',
  at: number,
): boolean {
  const isOver = row.state === 'closed' || row.state === 'expired';
  const isSuspended = row.state === 'suspended';
  if (isOver || (to === 'suspended' && isSuspended) || (to === 'restored' && !isSuspended)) return false;
  setDue(world, row, null);
  const state = to === 'restored' ? (row.stateBefore ?? 'active') : to;
  row.stateBefore = to === 'suspended' ? row.state : null;
  changeCard(world, row, state, at);
  return true;
}

/** Lets happen what is due at `now`, in the order in which it became due, with all that follows of it. */
export function moveCards(world: CardWorld, now: number): void {
  // Ends: each step moves a row towards an end, after which nothing is due about it.
  for (;;) {
    const due = [...world.waiting].filter(({ dueAt }) => dueAt !== null && dueAt <= now);
    const [row] = due.toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0));
    if (row?.dueAt == null) return;
    const at = row.dueAt;
    setDue(world, row, null);
    if (row.kind === 'holder') decideHolder(world, row, plannedForHolder(row), at);
    else if (row.kind === 'card') changeCard(world, row, 'active', at);
    else if (row.parcel === null) decideOpening(world, row, plannedForOpening(row), at);
    else moveParcel(world, row, plannedForParcel(row), at);
  }
}

function plannedForHolder({ plan, tries }: HolderRow): HolderDecision {
  if (plan.kind !== 'rejected' || tries > (plan.tries ?? 1)) return { to: 'passed' };
  return { to: 'rejected', fields: plan.fields ?? holderFields };
}

function plannedForOpening({ plan, phase }: OpeningRow): OpeningDecision {
  if (phase === 'opening') return { to: 'opened' };
  return plan.kind === 'refused' ? { to: 'refused', reason: plan.reason ?? 'policy' } : { to: 'opening' };
}

function plannedForParcel({ plan, parcel }: OpeningRow): ParcelState {
  if (parcel?.state === 'preparing') return 'shipped';
  if (plan.parcel === 'returns') return 'returned';
  return plan.parcel === 'gets-lost' ? 'lost' : 'delivered';
}

function makeCard(world: CardWorld, row: OpeningRow, at: number): void {
  const secrets = world.print(world.cards.size + 1);
  const card: CardRow = {
    kind: 'card',
    ref: row.futureCardRef,
    holderRef: row.holderRef,
    product: row.product,
    isPlastic: row.isMailed,
    last4: secrets.pan.slice(-4),
    expiry: expiryOf(at),
    currency: 'USD',
    secrets,
    state: 'pendingActive',
    stateBefore: null,
    balanceCents: 0,
    availableCents: 0,
    dailyLimitCents: usualLimitCents,
    dailyLeftCents: usualLimitCents,
    dueAt: null,
  };
  world.cards.set(card.ref, card);
}

function layParcel(world: CardWorld, row: OpeningRow, at: number): void {
  row.parcel = { state: 'preparing', carrier: null, tracking: null };
  setDue(world, row, row.plan.parcel === 'waits' ? null : at + 2 * world.checkMs);
}

function activationMs({ checkMs }: CardWorld): number {
  return Math.ceil(checkMs / 2);
}

function changeCard(world: CardWorld, row: CardRow, to: CardRow['state'], at: number): void {
  row.state = to;
  world.events.push({ at, about: { card: row.ref }, ref: row.ref, phase: to });
}

function emitHolder(world: CardWorld, { applicant, ref, phase }: HolderRow, at: number): void {
  world.events.push({ at, about: { applicant }, ref, phase });
}

function emitOpening(world: CardWorld, { requestId, ref, phase }: OpeningRow, at: number): void {
  world.events.push({ at, about: { opening: requestId }, ref, phase });
}

function setDue(world: CardWorld, row: CardWorldRow, at: number | null): void {
  row.dueAt = at;
  if (at === null) world.waiting.delete(row);
  else world.waiting.add(row);
}

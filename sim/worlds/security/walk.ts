import type { ApprovedKind } from '@marigold/guard/factors';
import { purposes } from '@marigold/guard/factors';
/** Every path of a thief to a depth, with all that must hold on it; an owner who comes late finds a way back from each state. */
import { dayMs } from '@marigold/money/spans';

import {
  type Account,
  accounts,
  keyOf,
  startTheft,
  type AccountState,
  stranger,
  theft,
  type Thief,
  thieves,
} from './account.ts';
import { boundMethods, deeds, leaves, later, noticesOf, offerOf, type Way, ways } from './house.ts';
import { nextMoment } from './moments.ts';
import { changes, isCopyOver, matrix, neededMethods, notices, shutBy, whyNoApproval } from './specified.ts';
import { findWayBack } from './way-back.ts';

/** Calls and waits one after the other. */
const walkDepth = 7;

export type Finding = {
  readonly kind: 'early' | 'silent' | 'deadEnds' | 'lockedByStranger';
  readonly what: string;
};
export type ReportFinding = (finding: Finding) => void;

export type Walked = { readonly states: number; readonly byHouse: number };

/** One kind for each need: the others are answered alike. */
const kinds = (Object.keys(purposes) as ApprovedKind[]).filter(
  (kind, place, all) => all.findIndex((one) => needOf(one) === needOf(kind)) === place,
);

function needOf(kind: ApprovedKind): string {
  return `${purposes[kind]} ${neededMethods[kind]}`;
}

const wayNames = Object.keys(ways) as Way[];

/** Walks all accounts and thieves; the figures of the matrix first, because what is wrong there is seen soonest. */
export function walkAll(report: ReportFinding, isOver: () => boolean): Walked {
  const memo = new Map<string, 'owner' | 'house' | 'nobody'>();
  let states = 0;
  let byHouse = 0;
  const ordered = [...thieves].toSorted((one, other) => rank(one) - rank(other));
  for (const thief of [stranger, ...ordered]) {
    for (const [place, account] of accounts.entries()) {
      if (isOver()) return { states, byHouse };
      const walked = walkOne(account, thief, report, memo);
      states += walked.states;
      byHouse += walked.byHouse;
      judgeCell(walked.first, { account, thief, place }, report);
    }
  }
  return { states, byHouse };
}

function rank({ name }: Thief): number {
  return name in matrix ? 0 : 1;
}

type Cell = { readonly account: Account; readonly thief: Thief; readonly place: number };

function judgeCell(first: number | undefined, { account, thief, place }: Cell, report: ReportFinding): void {
  const cells = matrix[thief.name];
  if (cells === undefined || place >= cells.length) return;
  const wanted = cells[place];
  const days = first === undefined ? undefined : (first - theft) / dayMs;
  if (days === wanted) return;
  const what = `${thief.name} in ${account.name}: value leaves after ${days ?? 'never'} days, not ${wanted ?? 'never'}`;
  report({ kind: 'early', what });
}

/** `first`: when a payout or a trade was possible first. */
function walkOne(
  account: Account,
  thief: Thief,
  report: ReportFinding,
  memo: Map<string, 'owner' | 'house' | 'nobody'>,
): Walked & { readonly first: number | undefined } {
  const seen = new Set<string>();
  let frontier: { readonly state: AccountState; readonly path: string }[] = [
    { state: startTheft(account, thief), path: `${thief.name} in ${account.name}` },
  ];
  let first: number | undefined;
  let byHouse = 0;
  for (let step = 0; step <= walkDepth && frontier.length > 0; step += 1) {
    const next: typeof frontier = [];
    for (const { state, path } of frontier) {
      const key = keyOf(state);
      if (seen.has(key)) continue;
      seen.add(key);
      judgeState(state, path, report);
      if (leaves(state, 'thief', 'payout') || leaves(state, 'thief', 'trade'))
        first = Math.min(first ?? Infinity, state.now);
      const way = memo.get(key) ?? findWayBack(state);
      memo.set(key, way);
      if (way === 'house') byHouse += 1;
      if (way === 'nobody') report({ kind: 'deadEnds', what: `${path}: no way back for the owner` });
      if (thief === stranger && state.events.length > 0)
        report({ kind: 'lockedByStranger', what: `${path}: a name alone did ${state.events[0]?.reason}` });
      if (step < walkDepth) next.push(...stepsFrom(state, path, report));
    }
    frontier = next;
  }
  return { states: seen.size, byHouse, first };
}

function stepsFrom(
  state: AccountState,
  path: string,
  report: ReportFinding,
): { state: AccountState; path: string }[] {
  const steps = Object.keys(deeds).flatMap((name) => {
    const after = deeds[name]?.(state, 'thief');
    if (after === undefined) return [];
    judgeDeed({ state, name, path }, report);
    return [{ state: after, path: `${path} · ${name}` }];
  });
  const moment = nextMoment(state);
  if (moment === undefined) return steps;
  const hours = Math.round((moment - state.now) / 36_000) / 100;
  return [...steps, { state: later(state, moment), path: `${path} · ${hours} h` }];
}

/** What must hold in every state, whoever made it. */
export function judgeState(state: AccountState, path: string, report: ReportFinding): void {
  for (const way of wayNames) {
    const reason = shutBy(state, way);
    if (!leaves(state, 'thief', way)) continue;
    if (reason !== undefined)
      report({ kind: 'early', what: `${path}: ${way} within the freeze of ${reason}` });
    if (isCopyOver(state)) report({ kind: 'early', what: `${path}: ${way} by a copied session` });
    if (state.pay?.thief !== true && state.sessions.thief?.copiedAt === undefined)
      report({ kind: 'early', what: `${path}: ${way} without the payment password` });
  }
  for (const kind of kinds) {
    for (const method of offerOf(state, kind).methods) {
      const why = whyNoApproval(state, neededMethods[kind], method);
      if (why !== undefined) report({ kind: 'early', what: `${path}: ${kind} by ${method}: ${why}` });
    }
  }
  if (boundMethods(state).length === 0) report({ kind: 'deadEnds', what: `${path}: nothing is bound` });
}

/** What must hold of a call that went through. */
export function judgeDeed(
  { state, name, path }: { readonly state: AccountState; readonly name: string; readonly path: string },
  report: ReportFinding,
): void {
  const reason = shutBy(state, 'credentials');
  if (reason !== undefined && changes.includes(name))
    report({ kind: 'early', what: `${path}: ${name} within the freeze of ${reason}` });
  if (noticesOf[name] !== notices[name])
    report({ kind: 'silent', what: `${path}: ${name} tells ${noticesOf[name] ?? 'nothing'}` });
}

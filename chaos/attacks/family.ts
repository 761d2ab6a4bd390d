/**
 * One family of halves: a session, its owner with two tabs that share the cookies of one browser, and perhaps a thief who
 * copied all of it. The family keeps what it saw of the numbers of the halves, which is all that the judgement needs.
 */
import { overlapMs } from '@marigold/guard/session-halves';

import { NoReply, type Reply } from '../client.ts';
import type { Random } from '../random.ts';
import { addressAt } from './attack.ts';
import { type Browser, callFrom, type Victim } from './people.ts';
import type { Target } from './target.ts';

const stepsOfATurn = 3;
const calls = ['user/info', 'user/session/list', 'message/summary'] as const;
const lostOften = 0.1;
const twoTabsOften = 0.3;
const hangUpMsMax = 6;
const thievesFrom = 100 * 65_536;
const patienceMax = 40;

type Side = 'owner' | 'thief';

export interface HalfFamily {
  readonly victim: Victim;
  readonly owner: Browser;
  /** In the round, before this step of the owner, everything is copied; undefined: nobody ever does. */
  readonly copiedAt: { readonly round: number; readonly step: number } | undefined;
  /** The first round in which the thief uses the copy. */
  readonly usedFrom: number;
  thief: Browser | undefined;
  /** Answered 401: whoever it was has nothing more to show. */
  readonly isOut: Record<Side, boolean>;
  /** By side: the halves that were certainly taken, with the moment of the program's clock by which that was first so. */
  readonly taken: Record<Side, Map<number, number>>;
  /** By side: the newest half that was sent, whether an answer came or not. */
  readonly sent: Record<Side, number>;
  /** A half was shown more than a minute after the other side had used its successor. */
  isStolen: boolean;
  /** Perhaps so: an answer was lost, or both fell into one minute. */
  isPerhapsStolen: boolean;
  renewals: number;
}

export function createFamily(
  victim: Victim,
  owner: Browser,
  { random, isRobbed, rounds }: { random: Random; isRobbed: boolean; rounds: number },
): HalfFamily {
  const round = random.below(Math.max(rounds - 2, 1));
  return {
    victim,
    owner,
    copiedAt: isRobbed ? { round, step: random.below(stepsOfATurn) } : undefined,
    usedFrom: round + random.below(4),
    thief: undefined,
    isOut: { owner: false, thief: false },
    taken: { owner: new Map(), thief: new Map() },
    sent: { owner: 0, thief: 0 },
    isStolen: false,
    isPerhapsStolen: false,
    renewals: 0,
  };
}

export interface Surroundings {
  readonly target: Target;
  readonly random: Random;
  readonly number: number;
}

/** What owner and thief do in one round; whatever is cut off is lost. */
export async function takeTurn(family: HalfFamily, round: number, weather: Surroundings): Promise<void> {
  const { random } = weather;
  const isThere = (): boolean => family.thief !== undefined && round >= family.usedFrom;
  const thiefComesAt = random.chance(0.7) ? random.below(stepsOfATurn) : undefined;
  for (let step = 0; step < stepsOfATurn; step += 1) {
    const { copiedAt } = family;
    if (copiedAt?.round === round && copiedAt.step === step) family.thief = copyOf(family, weather.number);
    if (thiefComesAt === step && isThere()) await stepOf(family, 'thief', weather);
    await stepOf(family, 'owner', weather);
  }
}

/** So many calls of one side, each until it is answered: nothing is cut off any longer. */
export async function useCalmly(
  family: HalfFamily,
  side: Side,
  count: number,
  weather: Surroundings,
): Promise<void> {
  for (let done = 0, tried = 0; done < count && tried < patienceMax && !family.isOut[side]; tried += 1)
    if (await show(family, side, weather)) done += 1;
}

/** Bearer, half and device cookie, in another browser on another network. */
function copyOf({ owner }: HalfFamily, number: number): Browser {
  return { ...owner, address: addressAt(thievesFrom + number) };
}

async function stepOf(family: HalfFamily, side: Side, weather: Surroundings): Promise<void> {
  const { random } = weather;
  const lost = (): number | undefined =>
    random.chance(lostOften) ? random.between(0, hangUpMsMax) : undefined;
  const tabs = random.chance(twoTabsOften) ? [lost(), lost()] : [lost()];
  await Promise.all(tabs.map(async (hangUpAfterMs) => await show(family, side, weather, hangUpAfterMs)));
}

/** One call of one side with what its browser has; false where no answer came. */
async function show(
  family: HalfFamily,
  side: Side,
  { target, random }: Surroundings,
  hangUpAfterMs?: number,
): Promise<boolean> {
  const browser = side === 'owner' ? family.owner : family.thief;
  if (browser === undefined || family.isOut[side]) return false;
  await target.ready();
  const number = numberOf(browser.half);
  const other = side === 'owner' ? 'thief' : 'owner';
  family.sent[side] = Math.max(family.sent[side], number);
  const isDoubtful = family.sent[other] > number;
  const sentAt = target.now();
  let answer: Reply;
  try {
    const how = hangUpAfterMs === undefined ? {} : { hangUpAfterMs };
    answer = await callFrom(target, browser, random.pick(calls), {}, how);
  } catch (error) {
    if (!(error instanceof NoReply)) throw error;
    if (error.wasSent && isDoubtful) family.isPerhapsStolen = true;
    return false;
  }
  // The database is away for a moment: nothing happened.
  if (answer.code === 503) return false;
  if (isDoubtful) family.isPerhapsStolen = true;
  // Whatever the program's own moments are: they lie between these two, so that it saw no less than a minute.
  const isCopy = [...family.taken[other]].some(([taken, at]) => taken > number && sentAt - at >= overlapMs);
  if (isCopy) family.isStolen = true;
  if (numberOf(browser.half) > number) family.renewals += 1;
  judge(family, side, answer, { number, isCopy, target });
  return true;
}

function judge(
  family: HalfFamily,
  side: Side,
  { code, data }: Reply,
  seen: { readonly number: number; readonly isCopy: boolean; readonly target: Target },
): void {
  const { findings } = seen.target;
  const { username } = family.victim;
  const { number } = seen;
  if (code === 200) {
    const { taken } = family;
    if (!taken[side].has(number)) taken[side].set(number, seen.target.now());
    if (seen.isCopy)
      findings.add('unnoticed', `${username}: half ${number} of the ${side} passes after its successor`);
  } else if (code === 401) {
    family.isOut[side] = true;
    // After a copy the session is over for both.
    if (side === 'owner' && !family.isPerhapsStolen && !family.isStolen)
      findings.add('excluded', `the owner ${username} is out with half ${number}, and nobody copied it`);
  } else {
    findings.add('answer', `${username}: ${code} ${JSON.stringify(data)}`);
  }
}

/** `marigold=3.…`: the third half. */
function numberOf(cookie: string | undefined): number {
  return Number(/^marigold=(\d+)\./.exec(cookie ?? '')?.[1] ?? 0);
}

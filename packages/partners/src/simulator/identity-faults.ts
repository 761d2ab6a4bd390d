/** What goes wrong between the house and a company, as data: each is a share of calls or events, from 0 to 1. */
import { hourMs } from '@marigold/money/spans';

/** A number from 0 to below 1, drawn anew at each call. */
export type Chance = () => number;

export type IdentityFaults = {
  /** The wish took effect, its answer never comes. */
  readonly answerLost: number;
  /** The wish never arrived. */
  readonly requestLost: number;
  /** The wish arrives twice on its way, and so takes effect twice. */
  readonly sentTwice: number;
  /** No answer now; the wish takes effect later. */
  readonly effectLate: number;
  readonly tooMany: number;
  readonly broken: number;
  /** A page instead of an answer, with 200. */
  readonly html: number;
  /** Nothing is known of an applicant for a while, though it is there. */
  readonly forgotten: number;
  readonly eventNever: number;
  readonly eventThrice: number;
  /** An event comes late, after those that follow it. */
  readonly eventLate: number;
  /** Beside an event comes the same one about somebody else, rightly signed. */
  readonly eventOfAnother: number;
  /** Beside an event comes one with another verdict, signed with a wrong key. */
  readonly eventForged: number;
  /** An event that came long ago comes again. */
  readonly eventOld: number;
  /** Refused for good, and approved a little later. */
  readonly statusBack: number;
  /** The company's clock is so far ahead; negative: behind. */
  readonly clockOffMs: number;
};

export const noIdentityFaults: IdentityFaults = {
  answerLost: 0,
  requestLost: 0,
  sentTwice: 0,
  effectLate: 0,
  tooMany: 0,
  broken: 0,
  html: 0,
  forgotten: 0,
  eventNever: 0,
  eventThrice: 0,
  eventLate: 0,
  eventOfAnother: 0,
  eventForged: 0,
  eventOld: 0,
  statusBack: 0,
  clockOffMs: 0,
};

/** Within this span what is late comes at a drawn moment. */
export const lateMsMax = 3 * hourMs;

/** What a company does with one call. */
export type CallFault =
  | 'none'
  | 'answerLost'
  | 'requestLost'
  | 'sentTwice'
  | 'effectLate'
  | 'tooMany'
  | 'broken'
  | 'html';

const callFaults = [
  'requestLost',
  'tooMany',
  'broken',
  'html',
  'effectLate',
  'answerLost',
  'sentTwice',
] as const satisfies readonly (CallFault & keyof IdentityFaults)[];

/** At most one fault for one call; the first that is drawn. */
export function drawCallFault(faults: IdentityFaults, chance: Chance): CallFault {
  return callFaults.find((fault) => isDrawn(faults[fault], chance)) ?? 'none';
}

/** How one event is sent: each copy with its delay, whose key signs it and whom it is about. */
export type EventCopy = {
  readonly delayMs: number;
  readonly key: 'right' | 'wrong';
  readonly about: 'itself' | 'another';
  /** It tells of something that was sent long before. */
  readonly isOld: boolean;
};

const whole: EventCopy = { delayMs: 0, key: 'right', about: 'itself', isOld: false };

/** The copies of one event that leave the company, none where it is lost. */
export function drawEventCopies(faults: IdentityFaults, chance: Chance): readonly EventCopy[] {
  const beside: EventCopy[] = [];
  if (isDrawn(faults.eventForged, chance)) beside.push({ ...whole, key: 'wrong' });
  if (isDrawn(faults.eventOfAnother, chance)) beside.push({ ...whole, about: 'another' });
  if (isDrawn(faults.eventOld, chance))
    beside.push({ ...whole, delayMs: drawMs(lateMsMax, chance), isOld: true });
  if (isDrawn(faults.eventNever, chance)) return beside;
  const delayMs = isDrawn(faults.eventLate, chance) ? drawMs(lateMsMax, chance) : 0;
  const copies = isDrawn(faults.eventThrice, chance) ? 3 : 1;
  return [...beside, ...Array.from({ length: copies }, () => ({ ...whole, delayMs }))];
}

/** True in so many of 1. Draws only where there is something to draw. */
export function isDrawn(rate: number, chance: Chance): boolean {
  return rate > 0 && chance() < rate;
}

/** Whole milliseconds from 1 to `most`. */
export function drawMs(most: number, chance: Chance): number {
  return 1 + Math.floor(chance() * most);
}

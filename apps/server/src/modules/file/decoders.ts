/**
 * The slots in which pictures are decoded, two at most, and who gets one when. Every picture has a process of its own and
 * at first a moment: one that takes longer holds the single slot reserved for slow pictures, or gives way as soon as a
 * picture comes that has not had its moment yet.
 */
import { readFileSync } from 'node:fs';

import { TransportError } from '../../platform/http/transport-error.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Decoder, DecodeOutcome, DecodeTask } from './decoder.ts';
import { startDecoder } from './decoder.ts';

/** Pictures that are decoded at the same time. */
const slotsMax = 2;
/** Processes that are started in advance, so that a picture need not wait for one. */
const readyMax = 2;
/** Pictures that wait for a slot; with more, an upload is refused with 503. */
const waitingMax = 20;
/** How often a picture that gave way starts anew in an idle slot; after that only the reserved slot is worth it. */
const idleTriesMax = 2;
/** A moment of the processor takes at most so many times as long. */
const slowestMoment = 3;
const looksInMoment = 5;
const comeAgainSeconds = 5;

export type DecoderTimes = {
  /** So long after it was begun a picture is answered, whatever it does: its process is killed. */
  readonly decodeMs: number;
  /**
   * So much of the processor everybody gets before they have to give way; most pictures of phones are done by then. On a
   * busy machine it takes longer, or a small picture would give way to a large one.
   */
  readonly momentMs: number;
};

export const decoderTimes: DecoderTimes = { decodeMs: 15_000, momentMs: 150 };

export type Decoders = {
  /** The picture, or why there is none. Throws 503 when too many wait, or where others took all the time there was. */
  decode(task: DecodeTask, brought: Buffer): Promise<Exclude<DecodeOutcome, 'unable'>>;
  /** The processes that work and those that wait; only tests ask. */
  pids(): { readonly working: readonly number[]; readonly ready: readonly number[] };
  /** Ends every process. Nothing is decoded afterwards. */
  stop(): Promise<void>;
};

type Job = {
  readonly task: DecodeTask;
  readonly brought: Buffer;
  readonly resolve: (outcome: DecodeOutcome | 'come_again') => void;
  overdue?: NodeJS.Timeout;
  /** It has worked so long that it gives way. */
  hadMoment: boolean;
  /** It holds the reserved slot to its end. */
  hasReservedSlot: boolean;
  timesPutBack: number;
  isGivingWay: boolean;
  isAnswered: boolean;
};

const untouched = {
  hadMoment: false,
  hasReservedSlot: false,
  timesPutBack: 0,
  isGivingWay: false,
  isAnswered: false,
};

/** Who has a slot, who waits for one, and the processes for both. */
type Slots = {
  readonly times: DecoderTimes;
  readonly ready: Decoder[];
  readonly working: Map<Job, Decoder>;
  /** Pictures that wait for their first slot. */
  readonly fresh: Job[];
  /** Pictures that gave way to others. */
  readonly again: Job[];
  isStopped: boolean;
};

export function createDecoders(times: DecoderTimes, log: Log): Decoders {
  const slots: Slots = {
    times,
    ready: [],
    working: new Map(),
    fresh: [],
    again: [],
    isStopped: false,
  };
  const { ready, working, fresh, again } = slots;
  return {
    async decode(task, brought) {
      if (slots.isStopped || fresh.length + again.length >= waitingMax) throw comeAgain();
      const { promise, resolve } = Promise.withResolvers<DecodeOutcome | 'come_again'>();
      const job: Job = { task, brought, resolve, ...untouched };
      fresh.push(job);
      arrange(slots);
      const outcome = await promise;
      if (outcome === 'unable') log.error('a decoder of pictures did not start');
      if (outcome === 'unable' || outcome === 'come_again') throw comeAgain();
      return outcome;
    },
    pids() {
      const of = (decoders: Iterable<Decoder>) => [...decoders].flatMap(({ pid }) => pid ?? []);
      return { working: of(working.values()), ready: of(ready) };
    },
    async stop() {
      slots.isStopped = true;
      for (const job of [...fresh.splice(0), ...again.splice(0), ...working.keys()])
        settle(job, 'come_again');
      const all = [...ready, ...working.values()];
      for (const decoder of all) decoder.kill();
      await Promise.all(all.map(async ({ ended }) => await ended));
    },
  };
}

/** Fills the slots, and makes one free where somebody has to give way. */
function arrange(slots: Slots): void {
  const { working, fresh, again } = slots;
  if (slots.isStopped) return;
  while (working.size < slotsMax) {
    const isFree = isReservedSlotFree(slots);
    const job = isFree ? (again.shift() ?? fresh.shift()) : (fresh.shift() ?? takeForIdle(slots));
    if (job === undefined) break;
    job.hasReservedSlot = isFree && job.timesPutBack > 0;
    begin(slots, job);
  }
  const longest = [...working.keys()].find(({ hadMoment, isGivingWay }) => hadMoment && !isGivingWay);
  if (longest !== undefined && isReservedSlotFree(slots)) longest.hasReservedSlot = true;
  if (fresh.length > 0) giveWay(slots);
}

function begin(slots: Slots, job: Job): void {
  const { working, again, times } = slots;
  const decoder = takeReady(slots);
  working.set(job, decoder);
  job.overdue ??= setTimeout(() => {
    remove(again, job);
    // Whoever was put back has not had all the time there is: it may be the fault of others.
    settle(job, job.timesPutBack > 0 ? 'come_again' : 'too_large');
    working.get(job)?.kill();
  }, times.decodeMs);
  const endMoment = afterMoment(decoder.pid, times.momentMs, () => {
    job.hadMoment = true;
    arrange(slots);
  });
  void decoder.work(job.task, job.brought).then((outcome) => {
    endMoment();
    working.delete(job);
    if (job.isGivingWay && !job.isAnswered && !(outcome instanceof Buffer)) again.push(job);
    else settle(job, outcome);
    job.isGivingWay = false;
    arrange(slots);
  });
}

function takeReady({ ready }: Slots): Decoder {
  const taken = ready.shift() ?? startDecoder();
  while (ready.length < readyMax) {
    const one = startDecoder();
    ready.push(one);
    void one.ended.then(() => remove(ready, one));
  }
  return taken;
}

/** Whoever may still try in a slot that it has to leave at once. */
function takeForIdle({ again }: Slots): Job | undefined {
  const job = again.find(({ timesPutBack }) => timesPutBack <= idleTriesMax);
  if (job !== undefined) remove(again, job);
  return job;
}

function isReservedSlotFree({ working }: Slots): boolean {
  return ![...working.keys()].some(({ hasReservedSlot }) => hasReservedSlot);
}

function giveWay({ working }: Slots): void {
  for (const [job, decoder] of working) {
    if (job.hasReservedSlot || !job.hadMoment || job.isGivingWay) continue;
    job.isGivingWay = true;
    job.timesPutBack += 1;
    decoder.kill();
  }
}

/** Calls when the process has had so much of the processor, or three times as long has passed. Answers how to forget it. */
function afterMoment(pid: number | undefined, momentMs: number, call: () => void): () => void {
  const before = processorMs(pid);
  const latest = performance.now() + momentMs * slowestMoment;
  let timer = setTimeout(look, momentMs);
  function look(): void {
    const isShort = processorMs(pid) - before < momentMs && performance.now() < latest;
    if (isShort) timer = setTimeout(look, momentMs / looksInMoment);
    else call();
  }
  return () => clearTimeout(timer);
}

/** What a process has used of the processor; nothing that can be compared where the system does not tell. */
function processorMs(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name in brackets: state, parent, …, then user and system time in hundredths of a second (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

function settle(job: Job, outcome: DecodeOutcome | 'come_again'): void {
  clearTimeout(job.overdue);
  job.isAnswered = true;
  job.resolve(outcome);
}

function remove<Value>(list: Value[], value: Value): void {
  const at = list.indexOf(value);
  if (at >= 0) list.splice(at, 1);
}

function comeAgain(): TransportError {
  return new TransportError(503, 'unavailable', { seconds: comeAgainSeconds });
}

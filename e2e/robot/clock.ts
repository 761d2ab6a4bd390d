/**
 * Holds a page's own time still. While it is held nothing runs that the page asked for before: no timer, no frame, no
 * message of the live line. What a press asks for afterwards does run. So whatever changes then was caused by the press,
 * however busy the machine is.
 */
import type { BrowserContext } from '@playwright/test';

/** Something that the page asked for later. */
interface Work {
  /** The press in which it was asked for. */
  readonly birth: number;
  /** Milliseconds after that press, by what its own timers say has passed. */
  dueMs: number;
  /** By the real clock. */
  readonly dueAt: number;
  readonly everyMs: number | undefined;
  readonly run: () => void;
  cancel: () => void;
  isLate: boolean;
}

/** How the browser is asked: calls back when it is time; the answer takes the question back. */
type Start = (fired: () => void) => () => void;

export interface HeldClock {
  /** The page's own time stands still from here on. */
  readonly hold: () => void;
  /** What is asked for from here on is the press's: it runs as far as it is due within the limit, counted from here. */
  readonly arm: () => void;
  /** Everything that waited runs. */
  readonly release: () => void;
  readonly isHeld: () => boolean;
  readonly isArmed: () => boolean;
  /** How much that the press asked for is due within the limit and has not run. */
  readonly pending: () => number;
  /** A frame of real time, after which everything that was ready has run. */
  readonly moment: () => Promise<void>;
  /** Runs when time is released. */
  readonly whenFree: (run: () => void) => void;
  /** Lets what the last press left behind come at once, the earliest first, until `isDone`; answers whether it is. */
  readonly hurry: (isDone: () => boolean) => Promise<boolean>;
  /** For what stands in place of the browser's timers; answers the number of the work. */
  readonly begin: (delayMs: number, run: () => void, start: Start, everyMs?: number) => number;
  readonly end: (id?: number) => void;
}

declare global {
  interface Window {
    robotClock: HeldClock;
  }
}

/** Has it in every document of a context. `limitMs`: how late an effect of a press still is one. */
export async function bringClock(context: BrowserContext, limitMs: number): Promise<void> {
  await context.addInitScript(makeClock, limitMs);
  await context.addInitScript(replaceTimers);
  await context.addInitScript(replaceSockets);
}

/** Runs in every document before anything else. */
function makeClock(limitMs: number): void {
  const after = window.setTimeout.bind(window);
  const works = new Map<number, Work>();
  /** More than any page sets at once; what always begins anew never ends. */
  const stepsMax = 200;
  const queue: (() => void)[] = [];
  let lastId = 0;
  let press = 0;
  let passedMs = 0;
  let isHeld = false;
  let isArmed = false;

  const isOfPress = ({ birth, dueMs }: Work) => isArmed && birth === press && dueMs <= limitMs;
  const fire = (id: number): void => {
    const work = works.get(id);
    if (work === undefined) return;
    work.isLate = isHeld && !isOfPress(work);
    if (work.isLate) return;
    if (isHeld) passedMs = Math.max(passedMs, work.dueMs);
    if (work.everyMs === undefined) works.delete(id);
    else work.dueMs += work.everyMs;
    work.run();
  };
  const inFrame = window.requestAnimationFrame.bind(window);
  const moment = async () => await new Promise<void>((done) => inFrame(() => after(done)));
  window.robotClock = {
    hold: () => void (isHeld = true),
    arm() {
      press += 1;
      passedMs = 0;
      isArmed = true;
    },
    release() {
      isHeld = false;
      isArmed = false;
      for (const [id, { isLate }] of works) if (isLate) after(() => fire(id));
      for (const run of queue.splice(0)) run();
    },
    isHeld: () => isHeld,
    isArmed: () => isArmed,
    pending: () => [...works.values()].filter((work) => isOfPress(work) && work.everyMs === undefined).length,
    moment,
    whenFree: (run) => void queue.push(run),
    async hurry(isDone) {
      for (let step = 0; !isDone(); step += 1) {
        if (step > stepsMax) return false;
        const left = [...works].filter(([, { birth, everyMs }]) => birth === press && everyMs === undefined);
        const [first] = left.toSorted(([, one], [, other]) => one.dueAt - other.dueAt);
        if (first === undefined) return false;
        first[1].cancel();
        fire(first[0]);
        await moment();
      }
      return true;
    },
    begin(delayMs, run, start, everyMs) {
      lastId += 1;
      const id = lastId;
      const dueAt = performance.now() + delayMs;
      const work = { birth: press, dueMs: passedMs + delayMs, dueAt, everyMs, run, isLate: false };
      works.set(id, { ...work, cancel: start(() => fire(id)) });
      return id;
    },
    end(id) {
      works.get(id ?? 0)?.cancel();
      works.delete(id ?? 0);
    },
  };
}

/** Runs in every document: its timers and frames can be held. All share their numbers, as browsers' own timers do. */
function replaceTimers(): void {
  const { begin, end } = window.robotClock;
  const native = {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    setInterval: window.setInterval.bind(window),
    requestFrame: window.requestAnimationFrame.bind(window),
    cancelFrame: window.cancelAnimationFrame.bind(window),
  };
  const inTime =
    (ms: number): Start =>
    (fired) => {
      const id = native.setTimeout(fired, ms);
      return () => native.clearTimeout(id);
    };
  const runner = (handler: TimerHandler, values: unknown[]) => () => {
    // A text to run is forbidden by our content security policy anyway.
    if (typeof handler === 'function') (handler as (...all: unknown[]) => void)(...values);
  };
  const setTimer = (handler: TimerHandler, ms = 0, ...values: unknown[]): number =>
    begin(Math.max(0, ms), runner(handler, values), inTime(ms));
  const setTicks = (handler: TimerHandler, ms = 0, ...values: unknown[]): number => {
    const start: Start = (fired) => {
      const id = native.setInterval(fired, ms);
      return () => native.clearTimeout(id);
    };
    return begin(ms, runner(handler, values), start, Math.max(1, ms));
  };
  const frameMs = 16;
  const inFrame: Start = (fired) => {
    const id = native.requestFrame(fired);
    return () => native.cancelFrame(id);
  };
  const idle: IdleDeadline = { didTimeout: false, timeRemaining: () => 10 };
  Object.assign(window, {
    setTimeout: setTimer,
    clearTimeout: end,
    setInterval: setTicks,
    clearInterval: end,
    requestAnimationFrame: (handler: FrameRequestCallback) =>
      begin(frameMs, () => handler(performance.now()), inFrame),
    cancelAnimationFrame: end,
    requestIdleCallback: (handler: IdleRequestCallback) => begin(0, () => handler(idle), inTime(1)),
    cancelIdleCallback: end,
  });
}

/** Runs in every document: what the server tells by itself waits while time is held. */
function replaceSockets(): void {
  const repeated = new WeakSet<Event>();
  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      // The first listener of all: nobody else hears an event that it keeps.
      for (const type of ['open', 'message', 'error', 'close']) {
        this.addEventListener(type, (event) => {
          if (repeated.has(event) || !window.robotClock.isHeld()) return;
          event.stopImmediatePropagation();
          window.robotClock.whenFree(() => {
            const again = copyOf(event);
            repeated.add(again);
            this.dispatchEvent(again);
          });
        });
      }
    }
  };
  const copyOf = (event: Event): Event => {
    if (event instanceof MessageEvent)
      return new MessageEvent(event.type, { data: event.data as unknown, origin: event.origin });
    if (event instanceof CloseEvent)
      return new CloseEvent(event.type, { code: event.code, reason: event.reason, wasClean: event.wasClean });
    return new Event(event.type);
  };
}

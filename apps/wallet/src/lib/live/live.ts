/**
 * The one live line: protocol.md "Live updates". For a logged-in person it tells what changed; what is true is fetched
 * again by calls. A snapshot (the server sends one for each subscription: the first, after a gap, on a new connection)
 * therefore means: fetch everything this channel speaks of. The first one too: what happened between the page's first
 * calls and the subscription was announced to nobody. Public channels ride along, for visitors as well.
 */
import type { HintsOf, UserEvent } from '@marigold/contract/events';

import { isRecord } from '../device/storage.ts';
import { isUserEvent } from './live-reads.ts';

export const pingEveryMs = 20_000;
export const deadAfterMs = 45_000;
export const reconnectMinMs = 1_000;
export const reconnectMaxMs = 30_000;
/** The server ends connections whose session ended. */
export const closedNotAuthorised = 4401;

/** What the channel may announce of a person, as the contract has it; a hint may be missing. */
export type LiveEvent = {
  readonly [Event in UserEvent]: { readonly event: Event; readonly hints: Partial<HintsOf<Event>> };
}[UserEvent];

/** `live`: subscribed and counting. */
export type LiveState = 'off' | 'connecting' | 'live';

/** The part of WebSocket that is used; tests bring their own. */
export type Socket = {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { readonly data: unknown }) => void) | null;
  onclose: ((closing: { readonly code: number }) => void) | null;
};

export type LiveDependencies = {
  readonly open: () => Socket;
  readonly setTimer: (run: () => void, delayMs: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  /** From 0 to 1: spreads the reconnects of many clients. */
  readonly random: () => number;
  readonly onEvent: (event: LiveEvent) => void;
  /** Something may have been missed: fetch everything again. */
  readonly onGap: () => void;
  /** The server does not know this token any more. */
  readonly onRefused: (token: string) => void;
  /** Told of every change; for diagnostics, nothing waits for it. */
  readonly onState?: (state: LiveState) => void;
};

/** Public channels on the same line (market-stream.ts); they come with the first page that watches one. */
export type Passenger = {
  /** A line is up on which nothing is subscribed yet. */
  readonly onUp: (say: Say) => void;
  readonly onDown: () => void;
  /** Everything that is not of the person's own channel. Answers to its own messages carry its ids, which are texts. */
  readonly onFrame: (frame: Readonly<Record<string, unknown>>) => void;
};

export type Say = (message: Readonly<Record<string, unknown>>) => void;

export type Live = {
  /** Connects for a token and stays connected; another token replaces the connection. */
  start(token: string): void;
  /** Ends the connection for good, until the next start. */
  stop(): void;
  /** Tries at once instead of waiting: the network came back, the page is seen again. */
  wake(): void;
  /** Takes a passenger, and connects for it alone where nobody is logged in; undefined lets it go. */
  carry(passenger: Passenger | undefined): void;
};

const channel = 'user';

export function createLive(dependencies: LiveDependencies): Live {
  const { setTimer, clearTimer } = dependencies;
  let token: string | undefined;
  let passenger: Passenger | undefined;
  let socket: Socket | undefined;
  let isUp = false;
  let state: LiveState = 'off';
  let reconnectTimer: unknown;
  let pingTimer: unknown;
  let deadTimer: unknown;
  let attempts = 0;
  let lastSeq: number | undefined;
  let nextId = 1;

  function become(next: LiveState): void {
    if (next === state) return;
    state = next;
    dependencies.onState?.(next);
  }

  function say(message: Readonly<Record<string, unknown>>): void {
    socket?.send(JSON.stringify(message));
  }

  function subscribe(): void {
    lastSeq = undefined;
    say({ op: 'sub', id: nextId++, ch: [channel] });
  }

  function keepAlive(): void {
    clearTimer(deadTimer);
    deadTimer = setTimer(drop, deadAfterMs);
  }

  function ping(): void {
    say({ op: 'ping' });
    pingTimer = setTimer(ping, pingEveryMs);
  }

  /** Lets go of the socket without waiting for its own goodbye, which a dead line never says. */
  function release(): void {
    for (const timer of [reconnectTimer, pingTimer, deadTimer]) clearTimer(timer);
    const old = socket;
    socket = undefined;
    const wasUp = isUp;
    isUp = false;
    if (wasUp) passenger?.onDown();
    if (old === undefined) return;
    old.onopen = null;
    old.onmessage = null;
    old.onclose = null;
    old.close();
  }

  function drop(): void {
    release();
    become('connecting');
    const ceiling = Math.min(reconnectMaxMs, reconnectMinMs * 2 ** Math.min(attempts, 10));
    attempts += 1;
    reconnectTimer = setTimer(connect, ceiling / 2 + (ceiling / 2) * dependencies.random());
  }

  function connect(): void {
    release();
    become('connecting');
    const opened = dependencies.open();
    socket = opened;
    opened.onopen = () => {
      isUp = true;
      if (token !== undefined) {
        say({ op: 'auth', id: nextId++, token });
        subscribe();
      }
      passenger?.onUp(say);
      keepAlive();
      pingTimer = setTimer(ping, pingEveryMs);
    };
    opened.onmessage = ({ data }) => {
      keepAlive();
      if (typeof data === 'string') hear(parse(data));
    };
    opened.onclose = ({ code }) => {
      const refused = token;
      if (code !== closedNotAuthorised || refused === undefined) return drop();
      release();
      token = undefined;
      become('off');
      dependencies.onRefused(refused);
      if (socket === undefined && token === undefined && passenger !== undefined) connect();
    };
    // A line that never opens is dead as well.
    keepAlive();
  }

  function end(): void {
    release();
    become('off');
  }

  function hear(frame: unknown): void {
    if (!isRecord(frame)) return;
    if (typeof frame['id'] === 'string') return passenger?.onFrame(frame);
    // The server could not look up the session just now, so nothing is subscribed: later again, not at once.
    if (frame['op'] === 'error') return drop();
    const seq = frame['seq'];
    if (typeof seq !== 'number') return;
    attempts = 0;
    if (frame['ch'] !== channel) return passenger?.onFrame(frame);
    if (frame['snapshot'] === true) {
      lastSeq = seq;
      become('live');
      dependencies.onGap();
      return;
    }
    if (lastSeq !== undefined && frame['prev'] !== lastSeq) {
      say({ op: 'unsub', id: nextId++, ch: [channel] });
      return subscribe();
    }
    lastSeq = seq;
    const event = readEvent(frame['data']);
    if (event !== undefined) dependencies.onEvent(event);
  }

  return {
    start(newToken) {
      if (token === newToken) return;
      token = newToken;
      attempts = 0;
      connect();
    },
    stop() {
      const isAlone = token === undefined;
      token = undefined;
      if (passenger === undefined) end();
      // What the passenger watches goes on without a name, on a line that never heard one.
      else if (!isAlone || socket === undefined) connect();
    },
    carry(next) {
      const before = passenger;
      passenger = next;
      if (next !== undefined && isUp) next.onUp(say);
      else if (next !== undefined && before === undefined && token === undefined) connect();
      else if (next === undefined && token === undefined) end();
    },
    wake() {
      if (token === undefined && passenger === undefined) return;
      attempts = 0;
      if (socket === undefined) connect();
      else say({ op: 'ping' });
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The name of the event and its hints stand side by side in `data`; one that this app does not know changes nothing. */
function readEvent(value: unknown): LiveEvent | undefined {
  if (!isRecord(value)) return undefined;
  const { event, ...hints } = value;
  return isUserEvent(event) ? ({ event, hints } as LiveEvent) : undefined;
}

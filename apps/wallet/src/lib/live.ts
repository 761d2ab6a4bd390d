/**
 * The live channel of a logged-in person: protocol.md "Live updates". It tells what changed; what is true is fetched
 * again by calls. A gap, a snapshot or a new connection therefore means: fetch everything this channel speaks of.
 */
import { isRecord } from './storage.ts';

export const pingEveryMs = 20_000;
export const deadAfterMs = 45_000;
export const reconnectMinMs = 1_000;
export const reconnectMaxMs = 30_000;
/** The server ends connections whose session ended. */
export const closedNotAuthorised = 4401;

/** What the channel may announce of a person. */
export type LiveEvent = {
  readonly event: string;
  /** Hints for the screen: ids, asset codes, the person's own amounts. */
  readonly hints: Readonly<Record<string, unknown>>;
};

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
};

export type Live = {
  /** Connects for a token and stays connected; another token replaces the connection. */
  start(token: string): void;
  /** Ends the connection for good, until the next start. */
  stop(): void;
  /** Tries at once instead of waiting: the network came back, the page is seen again. */
  wake(): void;
};

const channel = 'user';

export function createLive(dependencies: LiveDependencies): Live {
  const { setTimer, clearTimer } = dependencies;
  let token: string | undefined;
  let socket: Socket | undefined;
  let reconnectTimer: unknown;
  let pingTimer: unknown;
  let deadTimer: unknown;
  let attempts = 0;
  let hasConnectedBefore = false;
  let lastSeq: number | undefined;
  let nextId = 1;

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
    if (old === undefined) return;
    old.onopen = null;
    old.onmessage = null;
    old.onclose = null;
    old.close();
  }

  function drop(): void {
    release();
    const ceiling = Math.min(reconnectMaxMs, reconnectMinMs * 2 ** Math.min(attempts, 10));
    attempts += 1;
    reconnectTimer = setTimer(connect, ceiling / 2 + (ceiling / 2) * dependencies.random());
  }

  function connect(): void {
    release();
    const opened = dependencies.open();
    socket = opened;
    opened.onopen = () => {
      say({ op: 'auth', id: nextId++, token });
      subscribe();
      if (hasConnectedBefore) dependencies.onGap();
      hasConnectedBefore = true;
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
      dependencies.onRefused(refused);
    };
    // A line that never opens is dead as well.
    keepAlive();
  }

  function hear(frame: unknown): void {
    if (!isRecord(frame)) return;
    // The server could not look up the session just now, so nothing is subscribed: later again, not at once.
    if (frame['op'] === 'error') return drop();
    const seq = frame['seq'];
    if (frame['ch'] !== channel || typeof seq !== 'number') return;
    attempts = 0;
    if (frame['snapshot'] === true) {
      const isFirst = lastSeq === undefined;
      lastSeq = seq;
      // The snapshot that opens a subscription says where counting begins; a later one says that something was missed.
      if (!isFirst) dependencies.onGap();
      return;
    }
    if (lastSeq !== undefined && frame['prev'] !== lastSeq) {
      say({ op: 'unsub', id: nextId++, ch: [channel] });
      subscribe();
      dependencies.onGap();
      return;
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
      hasConnectedBefore = false;
      connect();
    },
    stop() {
      token = undefined;
      release();
    },
    wake() {
      if (token === undefined) return;
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

/** The name of the event and its hints stand side by side in `data`. */
function readEvent(value: unknown): LiveEvent | undefined {
  if (!isRecord(value) || typeof value['event'] !== 'string') return undefined;
  const { event, ...hints } = value;
  return { event: String(event), hints };
}

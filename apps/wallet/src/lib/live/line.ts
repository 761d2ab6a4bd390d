/**
 * One socket and its clock: it pings, notices when nothing comes back, lets go and comes back by itself, later each time.
 * What is said over it is not its concern.
 */
import { isRecord } from '../device/storage.ts';

export const pingEveryMs = 20_000;
export const deadAfterMs = 45_000;
export const reconnectMinMs = 1_000;
export const reconnectMaxMs = 30_000;

/** The part of WebSocket that is used; tests bring their own. */
export type Socket = {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { readonly data: unknown }) => void) | null;
  onclose: ((closing: { readonly code: number }) => void) | null;
};

export type Frame = Readonly<Record<string, unknown>>;
export type SendFrame = (message: Frame) => void;

/** What a line is made of, and tests make up. */
export type LineParts = {
  readonly open: () => Socket;
  readonly setTimer: (run: () => void, delayMs: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  /** From 0 to 1: spreads the reconnects of many clients. */
  readonly random: () => number;
};

type LineDependencies = LineParts & {
  /** There is a line, or there is going to be one. */
  readonly onConnecting: () => void;
  readonly onUp: () => void;
  /** One that was up is gone. */
  readonly onDown: () => void;
  readonly onFrame: (frame: Frame) => void;
  /** The other side closed it: drop it or end it. */
  readonly onClosed: (code: number) => void;
};

export type Line = {
  /** Into nothing where there is none. */
  readonly say: SendFrame;
  /** Opens a line, in place of the one there is. */
  readonly connect: () => void;
  /** Lets go of it and connects again after a while. */
  readonly drop: () => void;
  /** Lets go of it for good. */
  readonly release: () => void;
  /** The next reconnect waits as briefly as the first. */
  readonly calm: () => void;
  /** True from the moment one is being opened. */
  readonly isThere: () => boolean;
  /** True while it is open. */
  readonly isUp: () => boolean;
};

export function createLine(dependencies: LineDependencies): Line {
  const { setTimer, clearTimer } = dependencies;
  let socket: Socket | undefined;
  let isUp = false;
  let reconnectTimer: unknown;
  let pingTimer: unknown;
  let deadTimer: unknown;
  let attempts = 0;

  function say(message: Frame): void {
    socket?.send(JSON.stringify(message));
  }

  function keepAlive(): void {
    clearTimer(deadTimer);
    deadTimer = setTimer(drop, deadAfterMs);
  }

  function ping(): void {
    say({ op: 'ping' });
    pingTimer = setTimer(ping, pingEveryMs);
  }

  /** Without waiting for its own goodbye, which a dead line never says. */
  function release(): void {
    for (const timer of [reconnectTimer, pingTimer, deadTimer]) clearTimer(timer);
    const old = socket;
    socket = undefined;
    const wasUp = isUp;
    isUp = false;
    if (wasUp) dependencies.onDown();
    if (old === undefined) return;
    old.onopen = null;
    old.onmessage = null;
    old.onclose = null;
    old.close();
  }

  function drop(): void {
    release();
    dependencies.onConnecting();
    const ceiling = Math.min(reconnectMaxMs, reconnectMinMs * 2 ** Math.min(attempts, 10));
    attempts += 1;
    reconnectTimer = setTimer(connect, ceiling / 2 + (ceiling / 2) * dependencies.random());
  }

  function connect(): void {
    release();
    dependencies.onConnecting();
    const opened = dependencies.open();
    socket = opened;
    opened.onopen = () => {
      isUp = true;
      dependencies.onUp();
      keepAlive();
      pingTimer = setTimer(ping, pingEveryMs);
    };
    opened.onmessage = ({ data }) => {
      keepAlive();
      const frame = typeof data === 'string' ? parse(data) : undefined;
      if (isRecord(frame)) dependencies.onFrame(frame);
    };
    opened.onclose = ({ code }) => dependencies.onClosed(code);
    // A line that never opens is dead as well.
    keepAlive();
  }

  return {
    say,
    connect,
    drop,
    release,
    calm: () => void (attempts = 0),
    isThere: () => socket !== undefined,
    isUp: () => isUp,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

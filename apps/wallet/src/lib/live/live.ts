/**
 * The one live line: protocol.md "Live updates". For a logged-in person it tells what changed (own-channel.ts). Public
 * channels ride along, for visitors as well (market-stream.ts).
 */
import { createLine, type Frame, type LineParts, type SendFrame } from './line.ts';
import { createOwnChannel, type LiveEvent, ownChannel } from './own-channel.ts';

/** The server ends connections whose session ended. */
export const closedNotAuthorised = 4401;

/** `live`: subscribed and counting. */
export type LiveState = 'off' | 'connecting' | 'live';

export type LiveDependencies = LineParts & {
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
  readonly onUp: (say: SendFrame) => void;
  readonly onDown: () => void;
  /** Everything that is not of the person's own channel. Answers to its own messages carry its ids, which are texts. */
  readonly onFrame: (frame: Frame) => void;
};

export type Live = {
  /** Connects for a token and stays connected; another token replaces the connection. */
  start(token: string): void;
  /** Ends the connection for good, until the next start. */
  stop(): void;
  /** Tries at once instead of waiting: the network came back, the page is seen again. */
  wake(): void;
  /** Adds a passenger (market-stream.ts), and connects for it alone where nobody is logged in; undefined removes it. */
  carry(passenger: Passenger | undefined): void;
};

export function createLive(dependencies: LiveDependencies): Live {
  let token: string | undefined;
  let passenger: Passenger | undefined;
  let state: LiveState = 'off';
  const line = createLine({
    ...dependencies,
    onConnecting: () => become('connecting'),
    onUp() {
      if (token !== undefined) own.begin(token);
      passenger?.onUp(line.say);
    },
    onDown: () => passenger?.onDown(),
    onFrame: hear,
    onClosed,
  });
  const own = createOwnChannel({
    say: line.say,
    onSnapshot() {
      become('live');
      dependencies.onGap();
    },
    onEvent: dependencies.onEvent,
  });

  function become(next: LiveState): void {
    if (next === state) return;
    state = next;
    dependencies.onState?.(next);
  }

  function end(): void {
    line.release();
    become('off');
  }

  function onClosed(code: number): void {
    const refused = token;
    if (code !== closedNotAuthorised || refused === undefined) return line.drop();
    line.release();
    token = undefined;
    become('off');
    dependencies.onRefused(refused);
    if (!line.isThere() && token === undefined && passenger !== undefined) line.connect();
  }

  function hear(frame: Frame): void {
    if (typeof frame['id'] === 'string') return passenger?.onFrame(frame);
    // The server could not look up the session just now, so nothing is subscribed: later again, not at once.
    if (frame['op'] === 'error') return line.drop();
    const seq = frame['seq'];
    if (typeof seq !== 'number') return;
    line.calm();
    if (frame['ch'] === ownChannel) own.hear(frame, seq);
    else passenger?.onFrame(frame);
  }

  return {
    start(newToken) {
      if (token === newToken) return;
      token = newToken;
      line.calm();
      line.connect();
    },
    stop() {
      const isAlone = token === undefined;
      token = undefined;
      if (passenger === undefined) end();
      // What the passenger watches goes on without a name, on a line that never heard one.
      else if (!isAlone || !line.isThere()) line.connect();
    },
    carry(next) {
      const before = passenger;
      passenger = next;
      if (next !== undefined && line.isUp()) next.onUp(line.say);
      else if (next !== undefined && before === undefined && token === undefined) line.connect();
      else if (next === undefined && token === undefined) end();
    },
    wake() {
      if (token === undefined && passenger === undefined) return;
      line.calm();
      if (line.isThere()) line.say({ op: 'ping' });
      else line.connect();
    },
  };
}

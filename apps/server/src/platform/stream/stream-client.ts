/** One live connection: what it may send, what it gets, and when it is closed (protocol.md "Live updates"). */
import type { Duplex } from 'node:stream';

import type { WebSocket } from 'ws';

import type { Session } from '../http/call.ts';
import { closeCodes, type StreamBounds } from './stream-bounds.ts';
import type { PublicChannels } from './stream-channels.ts';
import { closeClient, sendMessage, type ClientState } from './stream-client-state.ts';
import { type StreamMessage, parseMessage } from './stream-message.ts';
import {
  catchUp,
  sendOwnNews,
  sendOwnSnapshot,
  subscribe,
  unsubscribe,
  writeFrames,
} from './stream-subscriptions.ts';

/** What the client asks of the process around it. */
export type StreamClientHooks = {
  /** The live session of a bearer, or undefined. Throws when the database is away. */
  readonly findSession: (token: string) => Promise<Session | undefined>;
  /** Told whenever the session changes, so that news of its user arrive here. */
  readonly onSession: (client: StreamClient, before: Session | undefined) => void;
  readonly channels: Pick<PublicChannels, 'has' | 'snapshot'>;
  /** Told before the snapshots of new channels: from now on the client hears these, and everything before is out. */
  readonly onChannels: (client: StreamClient, channels: ReadonlySet<string>) => void;
};

/** A connection: its messages, and the line below it. Frames for many are written to the line as they are. */
export type StreamConnection = { readonly socket: WebSocket; readonly line: Duplex };

export type StreamClient = {
  readonly session: () => Session | undefined;
  /** Sends news of its user, if subscribed and fast enough; else the client gets a snapshot later. */
  send(data: object): void;
  /** Writes frames of public channels, if the client is fast enough; else it gets snapshots later. */
  hear(frames: Buffer): void;
  /** News of its user were missed: the client fetches again. */
  resynchronise(): void;
  /** Keeps the connection alive or ends it when the other side is gone; `now` in milliseconds of any clock that only grows. */
  tick(now: number): void;
  close(code: number, reason: string): void;
};

export function createStreamClient(
  { socket, line }: StreamConnection,
  bounds: StreamBounds,
  now: number,
  hooks: StreamClientHooks,
): StreamClient {
  const publicChannels = new Set<string>();
  const state: ClientState = {
    socket,
    line,
    bounds,
    channels: hooks.channels,
    findSession: hooks.findSession,
    onSession: (before) => hooks.onSession(client, before),
    onChannels: () => hooks.onChannels(client, publicChannels),
    connectedAt: now,
    publicChannels,
    session: undefined,
    own: undefined,
    isPublicBehind: false,
    heardAt: now,
    pingedAt: now,
    hasSpoken: false,
    windowStartedAt: now,
    messages: 0,
    snapshots: 0,
    working: Promise.resolve(),
  };
  const client: StreamClient = {
    session: () => state.session,
    send: (data) => sendOwnNews(state, data),
    hear: (frames) => writeFrames(state, frames),
    resynchronise() {
      if (state.own !== undefined) sendOwnSnapshot(state, state.own);
    },
    tick: (current) => tick(state, current),
    close: (code, reason) => closeClient(state, code, reason),
  };
  // Everything that waited has left: whoever was behind starts over.
  line.on('drain', () => catchUp(state));
  socket.on('pong', () => void (state.heardAt = performance.now()));
  socket.on('message', (raw, isBinary) => {
    state.heardAt = performance.now();
    state.hasSpoken = true;
    if (isOverLimit(state, state.heardAt)) return closeClient(state, closeCodes.tooMuch, 'too many messages');
    state.working = state.working.then(async () => await handle(state, parseMessage(raw, isBinary)));
  });
  return client;
}

function tick(state: ClientState, now: number): void {
  const { socket, bounds } = state;
  if (now - state.heardAt > bounds.deadAfterMs) return socket.terminate();
  catchUp(state);
  if (!state.hasSpoken && now - state.connectedAt > bounds.firstMessageMs)
    return closeClient(state, closeCodes.silent, 'no message');
  if (now - state.pingedAt < bounds.pingEveryMs) return;
  state.pingedAt = now;
  socket.ping();
}

function isOverLimit(state: ClientState, now: number): boolean {
  if (now - state.windowStartedAt > state.bounds.messagesWindowMs) {
    state.windowStartedAt = now;
    state.messages = 0;
    state.snapshots = 0;
  }
  state.messages += 1;
  return state.messages > state.bounds.messagesMax;
}

async function handle(state: ClientState, message: StreamMessage | undefined): Promise<void> {
  if (state.socket.readyState !== state.socket.OPEN) return;
  if (message === undefined) return sendMessage(state, { op: 'error', error: 'malformed' });
  switch (message.op) {
    case 'ping':
      return sendMessage(state, { op: 'pong', id: message.id });
    case 'auth':
      return await authorise(state, message.token, message.id);
    case 'sub':
      return subscribe(state, message.ch, message.id);
    case 'unsub':
      return unsubscribe(state, message.ch, message.id);
  }
}

async function authorise(
  state: ClientState,
  token: string,
  messageId: string | number | undefined,
): Promise<void> {
  try {
    const found = await state.findSession(token);
    if (state.socket.readyState !== state.socket.OPEN) return;
    if (found === undefined) return closeClient(state, closeCodes.unauthorised, 'not authorised');
    const before = state.session;
    state.session = found;
    // Another user's news must not run on under the old subscription.
    if (before !== undefined && before.userId !== found.userId) state.own = undefined;
    state.onSession(before);
    sendMessage(state, { op: 'ack', id: messageId });
  } catch {
    sendMessage(state, { op: 'error', id: messageId, error: 'unavailable' });
  }
}

/** One live connection as its steps know it, and the two things each of them does: it sends, and it ends the connection. */
import type { Duplex } from 'node:stream';

import type { WebSocket } from 'ws';

import type { Session } from '../http/call.ts';
import type { StreamBounds } from './stream-bounds.ts';
import type { PublicChannels } from './stream-channels.ts';

/** What a subscriber of the own channel has been told. */
export type Subscription = { seq: number; isBehind: boolean };

export type ClientState = {
  readonly socket: WebSocket;
  readonly line: Duplex;
  readonly bounds: StreamBounds;
  readonly channels: Pick<PublicChannels, 'has' | 'snapshot'>;
  /** The live session of a bearer, or undefined. Throws when the database is away. */
  readonly findSession: (token: string) => Promise<Session | undefined>;
  /** To be called whenever the session has changed, with the one before. */
  readonly onSession: (before: Session | undefined) => void;
  /** To be called when `publicChannels` have changed, before their snapshots: everything before is out then. */
  readonly onChannels: () => void;
  /** Milliseconds of a clock that only grows, as all that end in `At`. */
  readonly connectedAt: number;
  readonly publicChannels: Set<string>;
  session: Session | undefined;
  own: Subscription | undefined;
  isPublicBehind: boolean;
  heardAt: number;
  pingedAt: number;
  hasSpoken: boolean;
  windowStartedAt: number;
  /** Both within the window. */
  messages: number;
  snapshots: number;
  /** One message after the other: `auth` asks the database, and the `sub` sent right behind it must find the answer. */
  working: Promise<void>;
};

/** How long a closing handshake may take: who is not allowed in any more is out within a second. */
const closeWithinMs = 800;

export function sendMessage({ socket, bounds }: ClientState, message: object): void {
  if (socket.readyState !== socket.OPEN) return;
  // News stop at the bound by themselves; who keeps asking without reading the answers has no claim on our memory.
  if (socket.bufferedAmount > 2 * bounds.bufferedBytesMax) return socket.terminate();
  socket.send(JSON.stringify(message));
}

/** Nothing of its user is told any more, and the connection is closed. */
export function closeClient(state: ClientState, code: number, reason: string): void {
  state.own = undefined;
  closeSoon(state.socket, code, reason);
}

/** Says goodbye and cuts the line when the other side does not answer in time. */
export function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), closeWithinMs).unref();
}

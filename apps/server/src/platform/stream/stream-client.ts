/** One live connection: what it may say, what it hears, and when it is shown the door (protocol.md "Live updates"). */
import type { Duplex } from 'node:stream';

import type { RawData, WebSocket } from 'ws';
import * as z from 'zod';

import type { Session } from '../http/call.ts';
import type { PublicChannels } from './stream-channels.ts';

/** Bounds of live connections; tests use smaller ones. */
export type StreamBounds = {
  readonly pingEveryMs: number;
  readonly deadAfterMs: number;
  /** A connection that says nothing at all is closed. */
  readonly firstMessageMs: number;
  readonly messagesMax: number;
  /** Snapshots that a client may ask for within the same window: each is many times as long as the asking. */
  readonly snapshotsMax: number;
  readonly messagesWindowMs: number;
  /** What may wait for a slow client; beyond it news are dropped and a snapshot follows. */
  readonly bufferedBytesMax: number;
  readonly clientsPerAddressMax: number;
  readonly clientsMax: number;
};

export const streamBounds: StreamBounds = {
  pingEveryMs: 20_000,
  deadAfterMs: 45_000,
  firstMessageMs: 5000,
  messagesMax: 100,
  snapshotsMax: 200,
  messagesWindowMs: 10_000,
  bufferedBytesMax: 256 * 1024,
  clientsPerAddressMax: 50,
  clientsMax: 5000,
};

export const closeCodes = { goingAway: 1001, unauthorised: 4401, silent: 4408, tooMuch: 4429 } as const;

/** How long a closing handshake may take: who is not allowed in any more is out within a second. */
const closeWithinMs = 800;

/** Largest message of a client: a bearer, or a list of channels. */
export const messageBytesMax = 8 * 1024;

/** Public channels of one client: the snapshots of all of them may wait for it at once. */
export const channelsMax = 50;

const id = z.union([z.string().max(64), z.int()]);
const channels = z.array(z.string().min(1).max(64)).min(1).max(channelsMax);
const Message = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('auth'), id: id.optional(), token: z.string().min(1).max(100) }),
  z.strictObject({ op: z.literal('sub'), id, ch: channels }),
  z.strictObject({ op: z.literal('unsub'), id, ch: channels }),
  z.strictObject({ op: z.literal('ping'), id: id.optional() }),
]);
type Message = z.output<typeof Message>;

/** The one channel that is different for everybody, and needs a session. */
const ownChannel = 'user';

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
  tell(data: object): void;
  /** Writes frames of public channels, if the client is fast enough; else it gets snapshots later. */
  hear(frames: Buffer): void;
  /** News of its user were missed: the client fetches again. */
  resynchronise(): void;
  /** Keeps the connection alive or ends it when the other side is gone; `now` in milliseconds of any clock that only grows. */
  tick(now: number): void;
  close(code: number, reason: string): void;
};

/** What a subscriber of the own channel has been told. */
type Subscription = { seq: number; isBehind: boolean };

export function createStreamClient(
  { socket, line }: StreamConnection,
  bounds: StreamBounds,
  now: number,
  hooks: StreamClientHooks,
): StreamClient {
  let own: Subscription | undefined;
  const publicChannels = new Set<string>();
  let isPublicBehind = false;
  let session: Session | undefined;
  let heardAt = now;
  let pingedAt = now;
  let hasSpoken = false;
  let windowStart = now;
  let messages = 0;
  let snapshots = 0;
  // One message after the other: `auth` asks the database, and the `sub` sent right behind it must find the answer.
  let working: Promise<void> = Promise.resolve();

  const client: StreamClient = {
    session: () => session,
    tell(data) {
      if (own === undefined || own.isBehind) return;
      if (socket.bufferedAmount > bounds.bufferedBytesMax) {
        own.isBehind = true;
        return;
      }
      const prev = own.seq;
      own.seq += 1;
      write({ ch: ownChannel, seq: own.seq, prev, data });
    },
    hear(frames) {
      if (isPublicBehind) return;
      if (line.writableLength > bounds.bufferedBytesMax) isPublicBehind = true;
      // Messages of one socket are never compressed nor cut into fragments here, so whole frames may follow each other.
      else if (socket.readyState === socket.OPEN) line.write(frames);
    },
    resynchronise() {
      if (own !== undefined) sendOwnSnapshot(own);
    },
    tick(current) {
      if (current - heardAt > bounds.deadAfterMs) return socket.terminate();
      catchUp();
      if (!hasSpoken && current - now > bounds.firstMessageMs) return close(closeCodes.silent, 'no message');
      if (current - pingedAt < bounds.pingEveryMs) return;
      pingedAt = current;
      socket.ping();
    },
    close,
  };

  // Everything that waited has left: whoever was behind starts over.
  line.on('drain', catchUp);
  socket.on('pong', () => void (heardAt = performance.now()));
  socket.on('message', (raw, isBinary) => {
    heardAt = performance.now();
    hasSpoken = true;
    if (isOverLimit(heardAt)) return close(closeCodes.tooMuch, 'too many messages');
    working = working.then(async () => await handle(parse(raw, isBinary)));
  });

  function isOverLimit(current: number): boolean {
    if (current - windowStart > bounds.messagesWindowMs) {
      windowStart = current;
      messages = 0;
      snapshots = 0;
    }
    messages += 1;
    return messages > bounds.messagesMax;
  }

  async function handle(message: Message | undefined): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    if (message === undefined) return write({ op: 'error', error: 'malformed' });
    switch (message.op) {
      case 'ping':
        return write({ op: 'pong', id: message.id });
      case 'auth':
        return await authorise(message.token, message.id);
      case 'sub':
        return subscribe(message.ch, message.id);
      case 'unsub':
        return unsubscribe(message.ch, message.id);
    }
  }

  async function authorise(token: string, messageId: string | number | undefined): Promise<void> {
    try {
      const found = await hooks.findSession(token);
      if (socket.readyState !== socket.OPEN) return;
      if (found === undefined) return close(closeCodes.unauthorised, 'not authorised');
      const before = session;
      session = found;
      // Another user's news must not run on under the old subscription.
      if (before !== undefined && before.userId !== found.userId) own = undefined;
      hooks.onSession(client, before);
      write({ op: 'ack', id: messageId });
    } catch {
      write({ op: 'error', id: messageId, error: 'unavailable' });
    }
  }

  function subscribe(wanted: readonly string[], messageId: string | number): void {
    const unknown = wanted.filter((channel) => channel !== ownChannel && !hooks.channels.has(channel));
    if (unknown.length > 0)
      return write({ op: 'error', id: messageId, error: 'unknown_channel', ch: unknown });
    const wantsOwn = wanted.includes(ownChannel);
    if (wantsOwn && session === undefined)
      return write({ op: 'error', id: messageId, error: 'unauthorised', ch: [ownChannel] });
    const publicWanted = new Set(wanted.filter((channel) => channel !== ownChannel));
    if (new Set([...publicChannels, ...publicWanted]).size > channelsMax)
      return write({ op: 'error', id: messageId, error: 'too_many_channels', max: channelsMax });
    snapshots += publicWanted.size;
    if (snapshots > bounds.snapshotsMax) return close(closeCodes.tooMuch, 'too many snapshots');
    write({ op: 'ack', id: messageId });
    if (wantsOwn) sendOwnSnapshot((own ??= { seq: 0, isBehind: false }));
    if (publicWanted.size === 0) return;
    for (const channel of publicWanted) publicChannels.add(channel);
    hooks.onChannels(client, publicChannels);
    // Whoever is behind gets the snapshots of all channels once the line is free.
    isPublicBehind ||= socket.bufferedAmount > bounds.bufferedBytesMax;
    if (!isPublicBehind) sendSnapshots(publicWanted);
  }

  function unsubscribe(channelsLeft: readonly string[], messageId: string | number): void {
    if (channelsLeft.includes(ownChannel)) own = undefined;
    const before = publicChannels.size;
    for (const channel of channelsLeft) publicChannels.delete(channel);
    if (publicChannels.size < before) hooks.onChannels(client, publicChannels);
    write({ op: 'ack', id: messageId });
  }

  function sendOwnSnapshot(subscription: Subscription): void {
    subscription.isBehind = socket.bufferedAmount > bounds.bufferedBytesMax;
    if (subscription.isBehind) return;
    subscription.seq += 1;
    write({ ch: ownChannel, seq: subscription.seq, snapshot: true, data: {} });
  }

  function sendSnapshots(wanted: ReadonlySet<string>): void {
    for (const channel of wanted) {
      const message = hooks.channels.snapshot(channel);
      if (message !== undefined && socket.readyState === socket.OPEN) socket.send(message);
    }
  }

  /** Called when what waited has left our memory: whoever was behind starts over. */
  function catchUp(): void {
    if (socket.bufferedAmount > bounds.bufferedBytesMax / 4) return;
    if (own?.isBehind === true) sendOwnSnapshot(own);
    if (!isPublicBehind) return;
    // What was told in this turn is in the snapshots, and must not come behind them.
    hooks.onChannels(client, publicChannels);
    isPublicBehind = false;
    sendSnapshots(publicChannels);
  }

  function write(message: object): void {
    if (socket.readyState !== socket.OPEN) return;
    // News stop at the bound by themselves; who keeps asking without reading the answers has no claim on our memory.
    if (socket.bufferedAmount > 2 * bounds.bufferedBytesMax) return socket.terminate();
    socket.send(JSON.stringify(message));
  }

  function close(code: number, reason: string): void {
    own = undefined;
    closeSoon(socket, code, reason);
  }

  return client;
}

/** Says goodbye and cuts the line when the other side does not answer in time. */
export function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), closeWithinMs).unref();
}

function parse(raw: RawData, isBinary: boolean): Message | undefined {
  if (isBinary || !Buffer.isBuffer(raw)) return undefined;
  try {
    return Message.safeParse(JSON.parse(raw.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

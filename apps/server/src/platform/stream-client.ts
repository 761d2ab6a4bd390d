/** One live connection: what it may say, what it hears, and when it is shown the door (protocol.md "Live updates"). */
import type { RawData, WebSocket } from 'ws';
import * as z from 'zod';

import type { Session } from './call.ts';

/** Bounds of live connections; tests use smaller ones. */
export type StreamBounds = {
  readonly pingEveryMs: number;
  readonly deadAfterMs: number;
  /** A connection that says nothing at all is closed. */
  readonly firstMessageMs: number;
  readonly messagesMax: number;
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

const id = z.union([z.string().max(64), z.int()]);
const channels = z.array(z.string().min(1).max(64)).min(1).max(50);
const Message = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('auth'), id: id.optional(), token: z.string().min(1).max(100) }),
  z.strictObject({ op: z.literal('sub'), id, ch: channels }),
  z.strictObject({ op: z.literal('unsub'), id, ch: channels }),
  z.strictObject({ op: z.literal('ping'), id: id.optional() }),
]);
type Message = z.output<typeof Message>;

/** Channels there are; public ones come with the modules that feed them. */
const knownChannels: ReadonlySet<string> = new Set(['user']);

/** What the client asks of the process around it. */
export type StreamClientHooks = {
  /** The live session of a bearer, or undefined. Throws when the database is away. */
  readonly findSession: (token: string) => Promise<Session | undefined>;
  /** Told whenever the session changes, so that news of its user arrive here. */
  readonly onSession: (client: StreamClient, before: Session | undefined) => void;
};

export type StreamClient = {
  readonly session: () => Session | undefined;
  /** Sends news of a channel, if subscribed and fast enough; else the client gets a snapshot later. */
  tell(channel: string, data: object): void;
  /** Something was missed on every channel: the client fetches again. */
  resynchronise(): void;
  /** Keeps the connection alive or ends it when the other side is gone; `now` in milliseconds of any clock that only grows. */
  tick(now: number): void;
  close(code: number, reason: string): void;
};

/** What a subscriber of one channel has been told. */
type Subscription = { seq: number; isBehind: boolean };

export function createStreamClient(
  socket: WebSocket,
  bounds: StreamBounds,
  now: number,
  hooks: StreamClientHooks,
): StreamClient {
  const subscriptions = new Map<string, Subscription>();
  let session: Session | undefined;
  let heardAt = now;
  let pingedAt = now;
  let hasSpoken = false;
  let windowStart = now;
  let messages = 0;
  // One message after the other: `auth` asks the database, and the `sub` sent right behind it must find the answer.
  let working: Promise<void> = Promise.resolve();

  const client: StreamClient = {
    session: () => session,
    tell(channel, data) {
      const subscription = subscriptions.get(channel);
      if (subscription === undefined || subscription.isBehind) return;
      if (socket.bufferedAmount > bounds.bufferedBytesMax) {
        subscription.isBehind = true;
        return;
      }
      const prev = subscription.seq;
      subscription.seq += 1;
      write({ ch: channel, seq: subscription.seq, prev, data });
    },
    resynchronise() {
      for (const [channel, subscription] of subscriptions) snapshot(channel, subscription);
    },
    tick(current) {
      if (current - heardAt > bounds.deadAfterMs) return socket.terminate();
      if (!hasSpoken && current - now > bounds.firstMessageMs) return close(closeCodes.silent, 'no message');
      if (current - pingedAt < bounds.pingEveryMs) return;
      pingedAt = current;
      socket.ping();
    },
    close,
  };

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
        for (const channel of message.ch) subscriptions.delete(channel);
        return write({ op: 'ack', id: message.id });
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
      if (before !== undefined && before.userId !== found.userId) subscriptions.delete('user');
      hooks.onSession(client, before);
      write({ op: 'ack', id: messageId });
    } catch {
      write({ op: 'error', id: messageId, error: 'unavailable' });
    }
  }

  function subscribe(wanted: readonly string[], messageId: string | number): void {
    const unknown = wanted.filter((channel) => !knownChannels.has(channel));
    if (unknown.length > 0)
      return write({ op: 'error', id: messageId, error: 'unknown_channel', ch: unknown });
    if (session === undefined)
      return write({ op: 'error', id: messageId, error: 'unauthorised', ch: wanted });
    write({ op: 'ack', id: messageId });
    for (const channel of new Set(wanted)) {
      const subscription = subscriptions.get(channel) ?? { seq: 0, isBehind: false };
      subscriptions.set(channel, subscription);
      snapshot(channel, subscription);
    }
  }

  function snapshot(channel: string, subscription: Subscription): void {
    subscription.isBehind = socket.bufferedAmount > bounds.bufferedBytesMax;
    if (subscription.isBehind) return;
    subscription.seq += 1;
    write({ ch: channel, seq: subscription.seq, snapshot: true, data: {} });
  }

  /** Called when a message has left our memory: whoever was behind and has caught up starts over. */
  function drained(): void {
    if (socket.bufferedAmount > bounds.bufferedBytesMax / 4) return;
    for (const [channel, subscription] of subscriptions) {
      if (subscription.isBehind) snapshot(channel, subscription);
    }
  }

  function write(message: object): void {
    if (socket.readyState !== socket.OPEN) return;
    // News stop at the bound by themselves; who keeps asking without reading the answers has no claim on our memory.
    if (socket.bufferedAmount > 2 * bounds.bufferedBytesMax) return socket.terminate();
    socket.send(JSON.stringify(message), drained);
  }

  function close(code: number, reason: string): void {
    subscriptions.clear();
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

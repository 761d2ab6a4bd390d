/**
 * `/stream`: tells connected people what happened to their money as soon as it is committed, and everybody what the
 * modules tell in public (protocol.md "Live updates"). Truth stays in the tables; whoever missed something starts over.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { type WebSocket, WebSocketServer } from 'ws';

import type { Database } from '../database/database.ts';
import { listenToOutbox } from '../database/outbox-listener.ts';
import type { UserNews } from '../database/outbox.ts';
import type { Session } from '../http/call.ts';
import { listLiveSessions } from '../http/session.ts';
import { createAddressOf, networkKey } from '../process/caller-address.ts';
import type { Clock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';
import { createAudiences } from './stream-audience.ts';
import { createChannels, type PublicChannels } from './stream-channels.ts';
import {
  closeCodes,
  closeSoon,
  createStreamClient,
  messageBytesMax,
  type StreamBounds,
  streamBounds,
  type StreamClient,
} from './stream-client.ts';

export type StreamDependencies = {
  readonly db: Database;
  /** Login of the program, for the one connection that listens. */
  readonly databaseUrl: string;
  readonly findSession: (db: Database, token: string, now: number) => Promise<Session | undefined>;
  readonly clock: Clock;
  readonly log: Log;
  /** What everybody may hear, visitors too. */
  readonly channels?: PublicChannels;
  readonly bounds?: Partial<StreamBounds>;
  readonly addressOf?: (request: IncomingMessage) => string;
};

export type Stream = {
  /** Answers upgrades to `/stream` on this server; any other upgrade gets 404. */
  attach(server: Server): void;
  /** False while news do not arrive; for /health. */
  isLive(): boolean;
  /** How many are connected and how many bytes wait for slow ones. */
  load(): { clients: number; bufferedBytes: number };
  /** Says goodbye to every client; before the HTTP server is closed. */
  stop(): Promise<void>;
};

/** An ended session is remembered this long, for an `auth` that was looked up just before it ended. */
const endedKeptMs = 60_000;

export async function createStream(dependencies: StreamDependencies): Promise<Stream> {
  const { clock, db, log } = dependencies;
  const bounds = { ...streamBounds, ...dependencies.bounds };
  const addressOf = dependencies.addressOf ?? createAddressOf([]);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesMax,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const clients = new Map<StreamClient, WebSocket>();
  const networks = new Map<string, number>();
  const users = new Map<string, Set<StreamClient>>();
  const ended = new Map<string, number>();
  const channels = dependencies.channels ?? createChannels();
  const audiences = createAudiences(channels);

  const listener = await listenToOutbox({
    databaseUrl: dependencies.databaseUrl,
    log,
    onNews,
    onRecovered() {
      for (const client of clients.keys()) client.resynchronise();
      void closeEnded();
    },
  });
  // Four looks per ping period find the silent and the dead soon after their time.
  const ticking = setInterval(tick, Math.min(bounds.pingEveryMs, bounds.firstMessageMs) / 4);
  const checking = setInterval(() => void closeEnded(), bounds.pingEveryMs);

  function onNews({ userId, event, data }: UserNews): void {
    if (event !== 'session') {
      for (const client of users.get(userId) ?? []) client.tell({ ...data, event });
      return;
    }
    const sessionId = String(data['ended']);
    ended.set(sessionId, performance.now());
    for (const client of users.get(userId) ?? []) {
      if (client.session()?.id === sessionId) client.close(closeCodes.unauthorised, 'session ended');
    }
  }

  function tick(): void {
    const now = performance.now();
    for (const client of clients.keys()) client.tick(now);
    for (const [sessionId, at] of ended) if (now - at > endedKeptMs) ended.delete(sessionId);
  }

  /** Closes whoever's session has ended or expired, also when nobody announced it or we did not hear it. */
  async function closeEnded(): Promise<void> {
    const asked = new Set([...clients.keys()].flatMap((client) => client.session()?.id ?? []));
    if (asked.size === 0) return;
    try {
      const live = await listLiveSessions(db, [...asked], clock());
      for (const client of clients.keys()) {
        const session = client.session();
        // Only those that were asked about: others have come while the database answered.
        if (session !== undefined && asked.has(session.id) && !live.has(session.id)) {
          client.close(closeCodes.unauthorised, 'session ended');
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'the sessions of live connections could not be checked');
    }
  }

  async function findSession(token: string): Promise<Session | undefined> {
    const session = await dependencies.findSession(db, token, clock());
    return session === undefined || ended.has(session.id) ? undefined : session;
  }

  function onSession(client: StreamClient, before: Session | undefined): void {
    leaveUser(client, before?.userId);
    const userId = client.session()?.userId;
    if (userId === undefined) return;
    const others = users.get(userId) ?? new Set();
    users.set(userId, others.add(client));
  }

  function leaveUser(client: StreamClient, userId: string | undefined): void {
    if (userId === undefined) return;
    const others = users.get(userId);
    others?.delete(client);
    if (others?.size === 0) users.delete(userId);
  }

  /** `network`: whom bounds count its address as. */
  function welcome(socket: WebSocket, line: Duplex, network: string): void {
    socket.on('error', () => socket.terminate());
    const count = (networks.get(network) ?? 0) + 1;
    if (count > bounds.clientsPerAddressMax) {
      return closeSoon(socket, closeCodes.tooMuch, 'too many connections');
    }
    networks.set(network, count);
    const client = createStreamClient({ socket, line }, bounds, performance.now(), {
      findSession,
      onSession,
      channels,
      onChannels: (hearer, wanted) => audiences.move(hearer, wanted),
    });
    clients.set(client, socket);
    socket.on('close', () => {
      clients.delete(client);
      audiences.move(client, new Set());
      leaveUser(client, client.session()?.userId);
      const left = (networks.get(network) ?? 1) - 1;
      if (left === 0) networks.delete(network);
      else networks.set(network, left);
    });
  }

  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        if (request.url?.split('?')[0] !== '/stream') return refuse(socket, '404 Not Found');
        if (clients.size >= bounds.clientsMax) return refuse(socket, '503 Service Unavailable');
        const network = networkKey(addressOf(request));
        sockets.handleUpgrade(request, socket, head, (opened) => welcome(opened, socket, network));
      });
    },
    isLive: () => listener.isListening(),
    load() {
      const bufferedBytes = [...clients.values()].reduce((sum, socket) => sum + socket.bufferedAmount, 0);
      return { clients: clients.size, bufferedBytes };
    },
    async stop() {
      clearInterval(ticking);
      clearInterval(checking);
      audiences.stop();
      await listener.stop();
      const leaving = [...clients].map(
        async ([client, socket]) =>
          await new Promise<void>((resolve) => {
            socket.once('close', () => resolve());
            client.close(closeCodes.goingAway, 'the server stops');
          }),
      );
      await Promise.all(leaving);
    },
  };
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

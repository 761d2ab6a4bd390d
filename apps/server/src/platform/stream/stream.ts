/**
 * `/stream`: tells connected people what happened to their money as soon as it is committed, and sends everybody the
 * public channels (protocol.md "Live updates"). The truth stays in the tables; a client that missed something starts
 * over.
 */
import type { IncomingMessage, Server } from 'node:http';

import type { Database } from '../database/database.ts';
import { listenToOutbox } from '../database/outbox-listener.ts';
import type { Session } from '../http/call.ts';
import type { Cookies } from '../http/cookies.ts';
import type { PresentedSession } from '../http/session.ts';
import { createAddressOf } from '../process/caller-address.ts';
import type { Clock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';
import { createAudiences } from './stream-audience.ts';
import { type StreamBounds, streamBounds } from './stream-bounds.ts';
import { createChannels, type PublicChannels } from './stream-channels.ts';
import { answerUpgrades, closeAll, createSockets } from './stream-connections.ts';
import { closeEnded, forgetEnded, sendNews } from './stream-sessions.ts';
import type { StreamState } from './stream-state.ts';

export type StreamDependencies = {
  readonly db: Database;
  /** Login of the program, for the one connection that listens. */
  readonly databaseUrl: string;
  readonly findSession: (
    db: Database,
    presented: PresentedSession,
    now: number,
  ) => Promise<Session | undefined>;
  readonly cookies: Pick<Cookies, 'read'>;
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

export async function createStream(dependencies: StreamDependencies): Promise<Stream> {
  const { clock, cookies, db, log, findSession, channels = createChannels() } = dependencies;
  const bounds = { ...streamBounds, ...dependencies.bounds };
  const addressOf = dependencies.addressOf ?? createAddressOf([]);
  const sockets = createSockets();
  const state: StreamState = {
    db,
    clock,
    log,
    findSession,
    cookies,
    bounds,
    channels,
    audiences: createAudiences(channels),
    clients: new Map(),
    networks: new Map(),
    users: new Map(),
    ended: new Map(),
  };
  const { clients } = state;
  const listener = await listenToOutbox({
    databaseUrl: dependencies.databaseUrl,
    log,
    onNews: (news) => sendNews(state, news),
    onRecovered() {
      for (const client of clients.keys()) client.resynchronise();
      void closeEnded(state);
    },
  });
  // Four looks per ping period find the silent and the dead soon after their time.
  const ticking = setInterval(() => tick(state), Math.min(bounds.pingEveryMs, bounds.firstMessageMs) / 4);
  const checking = setInterval(() => void closeEnded(state), bounds.pingEveryMs);
  return {
    attach: (server) => answerUpgrades(state, server, sockets, addressOf),
    isLive: () => listener.isListening(),
    load() {
      const bufferedBytes = [...clients.values()].reduce((sum, socket) => sum + socket.bufferedAmount, 0);
      return { clients: clients.size, bufferedBytes };
    },
    async stop() {
      clearInterval(ticking);
      clearInterval(checking);
      state.audiences.stop();
      await listener.stop();
      await closeAll(state);
    },
  };
}

function tick(state: StreamState): void {
  const now = performance.now();
  for (const client of state.clients.keys()) client.tick(now);
  forgetEnded(state, now);
}

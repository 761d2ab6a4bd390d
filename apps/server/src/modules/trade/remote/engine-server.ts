/** The door through which other processes reach the markets of this one. */
import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';

import { Refusal } from '@marigold/contract/endpoint';

import { TransportError } from '../../../platform/http/transport-error.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { CommandAnswer, TradeCommand } from '../command.ts';
import type { EstimateRequest, Estimated } from '../port.ts';
import type { EstimateNo } from '../refusals.ts';
import type { FeedFanout } from './feed-fanout.ts';
import type { AskFrame } from './frames.ts';
import {
  answerFrame,
  engineKey,
  greetingBytesMax,
  greetingMs,
  isProof,
  lineBytesMax,
  proofOf,
  readLines,
  sendLine,
  textOf,
} from './frames.ts';

/** A socket file, or a host and a port; port 0 takes a free one. `dialled`: where others reach it, if not there. */
export type ListenAt =
  | { readonly path: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly dialled?: { readonly host: string; readonly port: number } | undefined;
    };

export type EngineServer = {
  /** How others reach it, as app.market_owner says it; who it is says the holder of the lease. */
  readonly address: string;
  readonly stop: () => Promise<void>;
};

/** What this process runs. */
export type ServedMarkets = {
  readonly ask: (command: TradeCommand) => Promise<CommandAnswer>;
  readonly estimate: (order: EstimateRequest) => Estimated | EstimateNo | undefined;
  readonly feedOf: (symbol: string) => FeedFanout | undefined;
};

/** A follower that reads more slowly than this is disconnected and begins again with a snapshot. */
const unreadBytesMax = 32 * 1024 * 1024;
const connectionsMax = 200;

export async function startEngineServer(
  at: ListenAt,
  {
    secretKey,
    served,
    log,
  }: { readonly secretKey: string; readonly served: ServedMarkets; readonly log: Log },
): Promise<EngineServer> {
  const key = engineKey(secretKey);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', (error) => log.debug({ err: error }, 'a connection to the markets broke'));
    greet(socket, key, () => serve(socket, served));
  });
  server.maxConnections = connectionsMax;
  const address = await listen(server, at);
  return {
    address,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function listen(server: Server, at: ListenAt): Promise<string> {
  // A program that was killed leaves its socket file behind.
  if ('path' in at) rmSync(at.path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen('path' in at ? at : { host: at.host, port: at.port }, () => resolve());
  });
  if ('path' in at) {
    chmodSync(at.path, 0o600);
    return `unix:${at.path}`;
  }
  const { host, port } = at.dialled ?? { host: at.host, port: (server.address() as AddressInfo).port };
  return `tcp:${host}:${port}`;
}

/** Both sides prove that they know the secret; a client that does not gets nothing. */
function greet(socket: Socket, key: Buffer, onKnown: () => (frame: AskFrame) => void): void {
  const nonce = randomBytes(32).toString('hex');
  const timer = setTimeout(() => socket.destroy(), greetingMs);
  socket.once('close', () => clearTimeout(timer));
  let onFrame: ((frame: AskFrame) => void) | undefined;
  readLines(
    socket,
    () => (onFrame === undefined ? greetingBytesMax : lineBytesMax),
    (frame) => {
      if (onFrame !== undefined) return onFrame(frame as AskFrame);
      const theirs = textOf(frame, 'nonce');
      if (theirs === undefined || !isProof(textOf(frame, 'proof'), proofOf(key, 'asks', [nonce, theirs]))) {
        socket.destroy();
        return;
      }
      clearTimeout(timer);
      onFrame = onKnown();
      sendLine(socket, { proof: proofOf(key, 'runs', [nonce, theirs]) });
    },
  );
  sendLine(socket, { nonce });
}

function serve(socket: Socket, served: ServedMarkets): (frame: AskFrame) => void {
  const followed = new Map<string, () => void>();
  socket.once('close', () => {
    for (const leave of followed.values()) leave();
  });
  const send = (frame: object): void => {
    if (socket.destroyed) return;
    if (socket.writableLength > unreadBytesMax) socket.destroy();
    else sendLine(socket, frame);
  };
  const follow = (symbol: string): void => {
    followed.get(symbol)?.();
    const feed = served.feedOf(symbol);
    if (feed === undefined) return send({ away: symbol });
    const leave = feed.follow({
      onSnapshot: (snapshot) => send({ snapshot }),
      onUpdate: (update) => send({ update }),
      // Whoever runs it next tells of it: this process may hear of it over a socket itself then.
      onAway() {
        leave();
        followed.delete(symbol);
        send({ away: symbol });
      },
    });
    followed.set(symbol, leave);
  };
  return (frame) => {
    if ('follow' in frame) follow(frame.follow);
    else if ('unfollow' in frame) {
      followed.get(frame.unfollow)?.();
      followed.delete(frame.unfollow);
    } else if ('estimate' in frame) {
      send(answerFrame(frame.id, served.estimate(frame.estimate) ?? new Refusal('market_away')));
    } else {
      void served.ask(frame.command).then(
        (answer) => send(answerFrame(frame.id, answer)),
        (error: unknown) => send(answerFrame(frame.id, error instanceof TransportError ? error : defect())),
      );
    }
  };
}

/** The owner has logged what it was. */
function defect(): TransportError {
  return new TransportError(500, 'defect');
}

/**
 * One side of the bench `fanout` in a process of its own: the product's market data over the product's stream, or over a
 * plain loop of `ws.send`. Readers come by TCP; the stalled ones by a socket file, whose small buffers are soon full.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { WebSocket, WebSocketServer } from 'ws';

import { openDatabases } from '../../apps/server/src/platform/database/database.ts';
import { createCookies } from '../../apps/server/src/platform/http/cookies.ts';
import { createLog } from '../../apps/server/src/platform/process/log.ts';
import { createChannels } from '../../apps/server/src/platform/stream/stream-channels.ts';
import { createStream } from '../../apps/server/src/platform/stream/stream.ts';
import { createBusyBook } from './book.ts';
import {
  clients,
  floodChannel,
  type ServerLook,
  type ServerOrder,
  type ServerPort,
  type FanoutSide,
} from './request.ts';

const seed = 7;
const floodMessages = 40;
const floodBytes = 16_384;
/** Ticks come no faster than in the program. */
const tickEveryMs = 100;

const side = process.env['SIDE'] as FanoutSide;
const databaseUrl = process.env['DATABASE_URL'] ?? '';
const directory = process.env['DIRECTORY'] ?? '';
const databases = openDatabases(databaseUrl, 4);
const log = createLog('warn');
const channels = createChannels();
channels.open(floodChannel, () => '""');
const tick = await createBusyBook(channels, seed);

const servers = [createServer(), createServer()] as const;
const serve = side === 'stream' ? await serveStream() : servePlain();

const [byTcp, byPath] = servers;
const path = join(directory, `${side}.sock`);
await new Promise<void>((resolve) => byTcp.listen({ port: 0, host: '127.0.0.1', backlog: clients }, resolve));
await new Promise<void>((resolve) => byPath.listen({ path, backlog: clients }, resolve));
process.on('message', (order: ServerOrder) => void obey(order));
process.once('disconnect', () => process.exit(0));
process.send?.({ port: (byTcp.address() as AddressInfo).port, path } satisfies ServerPort);

async function obey(order: ServerOrder): Promise<void> {
  if (order.kind === 'ticks')
    for (let count = 0; count < order.count; count += 1) {
      await pass(tickEveryMs);
      tick();
    }
  if (order.kind === 'flood')
    for (let count = 0; count < floodMessages; count += 1) {
      channels.publish(floodChannel, JSON.stringify('x'.repeat(floodBytes)));
      await pass(0);
    }
  const { user, system } = process.cpuUsage();
  const look: ServerLook = {
    cpuSeconds: (user + system) / 1e6,
    rssBytes: process.memoryUsage.rss(),
    ...serve(),
  };
  process.send?.(look);
}

type Load = () => { readonly clients: number; readonly bufferedBytes: number };

async function serveStream(): Promise<Load> {
  const stream = await createStream({
    db: databases.main,
    databaseUrl,
    findSession: async () => undefined,
    cookies: createCookies({ isSecure: false, isFramed: false }),
    clock: Date.now,
    log,
    channels,
    addressOf: () => 'bench',
    bounds: { clientsPerAddressMax: clients + 1 },
  });
  for (const server of servers) stream.attach(server);
  return () => stream.load();
}

/** What one writes first: every message to every subscriber, without a bound. */
function servePlain(): Load {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const hearing = new Map<string, Set<WebSocket>>();
  for (const server of servers)
    server.on('upgrade', (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (opened) => {
        opened.on('error', () => opened.terminate());
        opened.on('message', (raw: Buffer) => {
          const { id, ch } = JSON.parse(raw.toString()) as { id: number; ch: string[] };
          opened.send(JSON.stringify({ op: 'ack', id }));
          for (const channel of ch) {
            hearing.set(channel, (hearing.get(channel) ?? new Set()).add(opened));
            const snapshot = channels.snapshot(channel);
            if (snapshot !== undefined) opened.send(snapshot);
          }
        });
        opened.on('close', () => {
          for (const listeners of hearing.values()) listeners.delete(opened);
        });
      }),
    );
  channels.listen((channel, message) => {
    for (const socket of hearing.get(channel) ?? [])
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
  });
  return () => ({
    clients: sockets.clients.size,
    bufferedBytes: [...sockets.clients].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0),
  });
}

async function pass(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** How connections come and go: an upgrade is let in or refused, counted by its network, and forgotten when it closes. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { WebSocketServer } from 'ws';

import { networkKey } from '../process/caller-address.ts';
import { closeCodes, messageBytesMax } from './stream-bounds.ts';
import { closeSoon } from './stream-client-state.ts';
import { createStreamClient, type StreamConnection } from './stream-client.ts';
import { changeUser, findLiveSession, leaveUser } from './stream-sessions.ts';
import type { StreamState } from './stream-state.ts';

export function createSockets(): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesMax,
    perMessageDeflate: false,
    clientTracking: false,
  });
}

/** Answers upgrades to `/stream` on a server; any other upgrade gets 404. */
export function answerUpgrades(
  state: StreamState,
  server: Server,
  sockets: WebSocketServer,
  addressOf: (request: IncomingMessage) => string,
): void {
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== '/stream') return refuse(socket, '404 Not Found');
    if (state.clients.size >= state.bounds.clientsMax) return refuse(socket, '503 Service Unavailable');
    const network = networkKey(addressOf(request));
    const { half } = state.cookies.read(request.headers.cookie);
    sockets.handleUpgrade(request, socket, head, (opened) =>
      welcome(state, { socket: opened, line: socket }, network, half),
    );
  });
}

/** `network`: whom bounds count its address as. `half`: of the session that it may be authorised for. */
function welcome(
  state: StreamState,
  connection: StreamConnection,
  network: string,
  half: string | undefined,
): void {
  const { socket } = connection;
  const { audiences, bounds, channels, clients, networks } = state;
  socket.on('error', () => socket.terminate());
  const count = (networks.get(network) ?? 0) + 1;
  if (count > bounds.clientsPerAddressMax) {
    return closeSoon(socket, closeCodes.tooMuch, 'too many connections');
  }
  networks.set(network, count);
  const client = createStreamClient(connection, bounds, performance.now(), {
    findSession: async (token) => await findLiveSession(state, { token, half }),
    onSession: (whose, before) => changeUser(state, whose, before),
    channels,
    onChannels: (hearer, wanted) => audiences.move(hearer, wanted),
  });
  clients.set(client, socket);
  socket.on('close', () => {
    clients.delete(client);
    audiences.move(client, new Set());
    leaveUser(state, client, client.session()?.userId);
    const left = (networks.get(network) ?? 1) - 1;
    if (left === 0) networks.delete(network);
    else networks.set(network, left);
  });
}

/** Says goodbye to every client; resolves when all are gone. */
export async function closeAll({ clients }: StreamState): Promise<void> {
  const leaving = [...clients].map(
    async ([client, socket]) =>
      await new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        client.close(closeCodes.goingAway, 'the server stops');
      }),
  );
  await Promise.all(leaving);
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

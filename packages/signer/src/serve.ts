/** The socket of the signer: readable and writable by its own user only. */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

import {
  SignerRefused,
  SignerUnavailable,
  type Signer,
  type SignerRequest,
} from '@marigold/chain/signer-port';

import { lineMax, readRequest, type SignerAnswer } from './wire.ts';

export interface ServedSigner {
  stop(): Promise<void>;
}

/** Requests of one connection that are not answered yet; more are refused by closing it. */
const waitingMax = 1000;
const connectionsMax = 16;

/** `onDefect` hears of what is nobody's refusal and no outage. */
export async function serveSigner(
  signer: Signer,
  path: string,
  onDefect: (error: unknown) => void,
): Promise<ServedSigner> {
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveSocket(signer, socket, onDefect);
  });
  server.maxConnections = connectionsMax;
  await listen(server, path);
  return {
    async stop() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function listen(server: Server, path: string): Promise<void> {
  // Nobody else may open it even in the moment before the mode is set.
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(mask);
  }
  chmodSync(path, 0o600);
}

function serveSocket(signer: Signer, socket: Socket, onDefect: (error: unknown) => void): void {
  let waiting = 0;
  let unread = 0;
  socket.on('error', () => undefined);
  // A line without an end would fill the memory.
  socket.on('data', (bytes) => {
    const end = bytes.lastIndexOf('\n');
    unread = end === -1 ? unread + bytes.length : bytes.length - end - 1;
    if (unread > lineMax) socket.destroy();
  });
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('error', () => undefined);
  lines.on('line', (line) => {
    const { id, request } = readRequest(line);
    if (id === undefined || line.length > lineMax || waiting >= waitingMax) {
      socket.destroy();
      return;
    }
    waiting += 1;
    void answer(signer, id, request, onDefect).then((reply) => {
      waiting -= 1;
      if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`);
    });
  });
}

/** Never throws. */
async function answer(
  signer: Signer,
  id: number,
  request: SignerRequest | undefined,
  onDefect: (error: unknown) => void,
): Promise<SignerAnswer> {
  try {
    if (request === undefined) return { id, refusal: 'malformed' };
    if (request.op === 'accounts') return { id, accounts: await signer.accounts() };
    return { id, signed: await signer.sign(request.draft, request.approval) };
  } catch (error) {
    if (error instanceof SignerRefused) return { id, refusal: error.refusal };
    if (!(error instanceof SignerUnavailable)) onDefect(error);
    return { id, unavailable: error instanceof SignerUnavailable ? error.message : 'the signer failed' };
  }
}

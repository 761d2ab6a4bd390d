/**
 * The clients of the bench `fanout` in a process of their own: raw sockets that only count frames, because the side that is
 * measured is the server. A few of them read every message and hold it against the protocol.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

import {
  clients,
  floodChannel,
  type LoadCount,
  type LoadOrder,
  type ServerPort,
  stalled,
} from './request.ts';

/** Readers that read every word. */
const watched = 20;
const connectAtOnce = 100;
const wrongMax = 5;

type Counter = { messages: number; bytes: number };
const count: Counter = { messages: 0, bytes: 0 };
const wrong: string[] = [];
let sockets: Socket[] = [];

process.on('message', (order: LoadOrder) => {
  void obey(order).then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit(0));

async function obey(order: LoadOrder): Promise<LoadCount> {
  if (order.kind === 'connect') await connectAll(order.place, order.channels);
  const answer = { ...count, wrong: [...wrong] };
  if (order.kind === 'count') Object.assign(count, { messages: 0, bytes: 0 });
  if (order.kind === 'stop') {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  }
  return answer;
}

async function connectAll(place: ServerPort, channels: readonly string[]): Promise<void> {
  for (let from = 0; from < clients; from += connectAtOnce)
    await Promise.all(
      Array.from({ length: connectAtOnce }, async (_, index) => {
        const at = from + index;
        // Spread among the others, as those with a bad connection are.
        const isStalled = at % (clients / stalled) === 0;
        sockets.push(
          await open(place, channels, isStalled ? 'stalled' : at % clients < watched ? 'watched' : 'counted'),
        );
      }),
    );
}

async function open(
  place: ServerPort,
  channels: readonly string[],
  kind: 'stalled' | 'watched' | 'counted',
): Promise<Socket> {
  const socket = kind === 'stalled' ? connect(place.path) : connect(place.port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.on('error', (error) => {
    if (wrong.length < wrongMax) wrong.push(String(error));
  });
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /stream HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  const rest = await new Promise<Buffer>((resolve, reject) => {
    let head = Buffer.alloc(0);
    socket.once('close', () => reject(new Error('The server closed a connection.')));
    socket.on('data', function hear(chunk: Buffer) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.off('data', hear);
      resolve(head.subarray(end + 4));
    });
  });
  if (kind === 'stalled') socket.pause();
  else readFrames(socket, rest, kind === 'watched' ? createWatcher() : undefined);
  const ch = kind === 'stalled' ? [...channels, floodChannel] : channels;
  socket.write(maskedFrame(JSON.stringify({ op: 'sub', id: 1, ch })));
  return socket;
}

/** A client's frame; its mask is zero, which leaves the text as it is. */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
}

/** Walks from frame to frame and counts them. */
function readFrames(socket: Socket, first: Buffer, watch: ((text: string) => void) | undefined): void {
  let rest = first;
  const hear = (chunk: Buffer): void => {
    let data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let frame = frameAt(data); frame !== undefined; frame = frameAt(data)) {
      count.messages += 1;
      count.bytes += frame.end;
      watch?.(data.toString('utf8', frame.start, frame.end));
      data = data.subarray(frame.end);
    }
    rest = data;
  };
  socket.on('data', hear);
}

function frameAt(data: Buffer): { start: number; end: number } | undefined {
  if (data.length < 2) return undefined;
  const short = (data[1] ?? 0) & 0x7f;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (data.length < start) return undefined;
  const length = short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
  return data.length < start + length ? undefined : { start, end: start + length };
}

/** Holds what one client hears against the protocol: a snapshot first, then no gap, on each channel. */
function createWatcher(): (text: string) => void {
  const last = new Map<string, number>();
  return (text) => {
    const message = JSON.parse(text) as { ch?: string; seq?: number; prev?: number; snapshot?: true };
    const { ch, seq = 0, prev, snapshot } = message;
    if (ch === undefined) return;
    if (snapshot !== true && prev !== last.get(ch) && wrong.length < wrongMax)
      wrong.push(`a gap on ${ch}: ${prev} after ${last.get(ch)}`);
    last.set(ch, seq);
  };
}

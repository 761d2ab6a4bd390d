/** A real client of `/stream` that remembers what it was told. */
import { once } from 'node:events';

import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';

export type StreamFrame = Readonly<Record<string, unknown>>;

export type StreamListener = {
  readonly socket: WebSocket;
  readonly frames: StreamFrame[];
  say(message: object | string): void;
  /** The next frame that was not taken yet. */
  next(): Promise<StreamFrame>;
  readonly closed: Promise<number>;
};

/** Connects, with the half of a session where one is given; the socket joins `sockets` for whoever ends them. */
export async function listenTo(url: string, sockets: WebSocket[], half?: string): Promise<StreamListener> {
  const socket = new WebSocket(url, half === undefined ? {} : { headers: { cookie: `marigold=${half}` } });
  sockets.push(socket);
  const frames: StreamFrame[] = [];
  let taken = 0;
  socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString()) as StreamFrame));
  const closed = new Promise<number>((resolve) => void socket.on('close', resolve));
  await once(socket, 'open');
  return {
    socket,
    frames,
    closed,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async next() {
      await vi.waitFor(() => expect(frames.length).toBeGreaterThan(taken), { timeout: 5000, interval: 5 });
      taken += 1;
      return frames[taken - 1] ?? {};
    },
  };
}

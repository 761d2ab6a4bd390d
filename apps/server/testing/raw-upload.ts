/** Uploads as no browser makes them: by hand, over a bare socket. */
import type { Socket } from 'node:net';
import { connect } from 'node:net';

/** Both halves of a session. */
export type Bearing = { readonly authorization: string; readonly cookie: string };

/** Sends an upload of so many bytes by hand, whatever is answered, until the other side hangs up. */
export async function pour(
  base: string,
  bearing: Bearing,
  bytes: number,
): Promise<{ answer: string; sent: number }> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => undefined);
  let answer = '';
  let sent = 0;
  const ended = new Promise<void>((resolve) => void socket.on('close', resolve));
  socket.on('data', (data) => void (answer += String(data)));
  socket.write(head(bearing, 'transfer-encoding: chunked'));
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
  const block = Buffer.alloc(1_000_000, 7);
  const chunk = Buffer.concat([Buffer.from(`${block.length.toString(16)}\r\n`), block, Buffer.from('\r\n')]);
  // It goes on after the answer, until somebody hangs up.
  while (sent < bytes && !socket.destroyed) {
    await Promise.race([new Promise((resolve) => socket.write(chunk, resolve)), ended]);
    sent += block.length;
  }
  socket.destroy();
  return { answer, sent };
}

/** An upload that has begun and does not go on. */
export function dribble(base: string, bearing: Bearing): Socket {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(head(bearing, 'content-length: 100000'));
  socket.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc');
  return socket;
}

function head({ authorization, cookie }: Bearing, length: string): string {
  return (
    `POST /api/file/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncookie: ${cookie}\r\n` +
    `content-type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`
  );
}

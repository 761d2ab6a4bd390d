/**
 * The people of `ratios.httpEntry` in a process of their own: kept-alive connections that place orders without a pause, each
 * with an envelope and a requestId of its own, and count what was acknowledged.
 */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

import { signRequest } from '@marigold/contract/envelope';

import { md5Hex } from '../../apps/server/src/platform/http/envelope.ts';
import { demoApiSecret } from '../../apps/server/src/platform/process/config.ts';

/** The program, node:http that reads the order, and node:http that counts the bytes of the request. */
export type HttpSide = 'entry' | 'raw' | 'bytes';

/** Both halves of a session. */
export type BenchSession = { readonly token: string; readonly half: string };

export type HttpSetup = {
  readonly sessions: readonly BenchSession[];
  readonly symbol: string;
  readonly middle: number;
};
export type HttpTask = { readonly side: HttpSide; readonly url: string; readonly forMs: number };
export type HttpOutcome = {
  /** Orders that were acknowledged as placed. */
  readonly placed: number;
  /** Those that would have met their own. */
  readonly refused: number;
  /** In milliseconds, of each answer. */
  readonly latencies: readonly number[];
  /** Answers that were not what they had to be. */
  readonly wrong: readonly string[];
};

export const httpConnections = 512;
const wrongMax = 5;
/** Prices lie within so many steps of the middle, so that one order of four or so meets another. */
const spread = 400;
const amounts = ['0.002', '0.003', '0.005'] as const;

let setup: HttpSetup = { sessions: [], symbol: '', middle: 0 };
let turn = 0;

process.on('message', (message: HttpSetup | HttpTask) => {
  if ('sessions' in message) {
    setup = message;
    process.send?.({});
  } else void runTask(message).then((outcome) => process.send?.(outcome));
});
process.once('disconnect', () => process.exit(0));

type Run = {
  readonly task: HttpTask;
  readonly until: number;
  readonly latencies: number[];
  readonly wrong: string[];
  placed: number;
  refused: number;
};

async function runTask(task: HttpTask): Promise<HttpOutcome> {
  const until = performance.now() + task.forMs;
  const run: Run = { task, until, latencies: [], wrong: [], placed: 0, refused: 0 };
  await Promise.all(Array.from({ length: httpConnections }, async () => await ask(run)));
  const { placed, refused, latencies, wrong } = run;
  return { placed, refused, latencies, wrong };
}

/** One connection: places, reads the answer, places again. */
async function ask(run: Run): Promise<void> {
  const { hostname, port, host } = new URL(run.task.url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.setEncoding('latin1');
  let waiting = '';
  let sentAt = 0;
  const next = (): void => {
    sentAt = performance.now();
    socket.write(requestTo(host));
  };
  await new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk: string) => {
      waiting += chunk;
      const headEnd = waiting.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const end = headEnd + 4 + Number(/content-length: (\d+)/i.exec(waiting)?.[1]);
      if (waiting.length < end) return;
      count(run, waiting.slice(9, 12), waiting.slice(headEnd + 4, end));
      waiting = waiting.slice(end);
      run.latencies.push(performance.now() - sentAt);
      if (performance.now() < run.until) next();
      else resolve();
    });
    socket.once('connect', next);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed a connection.')));
  });
  socket.removeAllListeners('close');
  socket.destroy();
}

function count(run: Run, status: string, body: string): void {
  if (run.task.side !== 'entry' && status === '200') run.placed += 1;
  else if (status === '200' && body.includes('"orderId"')) run.placed += 1;
  else if (status === '200' && body.includes('"self_trade"')) run.refused += 1;
  else if (run.wrong.length < wrongMax)
    run.wrong.push(`${run.task.side} answered ${status}: ${body.slice(0, 300)}`);
}

/** What the wallet sends to place an order. */
function requestTo(host: string): string {
  turn += 1;
  const { token, half } = setup.sessions[turn % setup.sessions.length] ?? { token: '', half: '' };
  const isBuy = Math.random() < 0.5;
  // Both sides reach a little beyond the middle: there they meet.
  const away = Math.floor((Math.random() - 0.25) * spread);
  const price = setup.middle + (isBuy ? -away : away);
  const data = {
    symbol: setup.symbol,
    side: isBuy ? 'buy' : 'sell',
    type: 'limit',
    price: `${Math.floor(price / 100)}.${String(price % 100).padStart(2, '0')}`,
    amount: amounts[turn % amounts.length],
    requestId: randomUUID(),
  };
  const device = {
    deviceType: 'h5',
    deviceModel: 'iPhone',
    deviceBrand: 'Apple',
    deviceId: 'bench-device-1',
  };
  const appRequest = { appVersion: '1.5.6', ...device, osName: 'iOS', time: Date.now(), data };
  const apiSign = signRequest(appRequest, demoApiSecret, md5Hex);
  const body = JSON.stringify({
    data: Buffer.from(JSON.stringify({ appRequest, apiSign })).toString('base64'),
  });
  return [
    'POST /api/trade/submit HTTP/1.1',
    `host: ${host}`,
    'content-type: application/json',
    'language: en_US',
    `authorization: Bearer ${token}`,
    `cookie: marigold=${half}`,
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

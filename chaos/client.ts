/** One call to the running program as a client on a bad line makes it: the real envelope over real HTTP, or no answer at all. */
import { Agent, request } from 'node:http';

import { type AppRequest, signRequest } from '@marigold/contract/envelope';

import { md5Hex } from '../apps/server/src/platform/http/envelope.ts';
import { demoApiSecret } from '../apps/server/src/platform/process/config.ts';
import { type CookieJar, createCookieJar } from './cookie-jar.ts';

const answerTimeoutMs = 10_000;
const connectionsMax = 200;

export interface Reply {
  /** 200, 422 or a transport status: the `code` of the envelope. */
  readonly code: number;
  /** What it set, line by line. */
  readonly cookies: readonly string[];
  readonly refusal: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** No answer came: cut by us, cut by the other side, or too late. What became of the call is not known. */
export class NoReply extends Error {
  /** False when nobody listened: then it is known that nothing happened. */
  readonly wasSent: boolean;
  constructor(wasSent = true) {
    super('no answer');
    this.wasSent = wasSent;
  }
}

export interface ClientCallOptions {
  readonly token?: string | undefined;
  readonly deviceId: string;
  /** The client hangs up after this time, whatever the server is doing. */
  readonly hangUpAfterMs?: number | undefined;
  /** In place of what the jar has for it, which then keeps nothing of the answer; empty: none. */
  readonly cookie?: string;
  /** Where it says it comes from; the program must trust us to say it (TRUSTED_PROXIES). */
  readonly address?: string;
}

type Sent = { readonly status: number; readonly text: string; readonly cookies: string[] | undefined };

export interface Client {
  /** Where its people's browsers are. */
  readonly origin: string;
  /** Throws NoReply. */
  call(path: string, data: Readonly<Record<string, unknown>>, options: ClientCallOptions): Promise<Reply>;
  /** Plain JSON beside the API: the demo's inbox and faucet, health. Throws NoReply. */
  json(method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  close(): void;
}

/** `now` is the clock of the program, where it was moved. */
export function createClient(
  port: number,
  { cookies = createCookieJar(), now = Date.now }: { cookies?: CookieJar; now?: () => number } = {},
): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });
  const origin = `http://127.0.0.1:${port}`;

  async function send(
    method: 'GET' | 'POST',
    path: string,
    text: string | undefined,
    { token, hangUpAfterMs, cookie, address }: Partial<ClientCallOptions>,
  ): Promise<Sent> {
    return await new Promise((resolve, reject) => {
      const fail = (error?: NodeJS.ErrnoException): void =>
        reject(new NoReply(error?.code !== 'ECONNREFUSED'));
      const sent = request(
        `${origin}${path}`,
        {
          method,
          agent,
          timeout: answerTimeoutMs,
          headers: {
            origin,
            ...(text === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(cookie === undefined || cookie === '' ? {} : { cookie }),
            ...(address === undefined ? {} : { 'x-forwarded-for': address }),
          },
        },
        (response) => {
          let received = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (received += chunk));
          response.on('error', fail);
          response.on('aborted', fail);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: received,
              cookies: response.headers['set-cookie'],
            }),
          );
        },
      );
      sent.on('error', fail);
      sent.on('timeout', () => sent.destroy());
      sent.end(text);
      if (hangUpAfterMs !== undefined) setTimeout(() => sent.destroy(), hangUpAfterMs);
    });
  }

  return {
    origin,
    async call(path, data, options) {
      const cookie = options.cookie ?? cookies.of(options);
      const body = envelope(data, options.deviceId, now());
      const sent = await send('POST', `/api/${path}`, body, { ...options, cookie });
      const answer = readAnswer(sent);
      const { token } = answer.data;
      if (options.cookie === undefined)
        cookies.keep(options, answer.cookies, typeof token === 'string' ? token : undefined);
      return answer;
    },
    async json(method, path, body) {
      const answer = await send(method, path, body === undefined ? undefined : JSON.stringify(body), {});
      return { status: answer.status, body: parse(answer.text) };
    },
    close: () => agent.destroy(),
  };
}

function readAnswer({ text, cookies = [] }: Sent): Reply {
  const { data: outer } = parse(text) as { data?: { code?: unknown; data?: unknown } };
  if (typeof outer?.code !== 'number') throw new NoReply();
  const data = (outer.data ?? {}) as Readonly<Record<string, unknown>>;
  const { refusal } = data;
  return { code: outer.code, refusal: typeof refusal === 'string' ? refusal : undefined, data, cookies };
}

/** An answer cut in the middle is no answer. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoReply();
  }
}

function envelope(data: unknown, deviceId: string, time: number): string {
  return seal({
    appVersion: '1.5.6',
    deviceType: 'h5',
    deviceModel: 'chaos',
    deviceBrand: 'chaos',
    deviceId,
    osName: 'chaos',
    time,
    data,
  });
}

/** The body of a call to a demo: the request with its signature, in the envelope of protocol.md. */
export function seal(appRequest: AppRequest): string {
  const apiSign = signRequest(appRequest, demoApiSecret, md5Hex);
  return JSON.stringify({ data: Buffer.from(JSON.stringify({ appRequest, apiSign })).toString('base64') });
}

/** What the parts of the bench `api` say to each other, and what its people send to the servers. */
import { signRequest } from '@marigold/contract/envelope';

import { md5Hex } from '../../apps/server/src/platform/http/envelope.ts';
import { demoApiSecret } from '../../apps/server/src/platform/process/config.ts';
import type { BenchPerson } from './people.ts';

/** What the program under measurement keys its halves of sessions by. */
export const benchSecretKey = 'the secret key of a bench, not of anybody';

/** Enough that the server under measurement has always somebody to answer, on a busy machine too. */
export const connections = 256;

export type ServerSide = 'api' | 'bare' | 'raw';

export type Setup = {
  readonly people: readonly BenchPerson[];
  readonly databaseUrl: string;
  /** The house account that changes are paid from. */
  readonly source: string;
};
export type LoadTask = { readonly side: ServerSide; readonly url: string; readonly forMs: number };
export type LoadOutcome = {
  readonly answers: number;
  /** Balances changed meanwhile. */
  readonly posts: number;
  /** Requests that left with the very next turn after a change of that balance was committed. */
  readonly sharp: number;
  /** Answers that were not what they had to be, in words; empty is what the bench wants. */
  readonly wrong: readonly string[];
};

/** Where a side answers the question of this bench, and the body that asks it. */
export function questionOf(side: ServerSide, name: number): { readonly path: string; readonly body: string } {
  return side === 'bare'
    ? { path: '/assets', body: JSON.stringify({ fiat: 'EUR' }) }
    : { path: '/api/wallet/asset/list', body: envelope(name) };
}

/** The whole request of one person, ready to be written; the envelope's time holds for five minutes. */
export function loadRequest(side: ServerSide, url: string, { token, half, name }: BenchPerson): Buffer {
  const { path, body } = questionOf(side, name);
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    'content-type: application/json',
    'language: en_US',
    `authorization: Bearer ${token}`,
    `cookie: marigold=${half}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** What the wallet sends. */
function envelope(name: number): string {
  const appRequest = {
    appVersion: '1.5.6',
    deviceType: 'h5',
    deviceModel: 'iPhone',
    deviceBrand: 'Apple',
    deviceId: `bench-device-${name}`,
    osName: 'iOS',
    time: Date.now(),
    data: { fiat: 'EUR' },
  };
  const apiSign = signRequest(appRequest, demoApiSecret, md5Hex);
  return JSON.stringify({ data: Buffer.from(JSON.stringify({ appRequest, apiSign })).toString('base64') });
}

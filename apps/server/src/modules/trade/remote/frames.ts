/** What processes say to each other about markets: lines of JSON over a socket, after both have proved to know the secret. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';

import type { RefusalFacts } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { TransportStatus } from '../../../platform/http/transport-error.ts';
import { TransportError } from '../../../platform/http/transport-error.ts';
import { purposeKey } from '../../../platform/process/purpose-key.ts';
import type { FeedSnapshot, FeedUpdate } from '../../market/feed/feed.ts';
import type { CommandAnswer, TradeCommand, Done, No } from '../command.ts';
import type { EstimateRequest, Estimated } from '../port.ts';

/** From who asks. */
export type AskFrame =
  | { readonly id: number; readonly command: TradeCommand }
  | { readonly id: number; readonly estimate: EstimateRequest }
  | { readonly follow: string }
  | { readonly unfollow: string };

type WireNo = { readonly code: string; readonly field?: string | undefined; readonly facts: RefusalFacts };

/** From who runs the markets. */
export type FeedFrame =
  | { readonly id: number; readonly done: Done | Estimated }
  | { readonly id: number; readonly no: WireNo }
  | { readonly id: number; readonly error: WireNo & { readonly status: TransportStatus } }
  | { readonly snapshot: FeedSnapshot }
  | { readonly update: FeedUpdate }
  | { readonly away: string };

export function answerFrame(id: number, answer: CommandAnswer | Estimated): FeedFrame {
  if (answer instanceof Refusal)
    return { id, no: { code: answer.code, field: answer.field, facts: answer.facts } };
  if (answer instanceof TransportError)
    return {
      id,
      error: { status: answer.status, code: answer.refusal, field: answer.field, facts: answer.facts },
    };
  return { id, done: answer };
}

/** The answer to a frame, from the process that runs the market. */
export function readAnswerFrame(
  frame: Extract<FeedFrame, { readonly id: number }>,
): CommandAnswer | Estimated {
  if ('done' in frame) return frame.done;
  if ('no' in frame) return new Refusal(frame.no.code, frame.no.facts, frame.no.field) as No;
  const { status, code, facts, field } = frame.error;
  return new TransportError(status, code, facts, field);
}

/** A whole book in one line is the longest there is. */
export const lineBytesMax = 64 * 1024 * 1024;
/** Before it is known who speaks. */
export const greetingBytesMax = 1024;
export const greetingMs = 3000;

export function sendLine(socket: Socket, frame: object): void {
  socket.write(`${JSON.stringify(frame)}\n`);
}

/** Calls back for each line; a line that is too long or no JSON ends the connection. */
export function readLines(socket: Socket, bytesMax: () => number, onLine: (frame: unknown) => void): void {
  let pieces: string[] = [];
  let length = 0;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      pieces.push(chunk.slice(start, end));
      const line = pieces.join('');
      pieces = [];
      length = 0;
      start = end + 1;
      try {
        onLine(JSON.parse(line));
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined);
        return;
      }
    }
    if (start < chunk.length) pieces.push(chunk.slice(start));
    length += chunk.length - start;
    if (length > bytesMax()) socket.destroy();
  });
}

export function engineKey(secretKey: string): Buffer {
  return purposeKey(secretKey, 'engine-socket');
}

/** Proves to know the secret without saying it; each side answers for its own role, so that no proof can be sent back. */
export function proofOf(key: Buffer, role: 'asks' | 'runs', nonces: readonly [string, string]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([role, ...nonces]))
    .digest('hex');
}

export function isProof(given: unknown, wanted: string): boolean {
  if (typeof given !== 'string' || given.length !== wanted.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

/** A field of a line that came from somebody unknown. */
export function textOf(frame: unknown, field: string): string | undefined {
  if (typeof frame !== 'object' || frame === null) return undefined;
  const value: unknown = Reflect.get(frame, field);
  return typeof value === 'string' && value.length <= 200 ? value : undefined;
}

/** Calls to Sumsub's interface: signed, in time, never to another host, and read as what they are. */
import { createHmac } from 'node:crypto';

import type * as z from 'zod';

import { readBoundedText } from '../bounded-text.ts';
import { SumsubError } from './sumsub-answers.ts';

/** Spec 9: a partner has so long to answer. */
export const identityTimeoutMs = 10_000;
/** An applicant with all its documents is a few kilobytes. */
const answerBytesMax = 1 << 20;

export type SumsubAccess = {
  /** Where the interface is, without a slash at the end: https://api.sumsub.com. */
  readonly url: () => string;
  readonly appToken: string;
  readonly secretKey: string;
  /** Epoch milliseconds; Sumsub refuses what was signed more than a minute away. */
  readonly clock: () => number;
  readonly timeoutMs?: number;
};

export type SumsubCall = {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With its query, as it is signed and sent. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
};

/**
 * `refused`: Sumsub read the request and says no; `conflict` and `absent` are its 409 and 404. `unknown`: everything that
 * says nothing about whether it took effect.
 */
export type SumsubAnswer<Value> =
  | { readonly is: 'done'; readonly value: Value }
  | { readonly is: 'refused' | 'conflict'; readonly reason: string }
  | { readonly is: 'absent' | 'unknown' };

/** Never throws, and hands on nothing of a body but what the schema names. */
export async function callSumsub<Value>(
  access: SumsubAccess,
  call: SumsubCall,
  schema: z.ZodType<Value>,
): Promise<SumsubAnswer<Value>> {
  const body = call.body === undefined ? '' : JSON.stringify(call.body);
  try {
    const response = await fetch(`${access.url()}${call.path}`, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
        ...signatureOf(access, call, body),
      },
      ...(body === '' ? {} : { body }),
      // A redirect would carry the signature and what is in the body to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(access.timeoutMs ?? identityTimeoutMs),
    });
    return await readAnswer(response, schema);
  } catch {
    return { is: 'unknown' };
  }
}

function signatureOf({ appToken, secretKey, clock }: SumsubAccess, call: SumsubCall, body: string) {
  const seconds = String(Math.floor(clock() / 1000));
  const signature = createHmac('sha256', secretKey).update(seconds + call.method + call.path + body);
  return {
    'x-app-token': appToken,
    'x-app-access-ts': seconds,
    'x-app-access-sig': signature.digest('hex'),
  };
}

/** A wrong key, a clock that is off, too many calls and an outage are ours or pass by: they say nothing of the wish. */
const passing = new Set([401, 403, 408, 425, 429]);

async function readAnswer<Value>(response: Response, schema: z.ZodType<Value>): Promise<SumsubAnswer<Value>> {
  const { status } = response;
  if (status >= 500 || passing.has(status) || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    return { is: 'unknown' };
  }
  const json: unknown = JSON.parse(await readBoundedText(response, answerBytesMax));
  if (response.ok) {
    const parsed = schema.safeParse(json);
    return parsed.success ? { is: 'done', value: parsed.data } : { is: 'unknown' };
  }
  const no = SumsubError.safeParse(json);
  // Whoever stands between us and them may answer 404 as well, but not in their words.
  if (!no.success || no.data.code !== status) return { is: 'unknown' };
  if (status === 404) return { is: 'absent' };
  const reason = no.data.errorName ?? `http-${status}`;
  return { is: status === 409 ? 'conflict' : 'refused', reason };
}

/** Calls to MusePay's interface: signed, in time, never to another host, and read as what they are. */
import { type KeyObject, randomBytes } from 'node:crypto';

import type * as z from 'zod';

import { readBoundedText } from '../bounded-text.ts';
import { documentedNoes, MusepayEnvelope } from './musepay-answers.ts';
import { signatureBy, signedTextOf } from './musepay-signature.ts';

/** Spec 9: a partner has so long to answer. */
const issuerTimeoutMs = 10_000;
/** A card or a holder is less than a kilobyte. */
const answerBytesMax = 1 << 18;

export type MusepayAccess = {
  /** Where the interface is, without a slash at the end: https://api.musepay.io. */
  readonly url: () => string;
  readonly partnerId: string;
  /** Ours, which signs requests. */
  readonly privateKey: KeyObject;
  /** Epoch milliseconds; MusePay refuses what was signed too far away, without a word how far that is. */
  readonly clock: () => number;
  readonly timeoutMs?: number;
};

export type MusepayCall = {
  readonly path: `/v1/${string}`;
  /** Without the parameters that every request has. */
  readonly body: Readonly<Record<string, unknown>>;
};

/**
 * `refused`: MusePay read the request and says no; `double` and `absent` are its 202224 and its "does not exist". `unknown`:
 * everything that says nothing about whether it took effect.
 */
export type MusepayAnswer<Value> =
  | { readonly is: 'done'; readonly value: Value }
  | { readonly is: 'refused'; readonly reason: string }
  | { readonly is: 'double' | 'absent' | 'unknown' };

/** Never throws, and hands on nothing of a body but what the schema names. */
export async function callMusepay<Value>(
  access: MusepayAccess,
  { path, body }: MusepayCall,
  schema: z.ZodType<Value>,
): Promise<MusepayAnswer<Value>> {
  const params = {
    ...body,
    partner_id: access.partnerId,
    sign_type: 'RSA',
    // Seconds, as the reference of parameters has it; some samples there send milliseconds.
    timestamp: String(Math.floor(access.clock() / 1000)),
    nonce: randomBytes(16).toString('hex'),
  };
  try {
    const sign = signatureBy(access.privateKey, signedTextOf(params));
    const response = await fetch(`${access.url()}${path}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ ...params, sign }),
      // A redirect would carry the signature and what is in the body to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(access.timeoutMs ?? issuerTimeoutMs),
    });
    return await readAnswer(response, schema);
  } catch {
    return { is: 'unknown' };
  }
}

/** A wrong key, a clock that is off, too many calls and an outage are ours or pass by: they say nothing of the wish. */
const passing = new Set([401, 403, 406, 408, 412, 425, 429]);

async function readAnswer<Value>(
  response: Response,
  schema: z.ZodType<Value>,
): Promise<MusepayAnswer<Value>> {
  const { status } = response;
  if (saysNothing(status) || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    return { is: 'unknown' };
  }
  const envelope = MusepayEnvelope.safeParse(JSON.parse(await readBoundedText(response, answerBytesMax)));
  // Whoever stands between us and them may answer as well, but not in their words.
  if (!envelope.success) return { is: 'unknown' };
  const { code, data } = envelope.data;
  if (saysNothing(code)) return { is: 'unknown' };
  if (code === 200) {
    const parsed = schema.safeParse(data);
    return response.ok && parsed.success ? { is: 'done', value: parsed.data } : { is: 'unknown' };
  }
  // An error has the code of its status, or comes with 200 and a code of the list.
  if (!response.ok && code < 1000 && code !== status) return { is: 'unknown' };
  const name = documentedNoes.get(code);
  if (code === 404 || name === 'ORDER_NOT_EXIST') return { is: 'absent' };
  if (name === 'DOUBLE_PAYMENT') return { is: 'double' };
  return { is: 'refused', reason: name ?? `code-${code}` };
}

function saysNothing(code: number): boolean {
  return passing.has(code) || (code >= 500 && code < 600);
}

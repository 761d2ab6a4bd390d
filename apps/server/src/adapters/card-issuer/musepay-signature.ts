/** The signatures of MusePay, by integration/authentication.md of its public documentation: SHA1WithRSA, base64. */
import { type KeyObject, sign, verify } from 'node:crypto';

/** A request, or the body of an event, with its signature among it or not. */
export type SignedParams = Readonly<Record<string, unknown>>;

/** What is signed of a request: `key=value` in the order of the keys, joined by `&`, without `sign` and what is empty. */
export function signedTextOf(params: SignedParams): string {
  return Object.keys(params)
    .filter((key) => key !== 'sign')
    .toSorted()
    .flatMap((key) => {
      const text = textOf(params[key]);
      return text === '' ? [] : [`${key}=${text}`];
    })
    .join('&');
}

/** The page is silent about objects: as its demo client signs them, as JSON whose keys are in order at each depth. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value, inOrder);
  return String(value as string | number | boolean);
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** SHA1WithRSA, base64: what MusePay calls `sign`. */
export function signatureBy(privateKey: KeyObject, content: string | Buffer): string {
  return sign('sha1', Buffer.from(content), privateKey).toString('base64');
}

/** Whether a signature is of this content by the owner of the key; false for whatever is no signature. */
export function isSignedBy(publicKey: KeyObject, content: string | Buffer, given: unknown): boolean {
  if (typeof given !== 'string' || !/^[\w+/]{64,2048}={0,2}$/.test(given)) return false;
  try {
    return verify('sha1', Buffer.from(content), publicKey, Buffer.from(given, 'base64'));
  } catch {
    return false;
  }
}

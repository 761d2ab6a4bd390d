/** The browser's side of the envelope: MD5 without node:crypto, Base64 of UTF-8 without Buffer. */
import { type AppRequest, signRequest } from '@marigold/contract/envelope';
import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';

export function md5Hex(text: string): string {
  return bytesToHex(md5(new TextEncoder().encode(text)));
}

export function base64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The body of a call: `{"data": base64(UTF-8 JSON {appRequest, apiSign})}`. */
export function sealEnvelope(appRequest: AppRequest, secret: string): string {
  const apiSign = signRequest(appRequest, secret, md5Hex);
  return JSON.stringify({ data: base64(JSON.stringify({ appRequest, apiSign })) });
}

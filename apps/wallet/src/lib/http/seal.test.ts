/** The wallet's own sealing against the golden vectors, byte for byte. */
import { goldenVectors } from '@marigold/contract/testing/envelope-vectors';
import { describe, expect, it } from 'vitest';

import { base64, sealEnvelope } from './seal.ts';

/** Base64 back to text, by the browser's own means. */
function decode(encoded: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(encoded), (byte) => byte.codePointAt(0) ?? 0));
}

describe('sealing a call', () => {
  it.each(goldenVectors)('makes the body of the golden vector "$name"', ({ appRequest, secret, body }) => {
    expect(JSON.parse(sealEnvelope(appRequest, secret))).toEqual(body);
  });

  it('encodes every UTF-8 byte, not only Latin ones', () => {
    expect(base64('金盏花 🌼')).toBe('6YeR55uP6IqxIPCfjLw=');
    expect(decode(base64('金盏花 🌼'))).toBe('金盏花 🌼');
  });

  it('encodes a body larger than one call of fromCharCode could take', () => {
    const text = 'ж'.repeat(100_000);
    expect(decode(base64(text))).toBe(text);
  });
});

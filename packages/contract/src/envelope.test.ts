/** The golden vectors of the protocol, by the browser's own means: no Buffer, no node:crypto. */
import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';

import { goldenVectors } from '../testing/envelope-vectors.ts';
import { canonicalJson, compareCodePoints, signRequest, stringToSign } from './envelope.ts';

function md5Hex(text: string): string {
  return bytesToHex(md5(new TextEncoder().encode(text)));
}

describe.each(goldenVectors)('golden vector "$name"', ({ appRequest, secret, ...expected }) => {
  it('joins the string to sign as the protocol says', () => {
    expect(stringToSign(appRequest, secret)).toBe(expected.stringToSign);
  });

  it('is signed with the same upper-case MD5', () => {
    expect(signRequest(appRequest, secret, md5Hex)).toBe(expected.apiSign);
  });
});

describe('the order of keys', () => {
  it('is by code point where UTF-16 would put an astral character first', () => {
    expect(['\u{1f33c}', '\uff21'].toSorted(compareCodePoints)).toEqual(['\uff21', '\u{1f33c}']);
    expect(['\u{1f33c}', '\uff21'].toSorted()).toEqual(['\u{1f33c}', '\uff21']);
  });

  it('puts a name before the longer one that begins with it', () => {
    expect(compareCodePoints('a', 'ab')).toBeLessThan(0);
    expect(compareCodePoints('ab', 'ab')).toBe(0);
  });
});

describe('canonical JSON', () => {
  it('sorts integer-like keys as texts, at every depth', () => {
    expect(canonicalJson({ b: { 2: 0, 10: 0 }, a: [{ z: 1, y: 2 }] })).toBe(
      '{"a":[{"y":2,"z":1}],"b":{"10":0,"2":0}}',
    );
  });

  it('writes every character as JSON does, in names and in texts', () => {
    const texts = Array.from({ length: 0x1_0000 }, (_, unit) => `a${String.fromCharCode(unit)}b`);
    const other = [...texts, '\u{1f33c}', '', '"', '\\'].filter(
      (text) => canonicalJson({ [text]: text }) !== JSON.stringify({ [text]: text }),
    );
    expect(other).toEqual([]);
  });

  it('leaves out fields that are not set, as JSON does, and writes holes of a list as null', () => {
    expect(canonicalJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
  });
});

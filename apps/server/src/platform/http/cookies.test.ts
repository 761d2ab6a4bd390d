import { describe, expect, it } from 'vitest';

import { createCookies } from './cookies.ts';

const secure = createCookies({ isSecure: true, isFramed: false });
const plain = createCookies({ isSecure: false, isFramed: false });
const framed = createCookies({ isSecure: true, isFramed: true });

describe('the cookies of a session', () => {
  it('are strict, out of the reach of scripts, and bound to this host over https', () => {
    expect(secure.half('1.abc', 7)).toBe(
      '__Host-marigold=1.abc; Path=/; Max-Age=604800; HttpOnly; Secure; SameSite=Strict',
    );
    expect(secure.device('abc')).toBe(
      '__Host-marigold-device=abc; Path=/; Max-Age=34560000; HttpOnly; Secure; SameSite=Strict',
    );
  });

  it('do without the prefix where a demonstration has no https', () => {
    expect(plain.half('1.abc', 90)).toBe(
      'marigold=1.abc; Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict',
    );
  });

  it('come back inside a frame of the wrapper, and in no other', () => {
    expect(framed.half('1.abc', 7)).toBe(
      '__Host-marigold=1.abc; Path=/; Max-Age=604800; HttpOnly; Secure; SameSite=None; Partitioned',
    );
  });

  it('are found among others, and are missing where a request brings none', () => {
    expect(secure.read('a=b; __Host-marigold=1.abc;__Host-marigold-device=x==; c')).toEqual({
      half: '1.abc',
      device: 'x==',
    });
    expect(secure.read('marigold=1.abc; __Host-marigold-devices=y')).toEqual({
      half: undefined,
      device: undefined,
    });
    expect(secure.read(';; x ;__Host-marigold= ;__Host-marigold-device')).toEqual({
      half: '',
      device: undefined,
    });
    expect(secure.read(undefined)).toEqual({ half: undefined, device: undefined });
    expect(secure.noHalf()).toMatch(/^__Host-marigold=; Path=\/; Max-Age=0; /);
  });
});

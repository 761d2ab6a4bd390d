import { assert } from './assert.ts';

/** Fills the bytes with randomness. */
export type RandomSource = (bytes: Uint8Array<ArrayBuffer>) => void;

const digitsMax = 64;
const drawsMax = 1_000;
// 250 is the largest multiple of 10 in a byte; keeping 250 to 255 would favour the digits 0 to 5.
const byteLimit = 250;

/**
 * Spec 9: a string of `length` random digits (1 to 64), each equally likely, from the system's secure source. Another
 * source is for tests; one that keeps giving nothing usable breaks an assertion instead of looping for ever.
 */
export function randomDigits(length: number, fillRandom: RandomSource = fillSecurely): string {
  assert(Number.isInteger(length) && length >= 1 && length <= digitsMax, 'a digit string has 1 to 64 digits');
  const bytes = new Uint8Array(length);
  let digits = '';
  for (let draw = 0; draw < drawsMax && digits.length < length; draw += 1) {
    fillRandom(bytes);
    for (const byte of bytes) {
      if (byte < byteLimit && digits.length < length) digits += (byte % 10).toString();
    }
  }
  assert(digits.length === length, 'the random source gives usable bytes');
  return digits;
}

function fillSecurely(bytes: Uint8Array<ArrayBuffer>): void {
  crypto.getRandomValues(bytes);
}

/** Account ids as people write them: `0x…` with the checksum of EIP-55, or `T…` with Base58Check. Both are 20 bytes. */
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

import type { ChainAccount } from './port.ts';

/** Chains that write and derive their accounts alike. */
export type Family = 'evm' | 'tron';

/** Why a text is no account of a family; the same words are refusals of the contract. */
export type AddressProblem =
  | 'address_malformed'
  | 'address_checksum'
  | 'address_other_chain'
  | 'address_is_zero';

export interface ReadAccount {
  readonly account: ChainAccount;
  /** False: it was written all in one case, so a wrong letter would not have been noticed. */
  readonly isChecked: boolean;
}

const zero: ChainAccount = `0x${'0'.repeat(40)}`;
/** Longer than what any chain writes. */
const textMax = 128;
const tronPrefix = 0x41;
const base58check = createBase58check(sha256);

const evmShape = /^0x[0-9a-fA-F]{40}$/;
const base58Shape = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** Reads what a person typed or scanned, spaces around it aside. */
export function readAccount(text: string, family: Family): ReadAccount | AddressProblem {
  if (text.length > textMax) return 'address_malformed';
  const typed = text.trim();
  const read = family === 'evm' ? readEvm(typed) : readTron(typed);
  if (typeof read !== 'string') return read.account === zero ? 'address_is_zero' : read;
  return read === 'address_malformed' && isOfAnotherChain(typed, family) ? 'address_other_chain' : read;
}

/** An account as people of this family write it, with its checksum. */
export function writeAccount(account: ChainAccount, family: Family): string {
  if (family === 'tron') {
    return base58check.encode(Uint8Array.of(tronPrefix, ...hexToBytes(account.slice(2))));
  }
  return `0x${withCase(account.slice(2))}`;
}

/** Whether a text is an account in the one form that the program itself uses. */
export function isAccount(text: string): text is ChainAccount {
  return /^0x[0-9a-f]{40}$/.test(text);
}

function readEvm(text: string): ReadAccount | AddressProblem {
  if (!evmShape.test(text)) return 'address_malformed';
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  const account: ChainAccount = `0x${lower}`;
  if (digits === lower || digits === digits.toUpperCase()) {
    // Without a letter there is no case, and the checksum says nothing.
    return { account, isChecked: false };
  }
  return digits === withCase(lower) ? { account, isChecked: true } : 'address_checksum';
}

function readTron(text: string): ReadAccount | AddressProblem {
  if (!/^T.{33}$/.test(text) || !base58Shape.test(text)) return 'address_malformed';
  const bytes = decode(text);
  if (bytes === undefined) return 'address_checksum';
  if (bytes.length !== 21 || bytes[0] !== tronPrefix) return 'address_malformed';
  return { account: `0x${bytesToHex(bytes.subarray(1))}`, isChecked: true };
}

function decode(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    return undefined;
  }
}

/** EIP-55: a letter is a capital where the hash of the digits has a high half-byte. */
function withCase(lower: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  let written = '';
  for (let index = 0; index < lower.length; index += 1) {
    const digit = lower.charAt(index);
    written += hash.charCodeAt(index) >= '8'.charCodeAt(0) ? digit.toUpperCase() : digit;
  }
  return written;
}

/** Forms of other chains that people paste by mistake; only to say so in the right words. */
function isOfAnotherChain(text: string, family: Family): boolean {
  if (family === 'evm' ? /^T.{33}$/.test(text) && base58Shape.test(text) : evmShape.test(text)) return true;
  if (/^(bc1|tb1|ltc1)[02-9ac-hj-np-z]{11,87}$/i.test(text)) return true;
  // Bitcoin and its kin, Solana: Base58 of the usual lengths.
  return base58Shape.test(text) && text.length >= 26 && text.length <= 44;
}

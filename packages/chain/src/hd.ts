/** Deposit accounts from an extended public key: what a process may know that must not be able to spend. */
import { ECDH } from 'node:crypto';

import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';

import type { ChainAccount } from './port.ts';

export interface WatchKey {
  /** The account at this index of the external chain: m/44'/60'/account'/0/index. */
  readonly accountAt: (index: number) => ChainAccount;
  /** Four bytes that name the extended key; stored beside every account that was derived from it. */
  readonly fingerprint: Buffer;
}

/** BIP-44: purpose, coin and account stand above an account-level key. */
const accountDepth = 3;
const hardened = 0x8000_0000;

/** Refuses private keys and keys of another level; both would be a mistake of the configuration, so it throws. */
export function watchKey(extended: string): WatchKey {
  const key = HDKey.fromExtendedKey(extended);
  if (key.privateKey !== null) throw new Error('A process that only watches was given a private key.');
  if (key.depth !== accountDepth) {
    throw new Error(`An extended key of level ${accountDepth} is needed, this one is of level ${key.depth}.`);
  }
  const external = key.deriveChild(0);
  const fingerprint = Buffer.alloc(4);
  fingerprint.writeUInt32BE(key.fingerprint);
  return {
    accountAt(index) {
      if (!Number.isInteger(index) || index < 0 || index >= hardened) {
        throw new Error(`Broken: ${index} is an index of a child that is not hardened`);
      }
      return accountOfKey(external.deriveChild(index).publicKey);
    },
    fingerprint,
  };
}

/** The account of a compressed public key: the end of the hash of its point. */
export function accountOfKey(publicKey: Uint8Array | null): ChainAccount {
  if (publicKey === null) throw new Error('Broken: a derived key has a public half');
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed');
  if (typeof point === 'string') throw new Error('Broken: a point is bytes');
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`;
}

import { HDKey } from '@scure/bip32';
import { describe, expect, it } from 'vitest';

import { createMemorySigner } from '../testing/memory-signer.ts';
import { accountOfKey, watchKey } from './hd.ts';

const root = HDKey.fromMasterSeed(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'));
const atAccount = root.derive("m/44'/60'/0'");

describe('an extended public key', () => {
  it('gives the accounts that everybody knows from the demo words', () => {
    const { accountAt } = watchKey(createMemorySigner().known.depositKey);
    expect(accountAt(0)).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
    expect(accountAt(1)).toBe('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
  });

  it('gives the account of each private key below it', () => {
    const { accountAt, fingerprint } = watchKey(atAccount.publicExtendedKey);
    for (const index of [0, 1, 7, 999_999, 0x7fff_ffff]) {
      expect(accountAt(index)).toBe(accountOfKey(atAccount.deriveChild(0).deriveChild(index).publicKey));
    }
    expect(fingerprint).toHaveLength(4);
    expect(fingerprint).not.toEqual(watchKey(root.derive("m/44'/60'/1'").publicExtendedKey).fingerprint);
  });

  it('is refused where it could spend, or stands on another level', () => {
    expect(() => watchKey(atAccount.privateExtendedKey)).toThrow('private key');
    expect(() => watchKey(root.publicExtendedKey)).toThrow('level 0');
    expect(() => watchKey(atAccount.deriveChild(0).publicExtendedKey)).toThrow('level 4');
    expect(() => watchKey('xpub of nobody')).toThrow('Unknown letter');
    const { accountAt } = watchKey(atAccount.publicExtendedKey);
    for (const index of [-1, 0.5, 0x8000_0000]) expect(() => accountAt(index)).toThrow('Broken');
  });
});

/**
 * What is known of people, at rest: every record has a key of its own, which lies wrapped by a key of the settings. Without
 * the wrapped key nobody reads what is sealed with it, which is how a record is erased.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Keys that wrap the keys of records, by name; `current` wraps new ones. */
export type WrappingKeys = {
  readonly current: string;
  readonly keys: ReadonlyMap<string, Buffer>;
};

/** The key of a record as it lies in its row. */
export type WrappedKey = { readonly keyId: string; readonly wrapped: Buffer };

export type Vault = {
  /** The name of the key that wraps new ones. */
  readonly current: string;
  /** The names of all keys that open what they wrapped. */
  readonly names: readonly string[];
  /** A new key for a record. */
  makeKey(recordId: string): WrappedKey;
  /** The same key of a record, wrapped by the current one. Throws as `open` does. */
  rewrap(key: WrappedKey, recordId: string): WrappedKey;
  /** Seals one thing about a record, under its key. */
  seal(key: WrappedKey, at: SealedPlace, text: string): Buffer;
  /** Throws where the bytes were changed, or are of another record or item, or its key is not among those of the settings. */
  open(key: WrappedKey, at: SealedPlace, sealed: Buffer): string;
  /** As `seal`, of what is no text. */
  sealBytes(key: WrappedKey, at: SealedPlace, bytes: Buffer): Buffer;
  /** Throws as `open` does. */
  openBytes(key: WrappedKey, at: SealedPlace, sealed: Buffer): Buffer;
  /** The same document always has the same one; nobody reads a document from it. */
  indexOf(document: { readonly region: string; readonly idType: string; readonly number: string }): Buffer;
};

/** Of which record, and which part of it: bytes open nowhere else. */
export type SealedPlace = { readonly recordId: string; readonly part: string };

export function createVault({ current, keys }: WrappingKeys, indexKey: Buffer): Vault {
  const wrapping = (keyId: string): Buffer => {
    const key = keys.get(keyId);
    if (key === undefined) throw new Error(`Broken: the settings have no key ${keyId} for identities`);
    return key;
  };
  const keyOf = ({ keyId, wrapped }: WrappedKey, recordId: string) =>
    decrypt(wrapping(keyId), `${recordId}:key`, wrapped);
  const wrap = (key: Buffer, recordId: string): WrappedKey => ({
    keyId: current,
    wrapped: encrypt(wrapping(current), `${recordId}:key`, key),
  });
  const sealBytes: Vault['sealBytes'] = (key, { recordId, part }, bytes) =>
    encrypt(keyOf(key, recordId), `${recordId}:${part}`, bytes);
  const openBytes: Vault['openBytes'] = (key, { recordId, part }, sealed) =>
    decrypt(keyOf(key, recordId), `${recordId}:${part}`, sealed);
  return {
    current,
    names: [...keys.keys()],
    makeKey: (recordId) => wrap(randomBytes(keyBytes), recordId),
    rewrap: (key, recordId) => wrap(keyOf(key, recordId), recordId),
    seal: (key, at, text) => sealBytes(key, at, Buffer.from(text, 'utf8')),
    open: (key, at, sealed) => openBytes(key, at, sealed).toString('utf8'),
    sealBytes,
    openBytes,
    indexOf({ region, idType, number }) {
      const plain = number
        .normalize('NFKC')
        .replaceAll(/[^A-Za-z0-9]/g, '')
        .toUpperCase();
      return createHmac('sha256', indexKey)
        .update(JSON.stringify([region, idType, plain]))
        .digest();
    },
  };
}

/** Nonce, text and tag stand in one row of bytes. */
function encrypt(key: Buffer, about: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about, 'utf8'));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, about: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(about, 'utf8')).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

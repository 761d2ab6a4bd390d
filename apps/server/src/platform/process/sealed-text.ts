/** A short secret that the program must read again, at rest: AES-256-GCM under a key of one purpose. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { purposeKey } from './purpose-key.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export type Sealer = {
  /** `about` says whose it is: the bytes open for nobody else. */
  seal(secret: Buffer, about: string): Buffer;
  /** Throws where the bytes were changed, or are of somebody else. */
  open(sealed: Buffer, about: string): Buffer;
};

/** Nonce, text and tag stand in one row of bytes. */
export function createSealer(secretKey: string, purpose: string): Sealer {
  const key = purposeKey(secretKey, purpose);
  return {
    seal(secret, about) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about, 'utf8'));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, about) {
      const nonce = sealed.subarray(0, nonceBytes);
      const text = sealed.subarray(nonceBytes, -tagBytes);
      const decipher = createDecipheriv(algorithm, key, nonce).setAAD(Buffer.from(about, 'utf8'));
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(text), decipher.final()]);
    },
  };
}

/** The seed at rest: words sealed under a passphrase. The header that says how is bound to what it seals. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import * as z from 'zod';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** A tenth of a second for us, a very long time for whoever guesses. 128 MB of memory each. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const memoryMax = 256 * 1024 * 1024;
/** A keystore that asks for less was not written by us. */
const passphraseMin = 12;

const base64 = z
  .string()
  .max(4096)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/);
const header = z.strictObject({
  version: z.literal(1),
  cipher: z.literal('aes-256-gcm'),
  kdf: z.literal('scrypt'),
  cost: z.strictObject({ N: z.literal(cost.N), r: z.literal(cost.r), p: z.literal(cost.p) }),
  salt: base64,
  nonce: base64,
  created: z.string().max(40),
});
const keystore = z.strictObject({ header, sealed: base64, tag: base64 });

/** The file is damaged, of another kind, or the passphrase is not the one it was sealed with. */
export class KeystoreProblem extends Error {
  override readonly name = 'KeystoreProblem';
}

export interface Sealing {
  /** 12 to 24 words of BIP-39. */
  readonly words: string;
  readonly passphrase: string;
  readonly now: number;
}

/** The text of a keystore file. */
export async function sealKeystore({ words, passphrase, now }: Sealing): Promise<string> {
  if (!validateMnemonic(words, wordlist)) throw new KeystoreProblem('These are no words of a seed.');
  if (passphrase.length < passphraseMin) {
    throw new KeystoreProblem(`A passphrase has ${passphraseMin} characters at least.`);
  }
  const [salt, nonce] = [randomBytes(32), randomBytes(12)];
  const written: z.infer<typeof header> = {
    version: 1,
    cipher: 'aes-256-gcm',
    kdf: 'scrypt',
    cost,
    salt: salt.toString('base64'),
    nonce: nonce.toString('base64'),
    created: new Date(now).toISOString(),
  };
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce);
  cipher.setAAD(bytesOf(written));
  const sealed = Buffer.concat([cipher.update(words, 'utf8'), cipher.final()]);
  const tag = cipher.getAuthTag();
  const file = { header: written, sealed: sealed.toString('base64'), tag: tag.toString('base64') };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** The words. Throws KeystoreProblem, which never quotes them. */
export async function openKeystore(text: string, passphrase: string): Promise<string> {
  const parsed = keystore.safeParse(parseJson(text));
  if (!parsed.success) throw new KeystoreProblem('This is no keystore of this version.');
  const { sealed, tag, header: read } = parsed.data;
  const key = await keyOf(passphrase, Buffer.from(read.salt, 'base64'));
  let words: string;
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(read.nonce, 'base64'), {
      authTagLength: 16,
    });
    cipher.setAAD(bytesOf(read));
    cipher.setAuthTag(Buffer.from(tag, 'base64'));
    words = Buffer.concat([cipher.update(Buffer.from(sealed, 'base64')), cipher.final()]).toString('utf8');
  } catch {
    throw new KeystoreProblem('The passphrase does not open this keystore, or it was changed.');
  }
  if (!validateMnemonic(words, wordlist)) throw new KeystoreProblem('The keystore holds no seed.');
  return words;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The header as it is sealed: always in this order, however the file was written. */
function bytesOf(one: z.infer<typeof header>): Buffer {
  const { version, cipher, kdf, salt, nonce, created } = one;
  const { N, r, p } = one.cost;
  return Buffer.from(JSON.stringify([version, cipher, kdf, N, r, p, salt, nonce, created]));
}

async function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return await derive(passphrase.normalize('NFKC'), salt, 32, { ...cost, maxmem: memoryMax });
}

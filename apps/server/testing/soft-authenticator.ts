/** An authenticator in software, as far as WebAuthn sees one: a P-256 key for one site, a counter, a touch. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What an answer may do wrong. */
export type Mischief = {
  readonly origin?: string;
  /** The page around the frame that ours stands in. */
  readonly topOrigin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** False: nobody was recognised. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
};

type Challenged = { readonly challenge: string };

export type SoftAuthenticator = {
  /** What a key is made of, as a row has it. */
  readonly credential: Buffer;
  readonly publicKey: Buffer;
  make(
    options: Challenged,
    mischief?: Mischief,
  ): {
    id: string;
    clientDataJSON: string;
    attestationObject: string;
    transports: string[];
  };
  answer(
    options: Challenged,
    mischief?: Mischief,
  ): {
    id: string;
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string;
  };
};

const [present, verified, attested] = [0x01, 0x04, 0x40];

/** A native app that the settings of tests name. */
export const testAppOrigin = `android:apk-key-hash:${'k'.repeat(43)}`;

/** For the address that tests have, unless told otherwise. */
export function createAuthenticator(site = 'http://localhost:8787'): SoftAuthenticator {
  const { privateKey, publicKey: pair } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = pair.export({ format: 'jwk' });
  const [byteX, byteY] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  // COSE by hand: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
  const publicKey = Buffer.concat([
    Buffer.from('a50102032620012158' + '20', 'hex'),
    byteX,
    Buffer.from('225820', 'hex'),
    byteY,
  ]);
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let used = 0;

  const clientData = (
    type: string,
    { challenge }: Challenged,
    { origin = site, topOrigin, ...other }: Mischief,
  ) => {
    const framed = { crossOrigin: topOrigin !== undefined, topOrigin };
    return Buffer.from(JSON.stringify({ type, challenge: other.challenge ?? challenge, origin, ...framed }));
  };

  const authenticatorData = (
    flags: number,
    { rpId = new URL(site).hostname, isVerified = true, counter = (used += 1) }: Mischief,
    rest: Buffer = Buffer.alloc(0),
  ) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flag = Buffer.from([flags | present | (isVerified ? verified : 0)]);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), flag, count, rest]);
  };

  return {
    credential,
    publicKey,
    make(options, mischief = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const data = authenticatorData(
        attested,
        mischief,
        Buffer.concat([Buffer.alloc(16), length, credential, publicKey]),
      );
      // {fmt: 'none', attStmt: {}, authData}.
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        id,
        clientDataJSON: clientData('webauthn.create', options, mischief).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      };
    },
    answer(options, mischief = {}) {
      const data = authenticatorData(0, mischief);
      const client = clientData('webauthn.get', options, mischief);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        ...(mischief.userHandle === undefined ? {} : { userHandle: mischief.userHandle }),
      };
    },
  };
}

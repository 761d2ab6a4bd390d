/** Judges what authenticators answer, without side effects: whoever takes an answer writes down that it was used. */
import type { newPasskey, passkeyAnswer } from '@marigold/contract/fields';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type * as z from 'zod';

import { keyAlgorithms, type RelyingParty } from './relying-party.ts';
import type { NewPasskeyRow } from './store.ts';
import type { PasskeyRow } from './views.ts';

export type AnsweredPasskey = z.output<typeof passkeyAnswer>;

/** `doubtful`: a right answer whose counter went back, so that somebody may have a copy of the key. */
export type PasskeyVerdict =
  | { readonly kind: 'right'; readonly counter: number; readonly isBackedUp: boolean }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'doubtful' };

/** The answer of `key` to `challenge`, made for us, by somebody whom the authenticator recognised. */
export async function judgeAnswer(
  { id, origins, topOrigin }: RelyingParty,
  { key, challenge, answer }: { key: PasskeyRow; challenge: Buffer; answer: AnsweredPasskey },
): Promise<PasskeyVerdict> {
  const { id: credential, userHandle, ...response } = answer;
  if (userHandle !== undefined && userHandle !== key.handle.toString('base64url')) return { kind: 'wrong' };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credential,
        rawId: credential,
        type: 'public-key',
        clientExtensionResults: {},
        response,
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origins,
      ...(topOrigin === undefined ? {} : { expectedTopOrigin: topOrigin }),
      expectedRPID: id,
      // The counter is judged below: an answer that is wrong says nothing of copies.
      credential: { id: credential, publicKey: new Uint8Array(key.publicKey), counter: 0 },
    });
    if (!verified) return { kind: 'wrong' };
    const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo;
    return counter < key.counter ? { kind: 'doubtful' } : { kind: 'right', counter, isBackedUp };
  } catch {
    // The library throws for whatever does not fit, and for what cannot be read.
    return { kind: 'wrong' };
  }
}

export type MadePasskey = Pick<
  NewPasskeyRow,
  'credential' | 'publicKey' | 'counter' | 'transports' | 'aaguid' | 'isBackedUp'
>;

/** A key that was made for `challenge`; undefined where the answer is not right. Its attestation is not looked at. */
export async function judgeNewKey(
  { id, origins }: RelyingParty,
  challenge: Buffer,
  made: z.output<typeof newPasskey>,
): Promise<MadePasskey | undefined> {
  const { id: credentialId, transports = [], clientDataJSON, attestationObject } = made;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origins,
      expectedRPID: id,
      supportedAlgorithmIDs: [...keyAlgorithms],
    });
    if (!verified) return undefined;
    const { credential, aaguid, credentialBackedUp: isBackedUp } = registrationInfo;
    if (credential.id !== credentialId) return undefined;
    return {
      credential: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
      aaguid,
      isBackedUp,
    };
  } catch {
    return undefined;
  }
}

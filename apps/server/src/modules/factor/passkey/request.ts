/** What a browser is told to ask authenticators for. */
import type { passkeyCreation, passkeyRequest } from '@marigold/contract/fields';
import type * as z from 'zod';

import { keyAlgorithms, type RelyingParty, touchMs } from './relying-party.ts';
import type { PasskeyRow } from './views.ts';

type Key = Pick<PasskeyRow, 'credential' | 'transports'>;

/** `keys` empty: whichever the person has for this site. */
export function requestOptions(
  { id: rpId }: RelyingParty,
  challenge: Buffer,
  keys: readonly Key[] = [],
): z.output<typeof passkeyRequest> {
  return {
    challenge: challenge.toString('base64url'),
    rpId,
    allowCredentials: keys.map(descriptor),
    userVerification: 'required',
    timeout: touchMs,
  };
}

/** `known`: what the person has already; an authenticator makes no second key for them. */
export function creationOptions(
  { id }: RelyingParty,
  challenge: Buffer,
  { handle, name, known }: { readonly handle: Buffer; readonly name: string; readonly known: readonly Key[] },
): z.output<typeof passkeyCreation> {
  return {
    challenge: challenge.toString('base64url'),
    rp: { id, name: 'Marigold' },
    user: { id: handle.toString('base64url'), name, displayName: name },
    pubKeyCredParams: keyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    timeout: touchMs,
  };
}

function descriptor({ credential, transports }: Key) {
  return {
    id: credential.toString('base64url'),
    type: 'public-key' as const,
    transports: [...transports],
  };
}

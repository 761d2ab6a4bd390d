/** Passkeys in this browser. What speaks with authenticators is loaded when it is needed: no first screen waits for it. */
import type { Contract } from '@marigold/contract/contract';
import type { WireInput, WireOutput } from '@marigold/contract/endpoint';

export type PasskeyRequest = WireOutput<Contract['user/passkey/begin']>['options'];
type PasskeyCreation = WireOutput<Contract['user/passkey/add/begin']>['options'];
export type PasskeyAnswer = WireInput<Contract['user/passkey/login']>['passkey'];
type MadeKey = WireInput<Contract['user/passkey/add']>['passkey'];

/** `localhost`: browsers make no keys for an address of numbers, and the same program answers there. */
export type PasskeySupport = 'yes' | 'no' | 'localhost';

export function passkeySupport(): PasskeySupport {
  if (typeof PublicKeyCredential === 'undefined') return 'no';
  return location.hostname === '127.0.0.1' ? 'localhost' : 'yes';
}

/** This address where passkeys work. */
export function localhostAddress(): string {
  const address = new URL(location.href);
  address.hostname = 'localhost';
  return address.href;
}

/**
 * Asks the person for a touch; undefined where they gave none. `isAutofill` waits beside the fields of the form until a key
 * is picked there, and gives up when somebody asks anew; undefined at once where the browser does not know how.
 */
export async function answerPasskey(
  optionsJSON: PasskeyRequest,
  { isAutofill = false }: { readonly isAutofill?: boolean } = {},
): Promise<PasskeyAnswer | undefined> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser');
  if (isAutofill && !(await browserSupportsWebAuthnAutofill())) return undefined;
  try {
    const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const answer = { id, clientDataJSON, authenticatorData, signature };
    return userHandle === undefined ? answer : { ...answer, userHandle };
  } catch {
    // Cancelled, too late, or no key: browsers do not say which, so that sites learn nothing of other keys.
    return undefined;
  }
}

/** Nobody waits for a touch any more. */
export async function cancelPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

/** Makes a key; `known` where this device has one for the account already, undefined where the person made none. */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<MadeKey | 'known' | undefined> {
  const { startRegistration, WebAuthnError } = await import('@simplewebauthn/browser');
  try {
    const { id, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, clientDataJSON, attestationObject, transports };
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return isKnown ? 'known' : undefined;
  }
}

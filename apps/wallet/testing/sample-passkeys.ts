/** Passkeys that screens show, and what browsers are asked for. */
import type { Passkey } from '@marigold/contract/calls/passkey';
import type { Contract } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import { day, idOf, morning } from './samples.ts';

/** What a browser is asked for: whichever key somebody has here, or one of `ids`. */
export function passkeyOptions(
  ...ids: readonly string[]
): WireOutput<Contract['user/passkey/begin']>['options'] {
  return {
    challenge: 'Y2hhbGxlbmdlLWNoYWxsZW5nZS1jaGFsbGVuZ2UtMDE',
    rpId: 'localhost',
    allowCredentials: ids.map((id) => ({ id, type: 'public-key', transports: ['internal'] })),
    userVerification: 'required',
    timeout: 60_000,
  };
}

/** One key of the person of this test. */
export function passkey(more: Partial<Passkey> = {}): Passkey {
  return {
    id: idOf(701),
    name: 'My phone',
    state: 'active',
    isBackedUp: false,
    createdTime: morning - day,
    lastTime: null,
    moneyTime: morning - day,
    ...more,
  };
}

/** A seed for an authenticator app, offered for ten minutes; nothing of the person changes until it is bound. */
import { Refusal } from '@marigold/contract/endpoint';
import { mask } from '@marigold/contract/rules/masking';
import { minuteMs } from '@marigold/money/spans';

import type { Handlers } from '../../../platform/http/call.ts';
import { lockTwoStep } from '../../factor/store.ts';
import { newSeed, otpauthAddress, seedText } from '../../factor/totp.ts';
import { putOffer } from '../../factor/views.ts';
import { createSeedSealer } from '../../identity/google-code.ts';
import { getPerson } from '../../person/views.ts';

/** security.md 1. */
export const offerLifeMs = 10 * minuteMs;
/** Which key seals; another one would be another number. */
const sealingKey = 1;

export function createOfferGoogle(secretKey: string): Handlers['user/google/new'] {
  const sealer = createSeedSealer(secretKey);
  return async (_input, { db, session, now }) => {
    const { userId } = session;
    const seed = newSeed();
    const sealed = sealer.seal(seed, userId);
    const { username } = await getPerson(db, userId);
    const isPut = await db.transaction().execute(async (tx) => {
      await lockTwoStep(tx, userId);
      return await putOffer(tx, { userId, sealed, keyId: sealingKey, now });
    });
    if (!isPut) return new Refusal('two_step_bound');
    return {
      secret: seedText(seed),
      otpauth: otpauthAddress(seed, mask(username)),
      expires: now + offerLifeMs,
    };
  };
}

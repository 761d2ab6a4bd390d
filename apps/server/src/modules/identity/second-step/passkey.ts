/**
 * Passkeys at the door: what is asked of an authenticator, and its answer judged. A key whose counter went back is written
 * down as doubtful at once, whatever becomes of the call, and its owner is told everywhere.
 */
import { Refusal } from '@marigold/contract/endpoint';

import type { Call } from '../../../platform/http/call.ts';
import { judgeAnswer, type AnsweredPasskey } from '../../factor/passkey/judge.ts';
import type { RelyingParty } from '../../factor/passkey/relying-party.ts';
import { updatePasskeyDoubtful } from '../../factor/passkey/store.ts';
import { findPasskey, type PasskeyRow } from '../../factor/passkey/views.ts';
import { notify } from '../../message/notify.ts';
import { recordSecurityEvent } from '../security-log.ts';

export type PasskeyNo = Refusal<'passkey_unknown' | 'passkey_doubtful'>;
/** What answered, to be written down by `takePasskeyUse` in the transaction of what it opens. */
export type UsedPasskey = {
  readonly key: PasskeyRow;
  readonly counter: number;
  readonly isBackedUp: boolean;
};

type JudgeCall = Parameters<typeof recordSecurityEvent>[1] & Pick<Call, 'aside'>;

/** `userId` undefined: whoever the key belongs to. A missing key, another's and a wrong answer are alike. */
export async function checkPasskey(
  call: JudgeCall,
  rp: RelyingParty,
  {
    userId,
    challenge,
    answer,
  }: {
    readonly userId?: string;
    readonly challenge: Buffer;
    readonly answer: AnsweredPasskey;
  },
): Promise<UsedPasskey | PasskeyNo> {
  const key = await findPasskey(call.aside, Buffer.from(answer.id, 'base64url'));
  if (key === undefined || (userId !== undefined && key.userId !== userId))
    return new Refusal('passkey_unknown');
  const verdict = await judgeAnswer(rp, { key, challenge, answer });
  if (verdict.kind === 'wrong') return new Refusal('passkey_unknown');
  if (verdict.kind === 'doubtful') await distrust(call, key);
  if (verdict.kind === 'doubtful' || key.state === 'doubtful') return new Refusal('passkey_doubtful');
  return { key, counter: verdict.counter, isBackedUp: verdict.isBackedUp };
}

async function distrust(call: JudgeCall, { id, userId, name }: PasskeyRow): Promise<void> {
  await call.aside.transaction().execute(async (tx) => {
    if (!(await updatePasskeyDoubtful(tx, id))) return;
    await recordSecurityEvent(tx, call, userId, 'passkeyDoubtful');
    await notify(tx, { userId, kind: 'passkeyDoubtful', facts: { name }, now: call.now });
  });
}

/** The passkeys of a person as they see them, called otherwise, and removed. */
import type { Passkey, removePasskey } from '@marigold/contract/calls/passkey';
import type { RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { Handlers } from '../../platform/http/call.ts';
import { deletePasskey, lockPasskeys, updatePasskeyName } from '../factor/passkey/store.ts';
import { type PasskeyRow, readPasskeys } from '../factor/passkey/views.ts';
import { hasStrongFactor } from '../factor/views.ts';
import type { CheckLoginPassword } from '../identity/login.ts';
import { recordSecurityEvent } from '../identity/security-log.ts';
import { voidLoginTickets } from '../identity/views.ts';
import { notify } from '../message/notify.ts';
import { voidChallenges } from '../security/views.ts';
import { checkFreeze, freeze, listFreezes } from '../spending/freeze.ts';
import { operationOfRemoval } from '../spending/operation.ts';
import type { CheckVerification } from '../spending/port.ts';
import { verificationRequired } from '../spending/verification.ts';

type OwnRow = Pick<
  PasskeyRow,
  'id' | 'name' | 'state' | 'isBackedUp' | 'createdAt' | 'lastUsedAt' | 'moneyFrom'
>;

export function passkeyOf(row: OwnRow): Passkey {
  const { id, name, state, isBackedUp, createdAt, lastUsedAt, moneyFrom } = row;
  return {
    id,
    name,
    state,
    isBackedUp,
    createdTime: createdAt,
    lastTime: lastUsedAt,
    moneyTime: moneyFrom,
  };
}

export const listOwn: Handlers['user/passkey/list'] = async (_input, { db, session }) => ({
  list: (await readPasskeys(db, session.userId)).map(passkeyOf),
});

export const rename: Handlers['user/passkey/rename'] = async ({ id, name }, { db, session }) => {
  const { userId } = session;
  await updatePasskeyName(db, { userId, id, name: name.trim() });
  const key = (await readPasskeys(db, userId)).find((row) => row.id === id);
  return key === undefined ? new Refusal('passkey_unknown', {}, 'id') : { passkey: passkeyOf(key) };
};

type No = Refusal<RefusalOf<typeof removePasskey>>;

export function createRemove({
  checkLoginPassword,
  checkVerification,
}: {
  readonly checkLoginPassword: CheckLoginPassword;
  readonly checkVerification: CheckVerification;
}): Handlers['user/passkey/remove'] {
  return async ({ id, loginPassword, verify }, call) => {
    const { db, session, now } = call;
    const { userId } = session;
    await lockPasskeys(db, userId);
    const key = (await readPasskeys(db, userId)).find((row) => row.id === id);
    const no: No | undefined =
      (await checkFreeze(call, 'credentials')) ??
      (key === undefined ? new Refusal('passkey_unknown', {}, 'id') : undefined) ??
      (await checkLoginPassword(call, loginPassword)) ??
      (await checkFreeze(call, 'credentials', { isLocking: true })) ??
      (verify === undefined
        ? await verificationRequired(call, 'user/passkey/remove')
        : await checkVerification(call, operationOfRemoval(id), verify));
    if (no !== undefined) return no;
    const wasStrong = await hasStrongFactor(db, userId);
    await deletePasskey(db, { userId, id });
    const isLast = wasStrong && !(await hasStrongFactor(db, userId));
    const until = isLast ? await freeze(db, { userId, reason: 'strongRemoved', now }) : now;
    await voidChallenges(db, userId);
    await voidLoginTickets(db, userId);
    await recordSecurityEvent(db, call, userId, 'passkeyRemoved');
    const facts = { name: key?.name ?? '', sending: isLast ? 'paused' : 'open', until } as const;
    await notify(db, { userId, kind: 'passkeyRemoved', facts, now });
    return { freezes: await listFreezes(db, userId, now) };
  };
}

import { useEffect, useState } from 'react';

import { type User, useSession } from '../../lib/device/session.ts';
import { forgetFragment, readSecret } from '../../lib/route/fragment-secret.ts';
import { ConfirmLock } from './confirm-lock.tsx';
import { LinkOver } from './link-over.tsx';
import { LockDone, type LockAnswer, Unlocked } from './lock-done.tsx';
import { UnlockForm } from './unlock-form.tsx';

/**
 * "This was not me": opened by the link of a notice, logged in or not, or in the app. Opening it does nothing; one button
 * locks. Whoever is signed in and has locked the account finds the way out of the lock here.
 */
export function NotMePage() {
  const { user } = useSession();
  const [link] = useState(() => readSecret(window.location.hash));
  const [answer, setAnswer] = useState<LockAnswer | 'expired'>();
  const [freeAt, setFreeAt] = useState<number>();
  useEffect(forgetFragment, []);
  if (freeAt !== undefined) return <Unlocked freeAt={freeAt} />;
  if (answer === 'expired' || link.kind === 'broken') return <LinkOver hasLogin={user !== undefined} />;
  if (answer !== undefined) return <LockDone answer={answer} onGoOn={() => setAnswer(undefined)} />;
  if (link.kind === 'secret') return <ConfirmLock ticket={link.secret} onAnswer={setAnswer} />;
  if (user === undefined) return <LinkOver hasLogin={false} />;
  return isLockedByOwner(user) ? (
    <UnlockForm user={user} onDone={setFreeAt} />
  ) : (
    <ConfirmLock onAnswer={setAnswer} />
  );
}

/** What its owner lifts here; closing an account is cancelled elsewhere. */
function isLockedByOwner({ freezes }: User): boolean {
  return freezes.some(({ liftedBy, reason }) => liftedBy === 'self' && reason !== 'closing');
}

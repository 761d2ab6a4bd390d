import { useEffect, useState } from 'react';

import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { EnterRecoveryCode } from './enter-code.tsx';
import { NewPassword, type ResetAnswer } from './new-password.tsx';
import { ResetDone } from './reset-done.tsx';
import { useRunningRecovery } from './use-recovery.ts';

/** The code, then the new password, then the way to log in with it. */
export function ForgetPage() {
  const [done, setDone] = useState<ResetAnswer>();
  return done === undefined ? <Steps onDone={setDone} /> : <ResetDone {...done} />;
}

function Steps({ onDone }: { readonly onDone: (done: ResetAnswer) => void }) {
  const recovery = useRunningRecovery();
  const isEarly = recovery !== undefined && recovery.sent === undefined && !recovery.isProven;
  useEffect(() => {
    if (isEarly) go(paths.forgetSelect(), { isReplacing: true });
  }, [isEarly]);
  if (recovery === undefined) return null;
  if (recovery.isProven) return <NewPassword recovery={recovery} onDone={onDone} />;
  return recovery.sent === undefined ? null : <EnterRecoveryCode recovery={recovery} sent={recovery.sent} />;
}

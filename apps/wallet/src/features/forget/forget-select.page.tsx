import { useEffect } from 'react';

import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { SelectWay } from './select-way.tsx';
import { useRunningRecovery } from './use-recovery.ts';

/** Which contact gets the code, masked. */
export function ForgetSelectPage() {
  const recovery = useRunningRecovery();
  const isProven = recovery?.isProven === true;
  useEffect(() => {
    if (isProven) go(paths.forget(), { isReplacing: true });
  }, [isProven]);
  return recovery === undefined || isProven ? null : <SelectWay recovery={recovery} />;
}

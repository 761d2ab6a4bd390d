import { useState } from 'react';

import { useUserInfo } from '../../domain/account/account-queries.ts';
import { useSession } from '../../lib/device/session.ts';
import type { PickerSearch } from '../../lib/route/paths.ts';
import { BoundTwoStep } from './bound-two-step.tsx';
import { CodesOnce } from './codes-once.tsx';
import { leaveGoogle } from './leave.ts';
import { OfferedSeed } from './offered-seed.tsx';

/** Google two-step: bound by a code of an authenticator app, with ten recovery codes; later: codes left, unbinding. */
export function GoogleAuthPage({ back }: PickerSearch) {
  const { user } = useSession();
  // It may have been bound or unbound on another device.
  useUserInfo();
  const [codes, setCodes] = useState<readonly string[]>();
  if (user === undefined) return null;
  if (codes !== undefined) return <CodesOnce codes={codes} onDone={() => leaveGoogle(back)} />;
  return user.hasGoogle ? (
    <BoundTwoStep user={user} back={back} />
  ) : (
    <OfferedSeed user={user} back={back} onBound={setCodes} />
  );
}

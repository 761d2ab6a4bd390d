import type { FreezeArea } from '@marigold/guard/freezes';

import { useSession } from '../../lib/device/session.ts';
import { useIsAhead } from '../../lib/text/countdown.ts';
import { useUserInfo } from './account-queries.ts';

/** Until when an area is frozen (domain.md B.2), epoch ms; undefined while it is not. */
export function useFreeze(area: FreezeArea): number | undefined {
  const { user } = useSession();
  // A secret may have been changed on another device.
  useUserInfo();
  const until = user?.freezes.find((freeze) => freeze.area === area)?.until ?? 0;
  const isFrozen = useIsAhead(until);
  return isFrozen ? until : undefined;
}

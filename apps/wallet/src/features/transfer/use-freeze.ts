import { useIsAhead } from '../../lib/countdown.ts';
import { useUserInfo } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';

/** Until when sending is paused (domain.md B.2), epoch ms; undefined while it is not. */
export function useFreeze(): number | undefined {
  const { user } = useSession();
  // A secret may have been changed on another device.
  useUserInfo();
  const until = user?.freezeUntil ?? 0;
  const isFrozen = useIsAhead(until);
  return isFrozen ? until : undefined;
}

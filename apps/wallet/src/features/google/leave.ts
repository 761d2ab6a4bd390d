import { go, goBack } from '../../lib/route/navigation.ts';
import { isOwnAddress, paths } from '../../lib/route/paths.ts';

/** To the page that asked for two-step verification, as it was left; else to where the page was opened from. */
export function leaveGoogle(back: string | undefined): void {
  if (back !== undefined && isOwnAddress(back)) go(back, { isReplacing: true });
  else goBack(paths.profile());
}

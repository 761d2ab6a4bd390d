/** Wider limits wait a day, and end with what their owner does to keep somebody out (security.md 4). */
import type { FreezeReason } from '@marigold/guard/freezes';
import { defaultLimits, limitRaiseMs, limitsInForce, raiseEndedBy } from '@marigold/guard/wallet-limits';
import { dayMs } from '@marigold/money/spans';

import type { Random } from '../../../chaos/random.ts';
import { theft } from './account.ts';
import type { ReportFinding } from './walk.ts';

const ends: readonly FreezeReason[] = ['passwordReset', 'passwordResetStrong', 'payPasswordReset', 'notMe'];

export function judgeLimits(random: Random, report: ReportFinding): void {
  const wanted = { ...defaultLimits, single: defaultLimits.single * 2n };
  const wait = random.pick([0, dayMs - 1000, dayMs - 1, dayMs, 2 * dayMs]);
  const raise = { wanted, effectiveAt: theft + limitRaiseMs };
  const isWider = limitsInForce(undefined, raise, theft + wait).single > defaultLimits.single;
  if (isWider && wait < dayMs) report({ kind: 'early', what: `wider limits hold after ${wait} ms` });
  const reason = random.pick(ends);
  if (!raiseEndedBy.has(reason)) report({ kind: 'early', what: `wider limits survive ${reason}` });
}

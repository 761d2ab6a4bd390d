import type { FreezeArea, FreezeReason } from '@marigold/contract/user';
import { dayMs } from '@marigold/money/spans';

/**
 * What each reason freezes and for how long (domain.md B.2). Whoever knew the old secret may go on trading; a reset can
 * be the work of somebody who holds a mailbox alone, and bad trades empty an account as well as a payout does.
 */
export const freezes: Readonly<Record<FreezeReason, { readonly [Area in FreezeArea]?: number }>> = {
  passwordChanged: { payout: dayMs },
  passwordReset: { payout: dayMs, trade: dayMs },
  payPasswordReset: { payout: dayMs, trade: dayMs },
};

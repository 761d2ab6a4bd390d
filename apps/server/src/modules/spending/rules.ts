/** Numbers of what may leave an account, with where they come from; those that people are told stand in the contract's durations. */
import { dayMs } from '@marigold/money/spans';

/** domain.md B.2 and decisions.md "Secondary limits": a payment above `singleUsd`, or one that brings the sum above
 * `totalUsd` or comes after `payments` others, needs a code. Counted over the later of the last 24 hours and the last
 * verified payment. */
export const secondaryLimits = { singleUsd: 30, totalUsd: 100, payments: 5, windowMs: dayMs } as const;

/** domain.md B.2: what a level may pay out is counted over so long as well. */
export const limitMonthMs = 30 * dayMs;

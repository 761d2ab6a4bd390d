/** Numbers of what may leave an account, with where they come from; those that people are told stand in the contract's durations. */
import { dayMs } from '@marigold/money/spans';

/** domain.md B.2: what a level may pay out is counted over so long as well. */
export const limitMonthMs = 30 * dayMs;

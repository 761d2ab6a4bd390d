/** What the parts of this module are given to work with. */
import type { Chain } from '@marigold/chain/port';

import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Crash } from '../chain/watch/listener.ts';

export type DepositContext = {
  readonly db: Database;
  readonly chain: Chain;
  readonly clock: Clock;
  readonly log: Log;
  readonly crash: Crash;
  /** Large deposits on which two providers did not agree, longest ago first, and the head at which they were asked. */
  readonly doubts: Map<string, number>;
};

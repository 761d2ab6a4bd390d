/** What the modules let go of, in one list for the task `prune`. */
import { pruneDemoInbox } from './adapters/demo-inbox.ts';
import { pruneBlocks } from './modules/chain/views.ts';
import { pruneExports } from './modules/export/store.ts';
import { pruneIdentity } from './modules/identity/prune.ts';
import { pruneQuotes } from './modules/payout/views.ts';
import { pruneRates } from './modules/rate/store.ts';
import { pruneChallenges } from './modules/security/store.ts';
import type { PruneStep } from './platform/prune.ts';

export const pruneSteps: readonly PruneStep[] = [
  ...pruneIdentity,
  pruneChallenges,
  ...pruneRates,
  pruneExports,
  pruneQuotes,
  pruneBlocks,
  pruneDemoInbox,
];

/** What identity lets go of. */
import type { PruneStep } from '../../platform/database/prune.ts';
import { pruneRecoveries } from './recovery/store.ts';
import { pruneContactCodes, pruneSecurityEvents, pruneStrangers, pruneTries } from './store.ts';

export const pruneIdentity: readonly PruneStep[] = [
  pruneStrangers,
  pruneSecurityEvents,
  pruneContactCodes,
  pruneRecoveries,
  pruneTries,
];

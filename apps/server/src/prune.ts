/** What the owners of tables let go of, in one list for the task `prune`. */
import { pruneDemoInbox } from './adapters/demo-inbox.ts';
import { pruneBlocks } from './modules/chain/views.ts';
import { pruneExports } from './modules/export/store.ts';
import { pruneFactors } from './modules/factor/store.ts';
import { prunePuzzles } from './modules/human/store.ts';
import { pruneIdentity } from './modules/identity/store.ts';
import { pruneMessages } from './modules/message/store.ts';
import { pruneEvents } from './modules/partner/store.ts';
import { pruneQuotes } from './modules/payout/views.ts';
import { pruneRates } from './modules/rate/store.ts';
import { pruneChallenges } from './modules/security/store.ts';
import { pruneAnnouncements } from './platform/database/outbox.ts';
import type { PruneStep } from './platform/database/prune.ts';
import { pruneBuckets } from './platform/http/limits.ts';
import { pruneAnswers } from './platform/http/request-key.ts';

export const pruneSteps: readonly PruneStep[] = [
  pruneAnswers,
  pruneBuckets,
  pruneAnnouncements,
  ...pruneIdentity,
  prunePuzzles,
  ...pruneFactors,
  pruneChallenges,
  ...pruneMessages,
  ...pruneRates,
  pruneExports,
  pruneQuotes,
  pruneEvents,
  pruneBlocks,
  pruneDemoInbox,
];

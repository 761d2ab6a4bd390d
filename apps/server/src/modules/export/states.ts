import type { ExportStatus } from '@marigold/contract/calls/export';
import { defineStates } from '@marigold/money/states';

/** Bills as a file. A builder that stops gives it back to the queue; one that is silent is replaced by another builder. */
export const exportStates = defineStates<ExportStatus>({
  thing: 'an export',
  firsts: ['queued'],
  finals: ['failed', 'expired'],
  next: {
    queued: ['building'],
    building: ['ready', 'failed', 'queued'],
    ready: ['expired'],
    failed: [],
    expired: [],
  },
});

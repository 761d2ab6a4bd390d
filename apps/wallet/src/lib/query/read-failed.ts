import { NetworkFailure } from '../http/api.ts';
import { sayNow } from '../text/i18n.ts';
import type { ReadError } from './queries.ts';

/** What happened to a read, in the specification's words (point 8): no network, no answer in time, or no data. */
export function readFailed(error: ReadError | Error | null | undefined): string {
  if (!(error instanceof NetworkFailure)) return sayNow('shell.dataRequestFailed');
  return sayNow(error.isTimeout ? 'shell.timedOut' : 'shell.networkError');
}

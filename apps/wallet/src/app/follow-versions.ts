/** Loaded after the first screen: the worker, and the word about a new version. */
import { minuteMs } from '@marigold/money/spans';

import { showToast } from '../lib/device/toasts.ts';
import { followUpdates, isUpdateReady, loadNewest, onUpdateReady } from '../lib/http/update.ts';
import { loadTexts, sayNow } from '../lib/text/i18n.ts';

/** Whoever let the word pass hears it again when they come back, not more often than this. */
const reportEveryMs = 10 * minuteMs;

/** Called once. */
export async function followVersions(): Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = async () => {
    if (!isUpdateReady() || document.visibilityState !== 'visible' || Date.now() - reportedAt < reportEveryMs)
      return;
    reportedAt = Date.now();
    await loadTexts('info');
    showToast({
      text: sayNow('updater.ready'),
      action: { label: sayNow('updater.update'), run: () => void loadNewest() },
    });
  };
  onUpdateReady(() => void report());
  document.addEventListener('visibilitychange', () => void report());
  await followUpdates();
}

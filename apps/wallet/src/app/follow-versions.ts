/** Loaded after the first screen: the worker, the word about a new version, and the end of versions that are too old. */
import { findEntry } from '../lib/app-config.ts';
import { appConfig } from '../lib/config.ts';
import { appVersionCode } from '../lib/device.ts';
import { loadTexts, say } from '../lib/i18n.ts';
import { go } from '../lib/navigation.ts';
import { paths } from '../lib/paths.ts';
import { showToast } from '../lib/toasts.ts';
import { followUpdates, isUpdateReady, loadNewest, onUpdateReady } from '../lib/update.ts';

/** Whoever let the word pass hears it again when they come back, not more often than this. */
const tellEveryMs = 10 * 60 * 1000;

/** Called once. */
export async function followVersions(): Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = async () => {
    if (!isUpdateReady() || document.visibilityState !== 'visible' || Date.now() - toldAt < tellEveryMs)
      return;
    toldAt = Date.now();
    await loadTexts('info');
    showToast({
      text: say('updater.ready'),
      action: { label: say('updater.update'), run: () => void loadNewest() },
    });
  };
  onUpdateReady(() => void tell());
  document.addEventListener('visibilitychange', () => void tell());
  appConfig.state.subscribe(leaveOldVersion);
  leaveOldVersion();
  await followUpdates();
}

/** A version that the server no longer speaks with has one page left. */
function leaveOldVersion(): void {
  const leastCode = findEntry(appConfig.state.get(), 'version')?.['leastCode'];
  if (typeof leastCode === 'number' && appVersionCode < leastCode) go(paths.updater(), { isReplacing: true });
}

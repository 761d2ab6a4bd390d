/** For what is not needed to use a screen: it waits until the screen stands and the browser has nothing to do. */
import { useEffect, useState } from 'react';

const waitMaxMs = 2000;
/** Browsers without idle callbacks wait this long. */
const waitMs = 300;
/** A line that was quiet this long has brought everything of the first screen. */
const quietMs = 1000;
/** Stands in the page's own timings; `npm run bench -- web` takes what was fetched before it for the first screen. */
const settledMark = 'first screen settled';

/** False while the screen is being drawn, then true. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const run = () => setIdle(true);
    if ('requestIdleCallback' in window) {
      const idle = window.requestIdleCallback(run, { timeout: waitMaxMs });
      return () => window.cancelIdleCallback(idle);
    }
    const timer = setTimeout(run, waitMs);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}

/** Settles once the page is loaded and nothing more has come for a second: a slow line is not shared. */
const settled: Promise<void> = new Promise((resolve) => {
  let seen = -1;
  const look = () => {
    const { length } = performance.getEntriesByType('resource');
    if (length === seen) {
      performance.mark(settledMark);
      return resolve();
    }
    seen = length;
    setTimeout(look, quietMs);
  };
  if (document.readyState === 'complete') look();
  else window.addEventListener('load', look, { once: true });
});

/** Runs what makes the first screen live once it stands; at once when that was a while ago. */
export async function afterFirstScreen(run: () => Promise<void>): Promise<void> {
  await settled;
  await run();
}

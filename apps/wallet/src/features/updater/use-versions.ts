import { useEffect } from 'react';

import { appVersionCode, readDevice } from '../../lib/device.ts';
import { isWebview } from '../../lib/launch.ts';
import { useRead } from '../../lib/queries.ts';
import { findUpdate, useUpdateReady } from '../../lib/update.ts';

/** What can be said of the version that runs here, the gravest first. */
export type Verdict =
  /** It may no longer go on. */
  | 'forced'
  /** A newer one is here and waits. */
  | 'ready'
  /** A newer one is known and has to be fetched. */
  | 'available'
  | 'newest'
  | 'checking'
  /** Nobody could be asked. */
  | 'unknown';

export type Newest = NonNullable<ReturnType<typeof useNewest>['data']>;

function useNewest() {
  return useRead('app/version', { platform: platformHere() });
}

/** A wrapper is updated where its operator says; the browser's app by its worker. */
function platformHere(): 'web' | 'ios' | 'android' {
  const { osName } = readDevice(navigator.userAgent, false);
  return isWebview() && (osName === 'ios' || osName === 'android') ? osName : 'web';
}

/** The newest version, what it means for this one, and the way to ask again. */
export function useVersions() {
  const { data: newest, isPending, refetch } = useNewest();
  const isReady = useUpdateReady();
  useEffect(() => {
    void lookForUpdate();
  }, []);
  return {
    newest,
    verdict: verdictOf(newest, { isReady, isPending }),
    ask: async () => void (await Promise.all([refetch(), lookForUpdate()])),
  };
}

/** Without an answer the version that is here is the newest one known. */
async function lookForUpdate(): Promise<void> {
  await findUpdate().catch(() => false);
}

type Circumstances = { readonly isReady: boolean; readonly isPending: boolean };

export function verdictOf(newest: Newest | undefined, { isReady, isPending }: Circumstances): Verdict {
  if (newest !== undefined && appVersionCode < newest.leastCode) return 'forced';
  if (isReady) return 'ready';
  if (newest === undefined) return isPending ? 'checking' : 'unknown';
  return appVersionCode < newest.code ? 'available' : 'newest';
}

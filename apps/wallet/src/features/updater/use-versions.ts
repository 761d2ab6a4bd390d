import { useEffect } from 'react';

import { installedVersion, appVersionCode, readDevice } from '../../lib/device/device.ts';
import { isWrapped } from '../../lib/device/webview.ts';
import { currentAppConfig, useIsTooOld, useNewestVersion } from '../../lib/http/config.ts';
import { findUpdate, useUpdateReady } from '../../lib/http/update.ts';
import { useRead } from '../../lib/query/queries.ts';

/** What can be said of the version that runs here, the gravest first. */
export type VersionVerdict =
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
export function platformHere(): 'web' | 'ios' | 'android' {
  const { osName } = readDevice(navigator.userAgent, false);
  return isWrapped() && (osName === 'ios' || osName === 'android') ? osName : 'web';
}

/** The newest version, what it means for this one, and the way to ask again. */
export function useVersions() {
  const { data: newest, isPending, refetch } = useNewest();
  const isReady = useUpdateReady();
  const isTooOld = useIsTooOld();
  const latest = useNewestVersion();
  const verdict = verdictOf(newest, { isReady, isPending, isTooOld });
  useEffect(() => {
    void lookForUpdate();
  }, []);
  // What bars the ways out is the configuration, which may be of the time before.
  const isNews = verdict === 'forced' && !isTooOld;
  useEffect(() => {
    if (isNews) void currentAppConfig.renew();
  }, [isNews]);
  return {
    newest,
    /** Nobody could say which one is the newest. */
    isUnknown: newest === undefined && !isPending,
    /** The name of the newest version as far as anybody told. */
    version: newest?.version ?? latest ?? installedVersion,
    verdict,
    ask: async () => void (await Promise.all([refetch(), lookForUpdate()])),
  };
}

/** Without an answer the version that is here is the newest one known. */
async function lookForUpdate(): Promise<void> {
  await findUpdate().catch(() => false);
}

type Circumstances = {
  readonly isReady: boolean;
  readonly isPending: boolean;
  /** The configuration says so, whether the newest version is known or not. */
  readonly isTooOld: boolean;
};

export function verdictOf(
  newest: Newest | undefined,
  { isReady, isPending, isTooOld }: Circumstances,
): VersionVerdict {
  if (isTooOld || (newest !== undefined && appVersionCode < newest.leastCode)) return 'forced';
  if (isReady) return 'ready';
  if (newest === undefined) return isPending ? 'checking' : 'unknown';
  return appVersionCode < newest.code ? 'available' : 'newest';
}

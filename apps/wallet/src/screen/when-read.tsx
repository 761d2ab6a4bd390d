/** What stands where data is read: its placeholders, what kept it away and the way to try again, or the data. */
import type { ReactNode } from 'react';

import type { ReadError } from '../lib/query/queries.ts';
import { readFailed } from '../lib/query/read-failed.ts';
import { useText } from '../lib/text/i18n.ts';
import { SkeletonRows } from '../ui/list/skeleton-rows.tsx';
import { ErrorState } from '../ui/page/error-state.tsx';

type Failure = ReadError | Error | null | undefined;

/** A read as a hook of `lib` answers it. */
type Read<Data> = {
  readonly data: Data | undefined;
  readonly error: Failure;
  readonly refetch: () => unknown;
};

type WhenReadProps<Data> = {
  readonly read: Read<Data>;
  /** How many rows its placeholders have. */
  readonly rows?: number;
  /** Stands in place of rows, where what comes has another shape. */
  readonly waiting?: ReactNode;
  /** What it means that it cannot be read. */
  readonly failed: string;
  readonly isInline?: boolean;
  readonly children: (data: Data) => ReactNode;
};

/** Data that is there stays on screen, however its next read ends. */
export function WhenRead<Data>(props: WhenReadProps<Data>) {
  const { read, rows, waiting, failed, isInline, children } = props;
  if (read.data !== undefined) return <>{children(read.data)}</>;
  if (read.error === null || read.error === undefined) return <>{waiting ?? <WaitingRows rows={rows} />}</>;
  return <ReadFailed error={read.error} reason={failed} onRetry={read.refetch} isInline={isInline} />;
}

/** Rows in the shape of those to come. */
export function WaitingRows({ rows = 4 }: { readonly rows?: number | undefined }) {
  const t = useText();
  return <SkeletonRows label={t('shell.loading')} count={rows} />;
}

type FailedProps = {
  readonly error: Failure;
  /** What it means that it cannot be read. */
  readonly reason: string;
  readonly onRetry: () => unknown;
  /** The button says that it reads, where nothing else on screen does. */
  readonly isBusyAnnounced?: boolean;
  readonly isInline?: boolean | undefined;
};

export function ReadFailed({ error, reason, onRetry, isBusyAnnounced = false, isInline }: FailedProps) {
  const t = useText();
  const busyLabel = isBusyAnnounced ? t('shell.loading') : undefined;
  return (
    <ErrorState
      isInline={isInline}
      title={readFailed(error)}
      reason={reason}
      retry={{ label: t('shell.tapToRetry'), busyLabel, onPress: onRetry }}
    />
  );
}

import { exportRetentionMs, hoursIn } from '@marigold/contract/durations';

import { type ExportFile, isBeingBuilt, useExports } from '../../domain/bill/export-queries.ts';
import { momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Card } from '../../ui/base/card.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { nameText, shareText, sizeText } from './file-text.ts';

const petals = 12;

/** The file that is being built: the part of the bills that is written, in petals and in percent. */
export function RunningExport() {
  const t = useText();
  const running = useExports().data?.list.find(isBeingBuilt);
  if (running === undefined) return null;
  const { done, total, status } = running;
  const share = total === 0 ? 0 : Math.min(1, done / total);
  const title = t(status === 'queued' ? 'export.queued' : 'export.building');
  return (
    <Card className="mb-5">
      <div
        role="progressbar"
        className="flex items-center gap-4"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={`${shareText(share)}, ${t('export.progress', { done, total })}`}
      >
        <span className="flex-none">
          <Bloom size={56} lit={Math.floor(share * petals)} />
        </span>
        <span className="min-w-0 flex-1">
          <b className="block type-3">{title}</b>
          <span className="num type-sm text-ink-3">{t('export.progress', { done, total })}</span>
        </span>
        <b className="num type-2">{shareText(share)}</b>
      </div>
    </Card>
  );
}

/** The files that can still be had, and how the others ended. */
export function ExportFiles() {
  const t = useText();
  return (
    <section>
      <SectionHead title={t('export.files', { hours: hoursIn(exportRetentionMs) })} />
      <Files />
    </section>
  );
}

function Files() {
  const t = useText();
  const { data, error, isPending, refetch } = useExports();
  if (data === undefined) {
    if (isPending) return <WaitingRows rows={2} />;
    return <ReadFailed isInline error={error} reason={t('export.filesFailed')} onRetry={refetch} />;
  }
  const files = data.list.filter((file) => !isBeingBuilt(file));
  if (files.length === 0)
    return (
      <EmptyState
        isInline
        title={t('export.filesEmpty')}
        reason={t('export.filesEmptyHint', { hours: hoursIn(exportRetentionMs) })}
      />
    );
  return (
    <List label={t('export.files', { hours: hoursIn(exportRetentionMs) })}>
      {files.map((file) => (
        <FileRow key={file.taskId} file={file} />
      ))}
    </List>
  );
}

function FileRow({ file }: { readonly file: ExportFile }) {
  const t = useText();
  const { name, url, size, expires, status } = file;
  if (url === null || expires === null) {
    const isFailed = status === 'failed';
    return (
      <ListRow
        glyph={
          <ListGlyph icon={isFailed ? 'x' : 'clock-counter-clockwise'} tone={isFailed ? 'bad' : 'plain'} />
        }
        title={nameText(name)}
        detail={isFailed ? t('export.failedHint') : momentText(file.time)}
        middle={
          <Tag tone={isFailed ? 'bad' : 'neutral'}>{t(isFailed ? 'export.failed' : 'export.expired')}</Tag>
        }
      />
    );
  }
  return (
    <ListRow
      glyph={<ListGlyph icon="download-simple" tone="ok" />}
      title={
        <>
          <VisuallyHidden>{t('export.download', { name })}</VisuallyHidden>
          <span aria-hidden="true">{nameText(name)}</span>
        </>
      }
      detail={`${size === null ? '' : `${sizeText(size)} · `}${t('export.until', { time: momentText(expires) })}`}
      link={(props) => <a {...props} href={url} download={name} />}
    />
  );
}

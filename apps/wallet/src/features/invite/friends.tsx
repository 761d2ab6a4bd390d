import { listEnd } from '../../lib/query/list-end.ts';
import { useRead, useReadList } from '../../lib/query/queries.ts';
import { dayText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { ListEnd } from '../../ui/list/list-end.tsx';
import { ListGlyph, ListRow } from '../../ui/list/list.tsx';
import { LongList } from '../../ui/list/long-list.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';

const pageSize = 50;

/** Who registered with the code, masked, newest first. */
export function Friends() {
  const t = useText();
  const info = useRead('invite/info', {});
  const count = info.data?.count ?? 0;
  return (
    <section aria-label={t('invite.friends')} className="wide:-mt-4.5">
      <SectionHead
        title={t('invite.friends')}
        action={
          count === 0 ? undefined : <span className="type-sm text-ink-3">{t('invite.count', { count })}</span>
        }
      />
      <FriendList />
    </section>
  );
}

function FriendList() {
  const t = useText();
  const friends = useReadList('invite/list', { size: pageSize });
  if (friends.data === undefined) {
    if (!friends.isError) return <WaitingRows />;
    const retry = async () => await friends.refetch();
    return (
      <ReadFailed
        isInline
        isBusyAnnounced
        error={friends.error}
        reason={t('invite.failed')}
        onRetry={retry}
      />
    );
  }
  const rows = friends.data.pages.flatMap(({ list }) => list);
  if (rows.length === 0)
    return <EmptyState isInline title={t('invite.emptyTitle')} reason={t('invite.emptyText')} />;
  return (
    <>
      <LongList
        label={t('invite.friends')}
        rows={rows}
        keyOf={({ time }, index) => `${time} ${index}`}
        row={({ masked, time }) => (
          <ListRow
            glyph={<ListGlyph icon="user" />}
            title={masked}
            value={<span className="type-sm text-ink-3">{dayText(time)}</span>}
          />
        )}
      />
      <ListEnd {...listEnd(friends, t)} />
    </>
  );
}

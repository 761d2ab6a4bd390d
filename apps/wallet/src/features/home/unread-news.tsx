import type { ReactElement } from 'react';

import { useUnread, useUnreadNews } from '../../domain/content/message-queries.ts';
import { useIdle } from '../../lib/device/idle.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';

/** The newest announcement that was not read yet, as one quiet row; opening it makes it a read one. */
export function UnreadNews(): ReactElement | null {
  const unread = useUnread(useIdle());
  const news = useUnreadNews((unread?.announcement ?? 0) > 0);
  if (news === undefined || unread?.announcement === 0) return null;
  return (
    <List className="mb-4">
      <ListRow
        glyph={<ListGlyph icon="megaphone" tone="brand" />}
        title={news.title}
        detail={news.body}
        hasCaret
        link={linkTo(paths.content({ id: news.id }))}
      />
    </List>
  );
}

import { type ReactElement, useState } from 'react';

import { configReaders, useConfig, wordsHere } from '../../domain/content/config-entries.ts';
import { serverClock } from '../../lib/device/clock.ts';
import { outLink } from '../../lib/route/out-link.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';

/** The operator's banners whose time it is, as quiet rows; each leads where its link does, by the rules of every link. */
export function BannerRows(): ReactElement | null {
  const [now] = useState(() => serverClock.now());
  const banners = useConfig((config) => configReaders.banners(config, now));
  if (banners.length === 0) return null;
  return (
    <List className="mb-4">
      {banners.map(({ id, title, link }) => (
        <ListRow
          key={id}
          glyph={<ListGlyph icon="gift" tone="brand" />}
          title={wordsHere(title)}
          hasCaret
          link={outLink(link, wordsHere(title))}
        />
      ))}
    </List>
  );
}

import type { ReactElement } from 'react';

import { totalUnread, useUnread } from '../../domain/content/message-queries.ts';
import { useIdle } from '../../lib/device/idle.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { IconButton } from '../../ui/base/icon-button.tsx';

/** The way to the messages; how many are new is asked for once the screen stands. */
export function MessageBell(): ReactElement {
  const t = useText();
  const count = totalUnread(useUnread(useIdle()));
  const title = t('shell.title.message');
  return (
    <IconButton
      icon="bell"
      label={count === 0 ? title : `${title}, ${count}`}
      count={count}
      link={linkTo(paths.messages())}
    />
  );
}

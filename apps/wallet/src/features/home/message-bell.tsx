import type { ReactElement } from 'react';

import { useText } from '../../lib/i18n.ts';
import { useLater } from '../../lib/later.ts';
import { linkTo } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { totalUnread, useUnread } from '../../lib/queries.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** The way to the messages; how many are new is asked for once the screen stands. */
export function MessageBell(): ReactElement {
  const t = useText();
  const count = totalUnread(useUnread(useLater()));
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

import type { ReactElement } from 'react';

import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';

/** Nothing has come, or nothing of this topic. */
export function NoMessages({ isFiltered }: { readonly isFiltered: boolean }): ReactElement {
  const t = useText();
  return isFiltered ? (
    <EmptyState
      title={t('message.filtered.title')}
      reason={t('message.filtered.text')}
      action={
        <Button size="small" link={linkTo(paths.messages(), { isReplacing: true })}>
          {t('message.all')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      title={t('message.empty.title')}
      reason={t('message.empty.text')}
      action={
        <Button size="small" link={linkTo(paths.home())}>
          {t('shell.goHome')}
        </Button>
      }
    />
  );
}

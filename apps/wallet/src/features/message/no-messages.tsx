import type { ReactElement } from 'react';

import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

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

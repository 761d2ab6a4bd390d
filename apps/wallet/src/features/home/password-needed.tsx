import type { ReactElement } from 'react';

import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';

/** The one thing a new person must do before they can pay. */
export function PasswordNeeded(): ReactElement {
  const t = useText();
  return (
    <List>
      <ListRow
        glyph={<ListGlyph icon="password" tone="brand" />}
        title={t('home.passwordNeeded.title')}
        detail={t('home.passwordNeeded.text')}
        hasCaret
        link={linkTo(paths.paymentPassword({ back: paths.home() }))}
      />
    </List>
  );
}

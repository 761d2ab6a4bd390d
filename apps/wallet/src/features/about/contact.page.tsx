import type { ReactElement } from 'react';

import { useSession } from '../../lib/device/session.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { type ContactSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';
import { ContactChannels } from './channels.tsx';
import { TicketForm } from './ticket-form.tsx';

/** Every way to reach support; whoever is logged in writes from here, about the bill they came from. */
export function ContactPage({ order }: ContactSearch): ReactElement {
  const t = useText();
  const { hasLogin } = useSession();
  const back = paths.contact(order === undefined ? {} : { order });
  return (
    <Screen width="480" back={paths.me()}>
      <ContactChannels />
      <SectionHead title={t('contactus.ask')} />
      {hasLogin ? (
        <TicketForm order={order} />
      ) : (
        <Card>
          <p className="type-sm text-ink-2 mb-4">{t('contactus.visitor')}</p>
          <Button kind="primary" link={linkTo(paths.login({ back }))}>
            {t('shell.login')}
          </Button>
        </Card>
      )}
      <div className="mt-5">
        <List label={t('shell.title.test')}>
          <ListRow
            hasCaret
            glyph={<ListGlyph icon="list-magnifying-glass" />}
            title={t('shell.title.test')}
            detail={<span className="whitespace-normal">{t('contactus.diagnostics')}</span>}
            link={linkTo(paths.diagnostics())}
          />
        </List>
      </div>
    </Screen>
  );
}

import type { ReactElement } from 'react';

import { useIsDemo } from '../../lib/config.ts';
import { appVersion, appVersionCode } from '../../lib/device.ts';
import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { useRead } from '../../lib/queries.ts';
import { Screen } from '../../screen/screen.tsx';
import { Bloom } from '../../ui/bloom.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { Licences } from './licences.tsx';

/** What this app is: its version, its agreements, and whose work it is built on. */
export function AboutPage(): ReactElement {
  const t = useText();
  const isDemo = useIsDemo();
  return (
    <Screen width="480" back={paths.me()}>
      <div className="grid justify-items-center text-center pt-2 pb-2">
        <Bloom size={88} tone="brand" />
        <p className="type-1 mt-3">Marigold</p>
        <p className="type-sm num text-ink-2">
          {t('about.version', { version: appVersion, code: appVersionCode })}
        </p>
        {isDemo ? <p className="type-sm text-ink-2 mt-1">{t('about.demo')}</p> : null}
      </div>
      <SectionHead isQuiet title={t('about.app')} />
      <List label={t('about.app')}>
        <Row icon="arrow-clockwise" title={t('about.checkUpdate')} to={paths.updater()} />
        <Row icon="question" title={t('content.help')} to={paths.content()} />
        <Row icon="lifebuoy" title={t('shell.title.contact')} to={paths.contact()} />
        <Row icon="list-magnifying-glass" title={t('shell.title.test')} to={paths.diagnostics()} />
      </List>
      <SectionHead isQuiet title={t('content.agreements')} />
      <List label={t('content.agreements')}>
        <Row icon="file-text" title={t('content.page.terms')} to={paths.content({ id: 'terms' })} />
        <Row icon="file-text" title={t('content.page.privacy')} to={paths.content({ id: 'privacy' })} />
      </List>
      <WhatIsNew />
      <div className="mt-5">
        <Licences />
      </div>
    </Screen>
  );
}

function Row({ icon, title, to }: { readonly icon: IconName; readonly title: string; readonly to: string }) {
  return <ListRow isShort hasCaret glyph={<Icon name={icon} />} title={title} link={linkTo(to)} />;
}

function WhatIsNew(): ReactElement {
  const t = useText();
  const { data, isPending, refetch } = useRead('app/version', {});
  return (
    <>
      <SectionHead isQuiet title={t('about.whatIsNew')} />
      <Card>
        {isPending ? <SkeletonBar width={240} /> : null}
        {data === undefined && !isPending ? (
          <>
            <p className="type-sm text-ink-2 mb-3">{t('about.notesFailed')}</p>
            <Button size="small" onPress={refetch}>
              {t('shell.tapToRetry')}
            </Button>
          </>
        ) : null}
        {data === undefined ? null : (
          <ul className="grid gap-2 ps-5 list-disc type-sm text-ink-2">
            {data.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

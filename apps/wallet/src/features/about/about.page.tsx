import type { ReactElement } from 'react';

import { installedVersion, appVersionCode } from '../../lib/device/device.ts';
import { useIsDemo } from '../../lib/http/config.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Bloom } from '../../ui/base/bloom.tsx';
import type { IconName } from '../../ui/base/icon-names.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { Licences } from './licences.tsx';
import { WhatIsNew } from './what-is-new.tsx';

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
          {t('about.version', { version: installedVersion, code: appVersionCode })}
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

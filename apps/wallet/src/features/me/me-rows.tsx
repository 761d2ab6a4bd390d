import type { ReactNode } from 'react';

import { useCopyOutcome } from '../../lib/copy-outcome.ts';
import { currentLanguage, languages, useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import type { User } from '../../lib/session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { SectionHead } from '../../ui/section-head.tsx';

function Row({ icon, title, value, to }: { icon: IconName; title: string; value?: ReactNode; to: string }) {
  return (
    <ListRow isShort hasCaret glyph={<Icon name={icon} />} title={title} value={value} link={linkTo(to)} />
  );
}

/** What others see of me and where codes reach me. The contacts come masked from the server. */
export function AccountRows({ user }: { user: User }) {
  const t = useText();
  const say = useCopyOutcome();
  const notLinked = t('me.notLinked');
  return (
    <>
      <SectionHead isQuiet title={t('me.section.account')} />
      <List label={t('me.section.account')}>
        <ListRow
          glyph={<Icon name="at" />}
          title={t('me.code')}
          detail={<span className="whitespace-normal">{t('me.codeHint')}</span>}
          value={
            <span className="flex items-center gap-1 type-mono">
              {user.uid}
              <CopyButton value={user.uid} label={t('shell.copyWhat', { what: t('me.code') })} onDone={say} />
            </span>
          }
        />
        <ListRow
          isShort
          glyph={<Icon name="device-mobile" />}
          title={t('me.phone')}
          value={user.phone ?? notLinked}
        />
        <ListRow
          isShort
          glyph={<Icon name="envelope-simple" />}
          title={t('me.email')}
          value={user.email ?? notLinked}
        />
      </List>
    </>
  );
}

export function PaymentRows({ user }: { user: User }) {
  const t = useText();
  return (
    <>
      <SectionHead isQuiet title={t('me.section.payments')} />
      <List label={t('me.section.payments')}>
        <Row icon="wallet" title={t('shell.title.assets')} to={paths.assets()} />
        <Row icon="arrow-up-right" title={t('shell.title.transfer')} to={paths.transfer()} />
        <Row icon="receipt" title={t('me.bills')} to={paths.bills()} />
        <Row
          icon="password"
          title={t('me.walletPassword')}
          value={t(user.hasPayPassword ? 'me.walletPasswordSet' : 'me.walletPasswordMissing')}
          to={paths.paymentPassword({ back: paths.me() })}
        />
      </List>
    </>
  );
}

export function SettingRows() {
  const t = useText();
  return (
    <>
      <SectionHead isQuiet title={t('me.section.settings')} />
      <List label={t('me.section.settings')}>
        <Row
          icon="translate"
          title={t('me.language')}
          value={languages[currentLanguage()].nativeName}
          to={paths.language()}
        />
      </List>
    </>
  );
}

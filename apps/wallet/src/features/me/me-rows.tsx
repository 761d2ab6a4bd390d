import { lazy, type ReactNode, Suspense } from 'react';

import { protectionOf } from '../../domain/account/protection.ts';
import { useOpenRiskCount } from '../../domain/chain/chain-queries.ts';
import { totalUnread, useUnread } from '../../domain/content/message-queries.ts';
import type { User } from '../../lib/device/session.ts';
import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { currentLanguage, languages, loadTexts, useText } from '../../lib/text/i18n.ts';
import { CopyButton } from '../../ui/base/copy-button.tsx';
import type { IconName } from '../../ui/base/icon-names.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';

function Row({ icon, title, value, to }: { icon: IconName; title: string; value?: ReactNode; to: string }) {
  return (
    <ListRow isShort hasCaret glyph={<Icon name={icon} />} title={title} value={value} link={linkTo(to)} />
  );
}

/** What others pay me by, and the way to what protects the account. */
export function AccountRows({ user }: { user: User }) {
  const t = useText();
  const say = useCopyOutcome();
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
        <Row
          icon="shield-check"
          title={t('shell.title.security')}
          value={t('me.protection', protectionOf(user))}
          to={paths.profile({ part: 'security' })}
        />
        <IdentityRow />
        <Row icon="lock-key" title={t('shell.title.password')} to={paths.password()} />
        <MessagesRow />
      </List>
    </>
  );
}

const IdentityTag = lazy(async () => {
  const [{ IdentityTag: tag }] = await Promise.all([import('./identity-tag.tsx'), loadTexts('kyc')]);
  return { default: tag };
});

/** The way to the verification of the identity, with how far it is. */
function IdentityRow() {
  const t = useText();
  const state = (
    <Suspense fallback={null}>
      <IdentityTag />
    </Suspense>
  );
  return <Row icon="user-circle" title={t('shell.title.kyc')} value={state} to={paths.kyc()} />;
}

/** The way to the messages, with how many of them are new. */
function MessagesRow() {
  const t = useText();
  const count = totalUnread(useUnread());
  return (
    <Row
      icon="bell"
      title={t('shell.title.message')}
      value={count === 0 ? undefined : <Tag tone="bad">{count > 99 ? '99+' : count}</Tag>}
      to={paths.messages()}
    />
  );
}

export function PaymentRows({ user }: { user: User }) {
  const t = useText();
  return (
    <>
      <SectionHead isQuiet title={t('me.section.payments')} />
      <List label={t('me.section.payments')}>
        <Row icon="wallet" title={t('shell.title.assets')} to={paths.assets()} />
        <Row icon="credit-card" title={t('shell.title.cards')} to={paths.cards()} />
        <Row icon="arrow-down-left" title={t('shell.title.collection')} to={paths.receive()} />
        <Row icon="arrow-up-right" title={t('shell.title.transfer')} to={paths.transfer()} />
        <Row icon="address-book" title={t('shell.title.payee')} to={paths.payees()} />
        <Row icon="receipt" title={t('me.bills')} to={paths.bills()} />
        <Row icon="export" title={t('shell.title.export')} to={paths.exportBills()} />
        <Row icon="arrows-left-right" title={t('shell.title.tradebills')} to={paths.tradeBills()} />
        <RisksRow />
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

/** The way to what a rule holds back, with how many cases wait for an answer. */
function RisksRow() {
  const t = useText();
  const count = useOpenRiskCount();
  return (
    <Row
      icon="shield-warning"
      title={t('shell.title.risk')}
      value={count === 0 ? undefined : <Tag tone="warn">{count}</Tag>}
      to={paths.risks()}
    />
  );
}

/** What is beside the money: prices, services, friends, the app on other devices. */
export function MoreRows({ hasLogin = false }: { hasLogin?: boolean }) {
  const t = useText();
  return (
    <>
      <SectionHead isQuiet title={t('me.section.more')} />
      <List label={t('me.section.more')}>
        <Row icon="chart-line-up" title={t('shell.title.rate')} to={paths.rate()} />
        <Row icon="chart-line" title={t('shell.title.market')} to={paths.markets()} />
        <Row icon="sparkle" title={t('shell.title.life')} to={paths.life()} />
        {hasLogin ? <Row icon="user-plus" title={t('shell.title.building')} to={paths.invite()} /> : null}
        <Row icon="download-simple" title={t('shell.title.downloadapp')} to={paths.downloadApp()} />
      </List>
    </>
  );
}

/** Answers, people and facts about the app itself. */
export function HelpRows() {
  const t = useText();
  return (
    <>
      <SectionHead isQuiet title={t('me.help')} />
      <List label={t('me.help')}>
        <Row icon="question" title={t('me.help')} to={paths.content()} />
        <Row icon="lifebuoy" title={t('shell.title.contact')} to={paths.contact()} />
        <Row icon="info" title={t('shell.title.about')} to={paths.about()} />
      </List>
    </>
  );
}

export function SettingRows({ hasLogin = false }: { hasLogin?: boolean }) {
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
        {hasLogin ? <Row icon="gear-six" title={t('shell.title.setting')} to={paths.setting()} /> : null}
      </List>
    </>
  );
}

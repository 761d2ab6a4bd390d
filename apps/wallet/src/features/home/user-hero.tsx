import type { ReactElement } from 'react';

import { useBalances } from '../../domain/asset/asset-queries.ts';
import { balanceCover, useDeviceSwitch } from '../../lib/device/device-switch.ts';
import type { User } from '../../lib/device/session.ts';
import { linkTo, PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { showFiat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Avatar } from '../../ui/base/avatar.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { initialsOf } from '../../ui/base/initials.ts';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { FieldHero, HeroActions } from '../../ui/page/field-hero.tsx';
import { MessageBell } from './message-bell.tsx';

/** The marigold field with the one number of the page and what can be done with it. */
export function UserHero({ user }: { readonly user: User }): ReactElement {
  const t = useText();
  return (
    <FieldHero>
      <div className="flex items-center justify-between gap-2 px-gutter pt-2 wide:absolute wide:end-0 wide:top-1 wide:z-1">
        <PageLink
          to={paths.me()}
          className="inline-flex min-w-0 items-center gap-3 min-h-11 type-body-b wide:hidden"
        >
          <Avatar initials={initialsOf(user.nickname)} src={user.avatar} tone="field" />
          <span className="min-w-0 wrap-anywhere">
            {user.nickname}
            <VisuallyHidden>{`, ${t('shell.openMe')}`}</VisuallyHidden>
          </span>
        </PageLink>
        <MessageBell />
      </div>
      <Total />
      <HeroActions
        items={[
          { id: 'scan', label: t('home.action.scan'), icon: 'qr-code', link: linkTo(paths.scan()) },
          {
            id: 'receive',
            label: t('home.action.receive'),
            icon: 'arrow-down-left',
            link: linkTo(paths.receive()),
          },
          {
            id: 'transfer',
            label: t('home.action.transfer'),
            icon: 'paper-plane-tilt',
            link: linkTo(paths.transfer()),
          },
          { id: 'cards', label: t('home.action.cards'), icon: 'credit-card', link: linkTo(paths.cards()) },
          { id: 'bills', label: t('home.action.bills'), icon: 'receipt', link: linkTo(paths.bills()) },
        ]}
      />
    </FieldHero>
  );
}

function Total(): ReactElement {
  const t = useText();
  const { data, isError } = useBalances();
  const [isHidden, toggle] = useDeviceSwitch(balanceCover);
  return (
    <div className="px-gutter pt-4">
      <h2 className="flex items-center gap-1 type-sm-b text-on-field-2">
        {t('home.total')}
        <IconButton
          icon={isHidden ? 'eye-slash' : 'eye'}
          label={t(isHidden ? 'home.show' : 'home.hide')}
          size={20}
          onPress={toggle}
        />
      </h2>
      {data === undefined ? (
        <div className="flex items-center min-h-13">
          {isError ? t('shell.moneySafe') : <SkeletonBar width={190} height={38} />}
        </div>
      ) : (
        <MoneyText
          parts={showFiat(data.total, data.fiat)}
          size="balance"
          isHidden={isHidden}
          hiddenLabel={t('shell.hiddenAmount')}
        />
      )}
      {data?.complete === false ? <p className="type-cap text-on-field-2">{t('home.incomplete')}</p> : null}
    </div>
  );
}

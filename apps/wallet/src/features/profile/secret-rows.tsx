import { useLimitsText, useOwnLimits } from '../../domain/verification/own-limits.ts';
import type { User } from '../../lib/device/session.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';

type RowsProps = { readonly user: User };

/** What one logs in with. The contacts come masked from the server. */
export function SignInRows({ user }: RowsProps) {
  const t = useText();
  const notLinked = t('profile.notLinked');
  return (
    <>
      <SectionHead isQuiet title={t('profile.signIn')} />
      <List label={t('profile.signIn')}>
        <ListRow isShort glyph={<Icon name="user" />} title={t('profile.username')} value={user.username} />
        <ListRow
          isShort
          hasCaret
          glyph={<Icon name="lock-key" />}
          title={t('profile.password')}
          link={linkTo(paths.password())}
        />
        <ListRow
          isShort
          hasCaret
          glyph={<Icon name="fingerprint" />}
          title={t('profile.passkeys')}
          value={user.passkeys === 0 ? t('profile.passkeysNone') : user.passkeys}
          link={linkTo(paths.passkeys())}
        />
        <ListRow
          isShort
          glyph={<Icon name="device-mobile" />}
          title={t('profile.phone')}
          value={user.phone ?? notLinked}
        />
        <ListRow
          isShort
          glyph={<Icon name="envelope-simple" />}
          title={t('profile.email')}
          value={user.email ?? notLinked}
        />
      </List>
    </>
  );
}

/** What approves a payment, and the way back to it when it is forgotten. */
export function PaymentSecretRows({ user }: RowsProps) {
  const t = useText();
  const back = paths.profile();
  const inWords = useLimitsText();
  const { data: limits } = useOwnLimits();
  return (
    <>
      <SectionHead isQuiet title={t('profile.payments')} />
      <List label={t('profile.payments')}>
        <ListRow
          isShort
          hasCaret
          glyph={<Icon name="password" />}
          title={t('profile.payPassword')}
          value={t(user.hasPayPassword ? 'profile.set' : 'profile.notSet')}
          link={linkTo(paths.paymentPassword({ back }))}
        />
        {user.hasPayPassword ? (
          <ListRow
            isShort
            hasCaret
            glyph={<Icon name="clock-counter-clockwise" />}
            title={t('profile.payPasswordReset')}
            link={linkTo(paths.resetPayPassword({ back }))}
          />
        ) : null}
        <ListRow
          isShort
          hasCaret
          glyph={<Icon name={user.hasGoogle ? 'shield-check' : 'shield-warning'} />}
          title={t('profile.twoStep')}
          value={user.hasGoogle ? t('profile.bound') : <Tag tone="warn">{t('profile.notBound')}</Tag>}
          link={linkTo(paths.googleAuth({ back }))}
        />
        <ListRow
          isShort
          hasCaret
          glyph={<Icon name="sliders-horizontal" />}
          title={t('profile.limits')}
          detail={
            limits === undefined ? undefined : (
              <span className="num whitespace-normal">{inWords(limits.values)}</span>
            )
          }
          link={linkTo(paths.walletLimit())}
        />
      </List>
    </>
  );
}

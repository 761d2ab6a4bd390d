import { missingFor } from '@marigold/guard/page-needs';
import { useEffect, useId } from 'react';

import { useUserInfo } from '../../domain/account/account-queries.ts';
import { useFreeze, waitOf } from '../../domain/account/use-freeze.ts';
import { type User, useSession } from '../../lib/device/session.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { go, goBack } from '../../lib/route/navigation.ts';
import { isOwnAddress, type PaymentPasswordSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { PaymentPasswordForm } from './payment-password-form.tsx';
import { SecretDone } from './secret-done.tsx';
import { SecretScreen } from './secret-screen.tsx';
import { useResetPaymentPassword } from './use-payment-password-reset.ts';

/** A forgotten payment password: the login password, the new digits and a code. */
export function ResetPaymentPasswordPage({ back }: PaymentPasswordSearch) {
  const { user } = useSession();
  useUserInfo();
  const isMissing = user !== undefined && missingFor('/pages/user/resetpaypass', user) !== undefined;
  useEffect(() => {
    // Nothing to reset: the first one is set without a code.
    if (isMissing) go(paths.paymentPassword(back === undefined ? {} : { back }), { isReplacing: true });
  }, [isMissing, back]);
  return user === undefined || isMissing ? null : <Reset user={user} back={back} />;
}

function Reset({ user, back }: { readonly user: User; readonly back: string | undefined }) {
  const t = useText();
  const id = useId();
  const form = useResetPaymentPassword(user);
  const frozen = useFreeze('credentials');
  const leave = () => goBack(paths.me());
  const { freezeUntil } = form;
  if (freezeUntil !== undefined) {
    const onLeave = () =>
      back !== undefined && isOwnAddress(back) ? go(back, { isReplacing: true }) : leave();
    return <SecretDone what="payPassword" freezeUntil={freezeUntil} onLeave={onLeave} />;
  }
  return (
    <SecretScreen
      id={id}
      form={form}
      onLeave={leave}
      title={t('password.payTitle')}
      intro={t('password.payIntro')}
      brings="payPasswordReset"
      no={frozen === undefined ? undefined : t('paypwd.frozen', waitOf(frozen))}
      submit={t('password.paySubmit')}
      code={{ title: t('password.payCodeTitle'), text: t('password.payCodeText') }}
    >
      <PaymentPasswordForm
        id={id}
        form={form}
        hasOld={false}
        loginEnd={<PageLink to={paths.forgetUsername()}>{t('password.forgot')}</PageLink>}
      />
    </SecretScreen>
  );
}

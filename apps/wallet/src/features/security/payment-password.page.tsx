import { useId } from 'react';

import { useUserInfo } from '../../domain/account/account-queries.ts';
import { useFreeze, waitOf } from '../../domain/account/use-freeze.ts';
import { type User, useSession } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { go, goBack } from '../../lib/route/navigation.ts';
import { isOwnAddress, paths, type PaymentPasswordSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { PaymentPasswordForm } from './payment-password-form.tsx';
import { usePaymentPassword } from './use-payment-password.ts';

/** Sets the six digits that approve payments, or changes them (spec 2). Then back to the page that asked for it. */
export function PaymentPasswordPage({ back }: PaymentPasswordSearch) {
  const { user } = useSession();
  // Whether there is one already may have changed on another device.
  useUserInfo();
  return user === undefined ? null : <SetPaymentPassword user={user} back={back} />;
}

function SetPaymentPassword({ user, back }: { user: User; back: string | undefined }) {
  const t = useText();
  const id = useId();
  const isChange = user.hasPayPassword;
  const frozen = useFreeze('credentials');
  // Whoever knows the old one may change it all the same.
  const no = frozen === undefined || isChange ? undefined : t('paypwd.frozen', waitOf(frozen));
  const form = usePaymentPassword(user, () => {
    showToast({ text: t(isChange ? 'paypwd.changed' : 'paypwd.set') });
    if (back !== undefined && isOwnAddress(back)) go(back, { isReplacing: true });
    else goBack(paths.me());
  });
  return (
    <Screen
      width="480"
      back={paths.me()}
      foot={
        <Button
          kind="primary"
          type="submit"
          form={id}
          isBusy={form.isSubmitting}
          busyLabel={t('paypwd.busy')}
          disabledReason={no}
        >
          {t(isChange ? 'paypwd.changeSubmit' : 'paypwd.setSubmit')}
        </Button>
      }
    >
      <h2 className="type-1 mt-2">{t(isChange ? 'paypwd.changeTitle' : 'paypwd.setTitle')}</h2>
      <p className="type-sm text-ink-2 mt-1 mb-5">{t(isChange ? 'paypwd.changeNote' : 'paypwd.intro')}</p>
      <PaymentPasswordForm
        id={id}
        form={form}
        hasOld={isChange}
        oldEnd={
          <PageLink to={paths.resetPayPassword(back === undefined ? {} : { back })}>
            {t('paypwd.forgot')}
          </PageLink>
        }
      />
    </Screen>
  );
}

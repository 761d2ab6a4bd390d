import { useUserInfo } from '../../domain/account/account-queries.ts';
import { type KycStatusNow, useKycStatus } from '../../domain/kyc/kyc-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { KycHome } from './kyc-home.tsx';
import { kycWayOf } from './kyc-look.ts';

/** The home of identity (spec 2): how far it is, what each level opens, and the one thing to do next. */
export function KycPage() {
  const t = useText();
  const status = useKycStatus();
  // Two-step verification may have been bound on another device.
  useUserInfo();
  return (
    <Screen
      back={paths.me()}
      width="480"
      foot={status.data === undefined ? undefined : <NextStep status={status.data} />}
    >
      <WhenRead read={status} rows={4} failed={t('kyc.failed')}>
        {(read) => <KycHome status={read} />}
      </WhenRead>
    </Screen>
  );
}

function NextStep({ status }: { readonly status: KycStatusNow }) {
  const t = useText();
  return (
    <Button kind="primary" link={linkTo(kycWayOf(status))}>
      {t(`kyc.step.${status.nextStep}.action`)}
    </Button>
  );
}

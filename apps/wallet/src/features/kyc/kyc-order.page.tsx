import { useKycStatus } from '../../domain/kyc/kyc-queries.ts';
import { type KycOrderSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { BindFirst } from '../../screen/bind-first.tsx';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { NewKycOrder } from './new-order.tsx';
import { OneOrder } from './one-order.tsx';
import { openOrder } from './order-look.ts';

/** The order of a check (spec 4): made, paid once, cancelled, and what came of it. It needs what pays for it bound first. */
export function KycOrderPage({ id }: KycOrderSearch) {
  return (
    <BindFirst page="/pages/kyc/kycorder" own={paths.kycOrder(id === undefined ? {} : { id })}>
      {id === undefined ? <OpenOrNew /> : <OneOrder key={id} id={id} />}
    </BindFirst>
  );
}

/** Without an id it is about the order that is open; where there is none, one can be made. */
function OpenOrNew() {
  const t = useText();
  const status = useKycStatus();
  if (status.data === undefined)
    return (
      <Screen back={paths.kyc()} width="480">
        <WhenRead read={status} rows={4} failed={t('kyc.order.failed')}>
          {() => null}
        </WhenRead>
      </Screen>
    );
  const open = openOrder(status.data.order);
  return open === undefined ? <NewKycOrder /> : <OneOrder key={open} id={open} />;
}

import { type KycConfig, useKycConfig } from '../../domain/kyc/kyc-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { FieldHint } from '../../ui/field/field.tsx';
import { EarlierOrders } from './earlier-orders.tsx';
import { KycTerms } from './kyc-terms.tsx';
import { type CreateOrder, useCreateOrder } from './use-create-order.ts';

/** What a check costs, before it is ordered. */
export function NewKycOrder() {
  const t = useText();
  const config = useKycConfig();
  const order = useCreateOrder();
  return (
    <Screen
      back={paths.kyc()}
      width="480"
      foot={config.data === undefined ? undefined : <CreateButton order={order} config={config.data} />}
    >
      <h2 className="mt-2 type-1">{t('kyc.order.newTitle')}</h2>
      <WhenRead read={config} rows={3} failed={t('kyc.order.failed')}>
        {(read) => (
          <>
            <p className="mt-1 type-sm text-ink-2">
              {t(read.prices.length === 0 ? 'kyc.order.newFreeText' : 'kyc.order.newText')}
            </p>
            <KycTerms config={read} />
            {read.prices.length === 0 ? null : (
              <p className="mt-3 px-1 type-sm text-ink-2">{t('kyc.order.fee')}</p>
            )}
            {read.isDemo ? (
              <div className="mt-3">
                <Note tone="info">{t('kyc.demo')}</Note>
              </div>
            ) : null}
          </>
        )}
      </WhenRead>
      <EarlierOrders />
    </Screen>
  );
}

/** Ordering, where somebody could do the check and the server can be reached. */
function CreateButton({ order, config }: { readonly order: CreateOrder; readonly config: KycConfig }) {
  const t = useText();
  const { isOnline } = useOnline();
  const isClosed = config.providers.every(({ isOpen }) => !isOpen);
  const reason = !isOnline ? t('kyc.pay.offline') : isClosed ? t('kyc.order.closed') : undefined;
  return (
    <>
      {order.problem === undefined ? null : <FieldHint id="order-problem" error={order.problem} />}
      <Button
        kind="primary"
        isBusy={order.isBusy}
        busyLabel={t('kyc.order.creating')}
        disabledReason={reason}
        onPress={order.create}
      >
        {t(config.prices.length === 0 ? 'kyc.order.createFree' : 'kyc.order.create')}
      </Button>
    </>
  );
}

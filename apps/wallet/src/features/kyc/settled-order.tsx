import type { KycOrderDetail } from '../../domain/kyc/kyc-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { FieldHint } from '../../ui/field/field.tsx';
import { EarlierOrders } from './earlier-orders.tsx';
import { OrderHead, OrderHistory } from './order-facts.tsx';
import { faceOf, orderWays } from './order-look.ts';
import { useCreateOrder } from './use-create-order.ts';

type SettledProps = { readonly order: KycOrderDetail; readonly isTimeUp: boolean };

/** An order that is no longer to be paid: what came of it, where the money is, and what to do next. */
export function SettledOrder({ order, isTimeUp }: SettledProps) {
  const t = useText();
  return (
    <Screen back={paths.kyc()} width="480" foot={<OrderAction order={order} isTimeUp={isTimeUp} />}>
      <OrderHead order={order} isTimeUp={isTimeUp} />
      <OrderHistory order={order} isTimeUp={isTimeUp} />
      {order.billId === null ? null : (
        <div className="mt-3">
          <Button kind="surface" icon="receipt" link={linkTo(paths.billDetail(order.billId))}>
            {t('kyc.order.bill')}
          </Button>
        </div>
      )}
      <EarlierOrders except={order.orderId} />
    </Screen>
  );
}

function OrderAction({ order, isTimeUp }: SettledProps) {
  const t = useText();
  const face = faceOf(order, isTimeUp);
  const way = face === 'pending' ? 'again' : orderWays[face];
  if (way === 'again') return <OrderAgain />;
  if (way === 'support') return <ActionLink to={paths.contact()} words={t('kyc.step.final.action')} />;
  if (way === 'check' && order.authNo !== null)
    return <ActionLink to={paths.kycThird({ record: order.authNo })} words={t('kyc.step.start.action')} />;
  return <ActionLink to={paths.myKyc()} words={t('kyc.step.done.action')} />;
}

function ActionLink({ to, words }: { readonly to: string; readonly words: string }) {
  return (
    <Button kind="primary" link={linkTo(to)}>
      {words}
    </Button>
  );
}

/** The same order anew: a new one with its own time to pay. */
function OrderAgain() {
  const t = useText();
  const { isOnline } = useOnline();
  const { create, isBusy, problem } = useCreateOrder();
  return (
    <>
      {problem === undefined ? null : <FieldHint id="order-problem" error={problem} />}
      <Button
        kind="primary"
        isBusy={isBusy}
        busyLabel={t('kyc.order.creating')}
        disabledReason={isOnline ? undefined : t('kyc.pay.offline')}
        onPress={create}
      >
        {t('kyc.order.again')}
      </Button>
    </>
  );
}

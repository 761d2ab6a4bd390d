import { type KycOrderDetail, useKycOrder } from '../../domain/kyc/kyc-queries.ts';
import { ReadFailure } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { PendingOrder } from './pending-order.tsx';
import { SettledOrder } from './settled-order.tsx';
import { usePayOrder } from './use-pay-order.ts';
import { useTimeUp } from './use-time-up.ts';

/** One order by its id, whatever its state. */
export function OneOrder({ id }: { readonly id: string }) {
  const t = useText();
  const read = useKycOrder(id);
  if (read.data !== undefined) return <Order order={read.data} onTimeUp={() => void read.refetch()} />;
  return (
    <Screen back={paths.kyc()} width="480">
      {isMissing(read.error) ? (
        <NoSuchOrder />
      ) : (
        <WhenRead read={read} rows={4} failed={t('kyc.order.failed')}>
          {() => null}
        </WhenRead>
      )}
    </Screen>
  );
}

type OrderProps = { readonly order: KycOrderDetail; readonly onTimeUp: () => void };

function Order({ order, onTimeUp }: OrderProps) {
  const pay = usePayOrder(order.orderId);
  const isTimeUp = useTimeUp(order.status === 'pending' ? order.expires : null, () => {
    pay.endTime();
    onTimeUp();
  });
  // A payment that left in time is waited for where it was made.
  const isPending = order.status === 'pending' && (!isTimeUp || pay.isPaying);
  return isPending ? (
    <PendingOrder order={order} pay={pay} />
  ) : (
    <SettledOrder order={order} isTimeUp={isTimeUp} />
  );
}

/** An id that is not ours answers like one that was never there; one that is no id at all is refused as malformed. */
function isMissing(error: Error | null): boolean {
  if (!(error instanceof ReadFailure) || error.failure.kind !== 'status') return false;
  return error.failure.status === 404 || error.failure.status === 400;
}

function NoSuchOrder() {
  const t = useText();
  return (
    <EmptyState
      title={t('kyc.order.missingTitle')}
      reason={t('kyc.order.missingText')}
      action={
        <Button size="small" link={linkTo(paths.kyc(), { isReplacing: true })}>
          {t('shell.title.kyc')}
        </Button>
      }
    />
  );
}

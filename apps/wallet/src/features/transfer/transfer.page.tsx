import { useSession } from '../../lib/device/session.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths, type TransferSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenBar } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { isAtOnce } from './form/order-words.ts';
import { PaySheet } from './pay/pay-sheet.tsx';
import type { PaymentState } from './pay/payment.ts';
import { usePayment } from './pay/use-payment.ts';
import { TransferChecking } from './progress/transfer-checking.tsx';
import { TransferProgress } from './progress/transfer-progress.tsx';
import { TransferResult } from './progress/transfer-result.tsx';
import { TransferFormPage } from './transfer-form-page.tsx';

/** Sends money over a chain for a fee, or to another person of Marigold for nothing (spec 1, 2, 3 "Transfer"). */
export function TransferPage(search: TransferSearch) {
  const { user } = useSession();
  return user === undefined ? null : <Transfer key={user.uid} uid={user.uid} search={search} />;
}

function Transfer({ uid, search }: { readonly uid: string; readonly search: TransferSearch }) {
  const payment = usePayment();
  const { state } = payment;
  if (state.kind === 'done') return <Done done={state} onDone={payment.forget} />;
  return (
    <>
      {payment.isChecking && state.kind !== 'none' ? (
        <TransferChecking state={state} nav={<TransferBar />} payment={payment} />
      ) : (
        <TransferFormPage uid={uid} search={search} nav={<TransferBar />} payment={payment} />
      )}
      <PaySheet payment={payment} />
    </>
  );
}

type DoneProps = {
  readonly done: PaymentState & { readonly kind: 'done' };
  readonly onDone: () => void;
};

/** Inside Marigold it is over; over a chain it has only begun. */
function Done({ done, onDone }: DoneProps) {
  const { order, billId } = done;
  if (order.kind === 'internal' || isAtOnce(order) || billId === undefined) {
    return <TransferResult done={done} onDone={onDone} />;
  }
  return <TransferProgress order={order} billId={billId} onDone={onDone} />;
}

function TransferBar() {
  const t = useText();
  const bills = linkTo(paths.bills({ type: 'TRANSFER' }));
  return (
    <ScreenBar
      back={paths.home()}
      actions={
        <>
          <span className="wide:hidden">
            <IconButton icon="clock-counter-clockwise" label={t('transfer.history')} link={bills} />
          </span>
          <span className="hidden wide:block">
            <Button kind="surface" size="small" icon="clock-counter-clockwise" link={bills}>
              {t('transfer.history')}
            </Button>
          </span>
        </>
      }
    />
  );
}

import type { BillDetail } from '@marigold/contract/calls/bill';

import { useCancelTransfer } from '../../domain/bill/use-cancel-transfer.ts';
import { displayHost } from '../../lib/route/host.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { outLink } from '../../lib/route/out-link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { coinText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { DangerAsk } from '../../ui/sheet/danger-ask.tsx';
import { shareBill } from './share-bill.ts';

type ActionsProps = {
  readonly bill: BillDetail;
  /** Beside the list: there is no bar above it that could have the picture. */
  readonly isInPane: boolean;
};

/** Where else to look, whom to ask, and the way back while there is one. */
export function BillActions({ bill, isInPane }: ActionsProps) {
  const t = useText();
  const { explorer } = bill;
  return (
    <div className="mt-3 grid gap-2">
      {bill.reason === 'deposit_held' ? (
        <Button kind="primary" icon="shield-check" link={linkTo(paths.risks())}>
          {t('transfer.openRisk')}
        </Button>
      ) : null}
      {typeof bill.orderId === 'string' ? (
        <Button kind="secondary" link={linkTo(paths.order(bill.orderId))}>
          {t('bill.detail.openOrder')}
        </Button>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {explorer === null ? null : (
          <Button
            kind="secondary"
            size="small"
            className="flex-1"
            icon="arrow-square-out-bold"
            link={outLink(explorer, t('bill.explorer'))}
          >
            {explorerName(explorer) ?? t('bill.explorer')}
          </Button>
        )}
        {isInPane ? (
          <Button
            kind="secondary"
            size="small"
            className="flex-1"
            icon="share-network"
            onPress={async () => await shareBill(bill)}
          >
            {t('bill.sharePicture')}
          </Button>
        ) : null}
        <Button
          kind="secondary"
          size="small"
          className="flex-1"
          icon="headset-bold"
          link={linkTo(paths.contact({ order: bill.orderNumber }))}
        >
          {t('bill.help')}
        </Button>
      </div>
      {bill.canCancel ? <CancelBill bill={bill} /> : null}
    </div>
  );
}

/** The host, as it may be shown. */
function explorerName(page: string): string | undefined {
  return URL.canParse(page) ? displayHost(new URL(page)) : undefined;
}

/** Takes a transfer back while it has not been signed, after one question. */
function CancelBill({ bill }: { readonly bill: BillDetail }) {
  const amount = coinText(bill.amount, bill.currency, { decimalsMin: bill.decimals });
  return <DangerAsk {...useCancelTransfer(bill.id, amount)} />;
}

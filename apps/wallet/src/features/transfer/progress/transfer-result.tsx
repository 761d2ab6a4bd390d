import { useEffect, useRef } from 'react';

import { useTransferConfig } from '../../../domain/payee/payee-queries.ts';
import { useRead } from '../../../lib/query/queries.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { go } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';
import { coinText, dateTimeText, showCoin } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Screen } from '../../../screen/screen.tsx';
import { Bloom } from '../../../ui/base/bloom.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { Card } from '../../../ui/base/card.tsx';
import { SkeletonBar } from '../../../ui/base/skeleton.tsx';
import { KeyValues } from '../../../ui/list/key-values.tsx';
import { MoneyText } from '../../../ui/money/money-text.tsx';
import { payeeWords } from '../form/order-words.ts';
import type { TransferOrder } from '../form/order.ts';
import { PaidTo } from './paid-to.tsx';
import { useAfterLeaving } from './use-after-leaving.ts';

type ResultProps = {
  readonly done: { readonly order: TransferOrder; readonly billId: string | undefined };
  /** The result has been seen. */
  readonly onDone: () => void;
};

/** The transfer is done: twelve petals, one sentence of truth, and where to find it again. */
export function TransferResult({ done: { order, billId }, onDone }: ResultProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    navigator.vibrate?.(10);
  }, []);
  useAfterLeaving(onDone);
  function leave(): void {
    onDone();
    go(paths.home(), { isReplacing: true });
  }
  const { recipientGets, currency, decimals } = order;
  const text = coinText(recipientGets, currency, { decimalsMin: decimals });
  return (
    <Screen
      width="480"
      close={leave}
      hasOwnHeading
      foot={
        <div className="grid gap-2">
          <Button kind="primary" onPress={leave}>
            {t('shell.done')}
          </Button>
          {billId === undefined ? null : (
            <Button kind="secondary" link={linkTo(paths.billDetail(billId))}>
              {t('transfer.result.bill')}
            </Button>
          )}
        </div>
      }
    >
      <div className="grid flex-1 content-center justify-items-center py-6 text-center">
        <Bloom size={140} isOpening />
        <h1 ref={heading} tabIndex={-1} className="mt-6 type-1 outline-none">
          {t('transfer.result.successTitle')}
        </h1>
        <p className="mt-2 max-w-75 wrap-anywhere text-ink-2">
          {t('transfer.result.successText', { payee: payeeWords(order), amount: text })}
        </p>
      </div>
      <Card>
        <KeyValues rows={useResultRows(order, billId)} />
      </Card>
    </Screen>
  );
}

function useResultRows(order: TransferOrder, billId: string | undefined) {
  const { amount, fee, currency, decimals } = order;
  const t = useText();
  const bill = useRead('bill/detail', { id: billId ?? '' }, { isEnabled: billId !== undefined }).data;
  const { data: terms, isFetching } = useTransferConfig(currency);
  const coin = (decimal: string) => (
    <MoneyText parts={showCoin(decimal, currency, { decimalsMin: decimals })} />
  );
  const bar = <SkeletonBar width={120} />;
  const facts = [
    { key: t('bill.detail.createTime'), value: bill === undefined ? bar : dateTimeText(bill.createTime) },
    { key: t('bill.detail.orderNumber'), value: bill?.orderNumber ?? bar },
  ];
  return [
    { key: t('transfer.youSend'), value: coin(amount), isStrong: true },
    { key: t('transfer.fee'), value: coin(fee) },
    { key: t('transfer.to'), value: <PaidTo order={order} /> },
    ...(billId === undefined ? [] : facts),
    {
      key: t('transfer.newBalance'),
      value: terms === undefined || isFetching ? bar : coin(terms.available),
    },
  ];
}

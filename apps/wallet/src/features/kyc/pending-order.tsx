import { useState } from 'react';

import { useBalances } from '../../domain/asset/asset-queries.ts';
import { RechargeLink } from '../../domain/chain/recharge-link.tsx';
import type { KycOrderDetail } from '../../domain/kyc/kyc-queries.ts';
import { chosenPrice, isEnough } from '../../domain/purchase/price-choice.ts';
import type { PayFlow } from '../../domain/purchase/use-purchase.ts';
import { useOnline } from '../../lib/device/online.ts';
import { paths } from '../../lib/route/paths.ts';
import { sumText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { PurchaseSheet } from '../../screen/purchase-sheet.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { RadioRows } from '../../ui/field/choice-rows.tsx';
import { FieldHint } from '../../ui/field/field.tsx';
import { DangerAsk } from '../../ui/sheet/danger-ask.tsx';
import { EarlierOrders } from './earlier-orders.tsx';
import { OrderHead, OrderHistory } from './order-facts.tsx';
import { PayTime } from './pay-time.tsx';
import { useCancelKycOrder } from './use-cancel-order.ts';

type PendingProps = { readonly order: KycOrderDetail; readonly pay: PayFlow };

/** An order that can still be paid: its time, the currency to pay in, the payment, and the way to cancel it. */
export function PendingOrder({ order, pay }: PendingProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const [picked, setPicked] = useState<string>();
  const balances = useBalances().data?.list;
  const price = chosenPrice(order.prices, picked, balances);
  const cancel = useCancelKycOrder(order.orderId);

  function start(): void {
    if (price === undefined) return;
    if (isEnough(price, balances)) return pay.open(price);
    const { currency } = price;
    pay.say({ refusal: 'insufficient_balance', text: t('transfer.insufficient'), currency });
  }

  return (
    <Screen
      back={paths.kyc()}
      sidebar={
        <>
          <OrderHistory order={order} isTimeUp={false} />
          <div className="mt-3">
            <DangerAsk {...cancel} />
          </div>
          <EarlierOrders except={order.orderId} />
        </>
      }
      foot={
        price === undefined ? undefined : (
          <Button kind="primary" disabledReason={isOnline ? undefined : t('kyc.pay.offline')} onPress={start}>
            {t('kyc.order.pay', { amount: sumText(price.amount, price.currency) })}
          </Button>
        )
      }
    >
      <OrderHead order={order} isTimeUp={false} />
      {order.expires === null ? null : (
        <Card className="mt-3">
          <PayTime until={order.expires} />
        </Card>
      )}
      <SectionHead isQuiet title={t('kyc.order.payWith')} />
      <Card>
        <RadioRows
          label={t('kyc.order.payWith')}
          options={order.prices.map(({ currency, amount }) => ({
            value: currency,
            label: sumText(amount, currency),
            detail: balanceText(currency),
          }))}
          value={price?.currency}
          onChange={(currency) => {
            setPicked(currency);
            pay.say(undefined);
          }}
        />
        <PayProblem pay={pay} />
      </Card>
      <p className="mt-3 px-1 type-sm text-ink-2">{t('kyc.order.fee')}</p>
      <PaySheet pay={pay} orderId={order.orderId} />
    </Screen>
  );

  function balanceText(currency: string): string | undefined {
    if (balances === undefined) return undefined;
    const available = balances.find((one) => one.currency === currency)?.available ?? '0';
    // It wraps as a whole.
    return t('kyc.order.balance', { amount: sumText(available) }).replaceAll(' ', '\u00A0');
  }
}

function PaySheet({ pay, orderId }: { readonly pay: PayFlow; readonly orderId: string }) {
  const t = useText();
  return (
    <PurchaseSheet
      pay={pay}
      rows={[{ key: t('kyc.pay.for'), value: t('bill.type.BUY_KYC') }]}
      back={paths.kycOrder({ id: orderId })}
      words={{
        title: t('kyc.pay.title'),
        codeTitle: t('kyc.pay.codeTitle'),
        youPay: t('kyc.pay.youPay'),
        link: t('kyc.pay.link'),
        busy: t('kyc.pay.busy'),
        offline: t('kyc.pay.offline'),
      }}
    />
  );
}

/** Why it was not paid, beneath what it is paid with; where money is missing, the way to bring some. */
function PayProblem({ pay: { no, isUnanswered } }: { readonly pay: PayFlow }) {
  const t = useText();
  if (no === undefined)
    return isUnanswered ? <FieldHint id="pay-problem" error={t('kyc.pay.unanswered')} /> : null;
  return (
    <>
      <FieldHint id="pay-problem" error={no.text} />
      {no.refusal === 'insufficient_balance' ? <RechargeLink currency={no.currency} /> : null}
    </>
  );
}

import { type PayFlow, usePurchase } from '../../domain/purchase/use-purchase.ts';
import { useText } from '../../lib/text/i18n.ts';

/** Pays an order of a check once. */
export function usePayOrder(orderId: string): PayFlow {
  const t = useText();
  return usePurchase({
    path: 'kyc/order/pay',
    inputOf: ({ currency }, proofs) => ({ orderId, currency, ...proofs }),
    done: t('kyc.pay.done'),
    unanswered: t('kyc.pay.unanswered'),
  });
}

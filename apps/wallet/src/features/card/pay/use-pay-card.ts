import { type PayFlow, usePurchase } from '../../../domain/purchase/use-purchase.ts';
import { go } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { afterLayer } from '../../../ui/sheet/use-back-to-close.ts';

/** Pays for a card once, at the price that its person saw, and goes on to the progress of the application. */
export function usePayCard(applicationId: string): PayFlow {
  const t = useText();
  return usePurchase({
    path: 'card/order/pay',
    inputOf: ({ currency, amount }, proofs) => ({ applicationId, currency, amount, ...proofs }),
    done: t('card.pay.done'),
    unanswered: t('card.pay.unanswered'),
    onPaid: () => afterLayer(() => go(paths.cardApplication({ id: applicationId }), { isReplacing: true })),
  });
}
